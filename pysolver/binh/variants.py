"""Tables for rules that none ship for: trained once, kept in the user's cache folder, found again.

What tables depend on: where A-2-3-4-5 stands, whether middle and bottom may be equal, and the
bonuses. Points of fouls and of special hands move no branch: nobody lays a foul, and a special hand
is declared whatever its split.

A kept file is a record (``pysolver.storage``) that holds the tables and their correction for own
cards. It is replaced whole; one that is damaged is told of and left alone.
"""

from __future__ import annotations

import functools
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from pysolver.binh.rules import DEFAULT_RULES, Rules
from pysolver.errors import DataError

if TYPE_CHECKING:
    from pysolver.binh.tables import Tables

RECORD_KIND: Final = "pysolver binh kept tables"
#: Where A-2-3-4-5 stands and the bonus for sweeps of the tables of sweeps that ship.
SHIPPED_SWEEP: Final = ("second", 3)
#: The environment variable that names another folder than the user's usual one for caches.
CACHE_VARIABLE: Final = "PYSOLVER_CACHE"


class Found(NamedTuple):
    """Tables for some rules, and what a player should know of them; empty if nothing."""

    tables: Tables
    note: str


def laying_rules(rules: Rules) -> Rules:
    """The rules as far as tables depend on them; the rest as by default."""
    return replace(
        rules,
        foul_points=DEFAULT_RULES.foul_points,
        special_points=DEFAULT_RULES.special_points,
    )


def has_shipped_tables(rules: Rules) -> bool:
    """Whether tables for these rules ship with the package."""
    usual = rules.equal_branches and not rules.branch_bonus
    return usual and (not rules.sweep_bonus or (rules.wheel, rules.sweep_bonus) == SHIPPED_SWEEP)


def cache_folder() -> Path:
    """The folder for trained tables; it need not exist yet."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("pysolver", appauthor=False))


def kept_file(rules: Rules) -> Path:
    """Where tables for these rules are kept, whether or not they are."""
    from pysolver.binh.tables import rules_header
    from pysolver.storage import checksum

    header = json.dumps(rules_header(laying_rules(rules)), sort_keys=True)
    return cache_folder() / f"binh-{checksum(header.encode())[:16]}.record"


def check_cache() -> None:
    """Make the cache folder, or say why it cannot be written.

    Raises:
        OSError: it cannot.
    """
    from pysolver.storage import writable_target

    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    writable_target(folder / "binh.record")


def keep(tables: Tables) -> Path:
    """Keep tables, with their correction, for all who ask by the same rules; returns the file.

    Raises:
        DataError: they have no correction for own cards (``fit_correction``).
        OSError: the file cannot be written.
    """
    from pysolver.binh.tables import rules_header
    from pysolver.storage import pack_record, write_whole

    if tables.correction is None:
        message = "only tables with a correction for own cards are kept: fit one first"
        raise DataError(message)
    check_cache()
    rules = laying_rules(tables.rules)
    first, second = tables.to_bytes(), tables.correction.to_bytes()
    header = {"kind": RECORD_KIND, "rules": rules_header(rules), "tables": len(first)}
    path = kept_file(rules)
    write_whole(path, pack_record(header, first + second))
    return path


def tables_for(rules: Rules) -> Found:
    """The tables that were trained for such rules, or the shipped ones with a note that says so."""
    key = laying_rules(rules)
    path = kept_file(key)
    try:
        stat = path.stat()
        return Found(_kept(path, stat.st_mtime_ns, stat.st_size, key), "")
    except FileNotFoundError:
        reason = "no tables are trained for these rules yet"
    except DataError as error:
        reason = str(error)
    except OSError as error:
        reason = f"{path} cannot be read: {error.strerror}"
    return Found(_stand_in(key), f"{reason}; {_told(key)}: pysolver train binh {key.options}")


def _told(rules: Rules) -> str:
    if rules.sweep_bonus:
        return f"opponents are taken to play for a sweep_bonus of {SHIPPED_SWEEP[1]}. To train them"
    if rules.branch_bonus:
        return (
            "opponents are taken to play as without the bonus, and own cards are left out of "
            "account. To train them"
        )
    return "those for the usual rules are used. To train them"


@functools.lru_cache(maxsize=8)
def _kept(path: Path, _changed: int, _size: int, rules: Rules) -> Tables:
    """The tables of a file, read again when it has changed.

    Raises:
        DataError: it is damaged or holds something else.
        OSError: it cannot be read.
    """
    from pysolver.binh.own_cards import Correction
    from pysolver.binh.tables import Tables, rules_header
    from pysolver.storage import unpack_record

    header, payload = unpack_record(path.read_bytes(), str(path))
    split = header.get("tables")
    if (
        header.get("kind") != RECORD_KIND
        or header.get("rules") != rules_header(rules)
        or not isinstance(split, int)
    ):
        message = f"{path} holds no tables for these rules"
        raise DataError(message)
    found = Tables.from_bytes(payload[:split], str(path))
    return found.with_correction(Correction.from_bytes(payload[split:], str(path)))


@functools.lru_cache(maxsize=8)
def _stand_in(rules: Rules) -> Tables:
    """The shipped tables; where a bonus is paid, the same population valued with it."""
    from pysolver.binh.tables import tables

    if rules.sweep_bonus:
        wheel, bonus = SHIPPED_SWEEP
        if rules.wheel != wheel:
            message = (
                f"no tables are trained for wheel={rules.wheel!r} with a sweep_bonus, and none "
                f"can stand in; to train them: pysolver train binh {rules.options}"
            )
            raise DataError(message)
        return tables(Rules(wheel=rules.wheel, sweep_bonus=bonus)).under(rules)
    shipped = tables(Rules(wheel=rules.wheel))
    return shipped.under(rules) if rules.branch_bonus else shipped
