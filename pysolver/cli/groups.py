"""The program, and groups of commands that are imported only when they are asked for."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

from pysolver.cli.errors import (
    ALL_ANSWERED,
    BAD_INPUT,
    INTERRUPTED,
    WRONG_USAGE,
    Interrupted,
    complain,
    file_message,
    usage_message,
)
from pysolver.errors import SolverError

if TYPE_CHECKING:
    from collections.abc import Mapping


class Place(NamedTuple):
    """Where a command is found.

    Attributes:
        path: ``"package.module:attribute"``.
        summary: what the list of commands says about it; the module need not be imported for that.
    """

    path: str
    summary: str


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used."""

    def __init__(self, *args: Any, places: Mapping[str, Place] = {}, **options: Any) -> None:
        """Make a group of the commands in ``places``, listed in that order."""
        options.setdefault("no_args_is_help", False)
        super().__init__(*args, **options)
        self.places = dict(places)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order in which they were given."""
        return [*self.places, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command itself, imported now."""
        place = self.places.get(cmd_name)
        if place is None:
            return super().get_command(ctx, cmd_name)
        module, attribute = place.path.split(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)  # noqa: S101  (for the type checker)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of commands, nothing imported for it."""
        rows = [(name, place.summary) for name, place in self.places.items()]
        rows += [(name, command.get_short_help_str(70)) for name, command in self.commands.items()]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments; none at all is a usage error that lists the commands."""
        if not args and not ctx.resilient_parsing:
            ctx.fail(f"name a command: {', '.join(self.list_commands(ctx))}")
        return super().parse_args(ctx, args)


class Program(LazyGroup):
    """The whole command line; every way it can end is decided here."""

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Run and exit: errors are one line on standard error, and no traceback."""
        sys.exit(self._exit_code(*args, **{**options, "standalone_mode": False}))

    def _exit_code(self, *args: Any, **options: Any) -> int:
        try:
            code = super().main(*args, **options)
        except click.UsageError as error:
            complain(usage_message(error))
            return WRONG_USAGE
        except click.ClickException as error:
            complain(error.format_message())
            return BAD_INPUT
        except (Interrupted, click.Abort) as error:
            complain(str(error) or "interrupted")
            return INTERRUPTED
        except OSError as error:
            complain(file_message(error))
            return BAD_INPUT
        except SolverError as error:
            complain(str(error))
            return BAD_INPUT
        return code if isinstance(code, int) else ALL_ANSWERED

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """Read the arguments; ``--help`` and ``--version`` write already here."""
        try:
            return super().make_context(*args, **options)
        except BrokenPipeError:
            raise click.exceptions.Exit(ALL_ANSWERED) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; that the reader has closed the pipe is no error."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            # Here, and not where click catches it: click writes an empty line first.
            message = "interrupted"
            raise Interrupted(message) from None
        except BrokenPipeError:
            return ALL_ANSWERED


class GameGroup(click.Group):
    """A group with a command that need not be named: ``pysolver binh HAND`` is a hint.

    The group's own help shows that command's arguments and options, then the others.
    """

    def __init__(self, *args: Any, default: str, **options: Any) -> None:
        """Make a group in which ``default`` runs when the first argument names no command."""
        super().__init__(*args, **options)
        self.default = default
        self.no_args_is_help = False

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments, with the name of the default command put in front where none stands."""
        first = args[0] if args else ""
        if first not in self.commands and first not in ctx.help_option_names:
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names, in the order in which they were defined."""
        return list(self.commands)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One line for every command."""
        prefix = "Usage: "
        for name in [self.default, *(name for name in self.commands if name != self.default)]:
            command = self.commands[name]
            path = ctx.command_path if name == self.default else f"{ctx.command_path} {name}"
            pieces = command.collect_usage_pieces(click.Context(command, ctx, name))
            formatter.write_usage(path, " ".join(pieces), prefix=prefix)
            prefix = " " * len(prefix)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the default command, then the commands."""
        command = self.commands[self.default]
        command.format_options(click.Context(command, ctx, self.default), formatter)
        self.format_commands(ctx, formatter)
