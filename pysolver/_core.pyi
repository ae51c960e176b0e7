# Types of the compiled module that cffi builds from csrc/pysolver.h.

from collections.abc import Iterator
from typing import Any, SupportsIndex

import numpy.typing as npt
from typing_extensions import Buffer

class CData:
    strengths: tuple[int, int, int]
    cards: CData
    value: int
    values: tuple[int, int, int]
    special: tuple[int, int]
    # ps_war_setup
    players: int
    face_down: int
    short_rule: int
    max_rounds: int
    give_up: int
    pickup: CData
    sizes: CData
    # ps_war_round
    count: int
    carried: int
    battles: int
    winner: int
    owners: CData
    battle_of: CData
    face_up: CData
    picked_up: CData
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Any: ...
    def __setitem__(self, index: SupportsIndex, value: int) -> None: ...

class _FFI:
    NULL: CData
    def new(self, cdecl: str, init: object = ...) -> CData: ...
    def gc(self, cdata: CData, destructor: object, size: int = ...) -> CData: ...
    def buffer(self, cdata: CData, size: int = ...) -> Buffer: ...
    def from_buffer(
        self, cdecl: str, data: Buffer | npt.NDArray[Any], require_writable: bool = ...
    ) -> CData: ...

class _Lib:
    PS_OK: int
    PS_ERROR_CARD: int
    PS_ERROR_MEMORY: int
    PS_ERROR_DATA: int
    PS_ERROR_TABLE: int
    PS_ERROR_ARGUMENT: int
    PS_PORTABLE: int
    PS_AVX2: int
    PS_AVX2_BMI2: int
    PS_WHEEL_SECOND: int
    PS_WHEEL_LOWEST: int
    PS_TOWER_NONE: int
    PS_STRENGTHS: int
    PS_VALUE_BITS: int
    PS_VALUE_LIMIT: int
    PS_FIVES_OF_13: int
    PS_THREES_OF_13: int
    PS_CATEGORIES: int
    PS_BLOCK_HANDS: int
    PS_OPPONENT_DEALS: int
    PS_CORRECTION_NODES: int
    PS_CORRECTION_FEATURES: int
    PS_CORRECTION_OUTPUTS: int
    PS_CORRECTION_CELLS: int
    PS_SWEEP_CELLS: int
    PS_MOST_SWEEP_BONUS: int
    PS_SWEEP_MOST_COUNT: int

    def ps_init(self) -> int: ...
    def ps_best_path(self) -> int: ...
    def ps_category_start(self, category: int) -> int: ...
    def ps_strength(self, cards: bytes, count: int, wheel: int) -> int: ...
    def ps_strengths_of_fives(
        self, path: int, cards: CData, rows: int, wheel: int, strengths: CData
    ) -> int: ...
    def ps_strengths_of_threes(
        self, cards: CData, rows: int, wheel: int, strengths: CData
    ) -> int: ...
    def ps_strengths_of_subsets(
        self, hand: bytes, wheel: int, fives: CData, threes: CData
    ) -> int: ...
    def ps_special_kinds(self, hand: bytes) -> int: ...
    def ps_special_kinds_of_hands(self, hands: CData, rows: int, kinds: CData) -> int: ...
    def ps_shape_lists_build(self, words: CData, capacity: int) -> int: ...
    def ps_arranger_new(
        self,
        top: CData,
        middle: CData,
        bottom: CData,
        wheel: int,
        equal_branches: bool,
        shape_words: CData,
        shape_word_count: int,
        status: CData,
    ) -> CData: ...
    def ps_arranger_correct(
        self, plain: CData, nodes: CData, coefficients: CData, status: CData
    ) -> CData: ...
    def ps_arranger_free(self, arranger: CData) -> None: ...
    def ps_arrange(self, arranger: CData, path: int, hand: bytes, split: CData) -> int: ...
    def ps_arrange_hands(
        self,
        arranger: CData,
        path: int,
        hands: CData,
        rows: int,
        cards: CData,
        strengths: CData,
        values: CData,
        kinds: CData,
        specials: CData,
    ) -> int: ...
    def ps_scan(
        self, arranger: CData, hand: bytes, allowed: CData, count: int, splits: CData
    ) -> int: ...
    def ps_scan_values(
        self,
        top: CData,
        middle: CData,
        bottom: CData,
        wheel: int,
        tower: int,
        hand: bytes,
        allowed: CData,
        count: int,
        splits: CData,
    ) -> int: ...
    def ps_values_for_hand(
        self, arranger: CData, hand: bytes, top: CData, middle: CData, bottom: CData, special: CData
    ) -> int: ...
    def ps_values_of_split(
        self, arranger: CData, hand: bytes, strengths: CData, values: CData, special: CData
    ) -> int: ...
    def ps_arranger_sweep(
        self,
        base: CData,
        edges: CData,
        counts: CData,
        cells: CData,
        everybody: int,
        bonus: int,
        status: CData,
    ) -> CData: ...
    def ps_sweep_values(self, arranger: CData, strengths: CData, values: CData) -> int: ...
    def ps_sweep_population(
        self,
        arranger: CData,
        path: int,
        seed: int,
        first_block: int,
        blocks: int,
        edges: CData,
        counts: CData,
        specials: CData,
        cells: CData,
    ) -> int: ...
    def ps_opponent_strengths(
        self,
        policy: CData,
        path: int,
        hand: bytes,
        seed: int,
        first_block: int,
        blocks: int,
        strengths: CData,
    ) -> int: ...
    def ps_scan_opponents(
        self,
        top: CData,
        middle: CData,
        bottom: CData,
        strengths: CData,
        opponents: int,
        bonus: int,
        wheel: int,
        equal_branches: int,
        hand: bytes,
        allowed: CData,
        count: int,
        splits: CData,
    ) -> int: ...
    def ps_opponents(
        self,
        policy: CData,
        path: int,
        hand: bytes,
        seed: int,
        first_block: int,
        blocks: int,
        counts: CData,
        specials: CData,
    ) -> int: ...
    def ps_duels(
        self,
        policy: CData,
        path: int,
        hand: bytes,
        seed: int,
        first_block: int,
        blocks: int,
        strengths: CData,
        splits: int,
        special_points: CData,
        bonuses: CData,
        sums: CData,
        squares: CData,
        gap_squares: CData,
    ) -> int: ...
    def ps_correction_sums(
        self,
        policy: CData,
        path: int,
        seed: int,
        first_block: int,
        blocks: int,
        nodes: CData,
        gram: CData,
        cells: CData,
    ) -> int: ...
    def ps_deal_block(self, seed: int, block: int, hands: CData) -> int: ...
    def ps_population(
        self,
        arranger: CData,
        path: int,
        seed: int,
        first_block: int,
        blocks: int,
        counts: CData,
        specials: CData,
    ) -> int: ...
    def ps_special_census(
        self, seed: int, first_block: int, blocks: int, specials: CData
    ) -> int: ...
    def ps_response_gap(
        self,
        policy: CData,
        responder: CData,
        judge: CData,
        path: int,
        seed: int,
        first_block: int,
        blocks: int,
        sums: CData,
    ) -> int: ...

    # War
    PS_WAR_SEATS: int
    PS_WAR_UNKNOWN: int
    PS_WAR_MOST_ROUNDS: int
    PS_WAR_SHUFFLED: int
    PS_WAR_WINNER_FIRST: int
    PS_WAR_SEAT_ORDER: int
    PS_WAR_HIGH_FIRST: int
    PS_WAR_LOW_FIRST: int
    PS_WAR_LAST_CARD: int
    PS_WAR_LOSE: int
    PS_WAR_WON: int
    PS_WAR_ENDLESS: int
    PS_WAR_UNFINISHED: int

    def ps_war_games(
        self,
        setup: CData,
        seed: int,
        first: int,
        games: int,
        winners: CData,
        ends: CData,
        rounds: CData,
        battles: CData,
    ) -> int: ...
    def ps_war_cycle(
        self, setup: CData, seed: int, number: int, by_rank: bool, start: CData, length: CData
    ) -> int: ...
    def ps_war_game_new(self, setup: CData, seed: int, number: int, status: CData) -> CData: ...
    def ps_war_game_free(self, game: CData) -> None: ...
    def ps_war_game_round(self, game: CData, turn: CData) -> int: ...
    def ps_war_game_piles(self, game: CData, sizes: CData, cards: CData) -> int: ...
    def ps_war_game_winners(self, game: CData) -> int: ...

ffi: _FFI
lib: _Lib
