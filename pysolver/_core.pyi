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
    # ps_wizard_view
    size: int
    seat: int
    turned: int
    trump: int
    hook: int
    bid_count: int
    play_count: int
    bids: CData
    hand: CData
    plays: CData
    # ps_wizard_standing
    turn: int
    leader: int
    laid: int
    suit: int
    finished: int
    hand_count: int
    legal_count: int
    tricks: Any  # a number, or an array of them
    voids: CData
    winners: CData
    legal: CData
    # ps_wizard_settings
    deals: Any
    candidates: int
    survivors: int
    bid_spread: float
    bid_wide: float
    bid_floor: float
    play_noise: float
    sharpness: float
    own_style: int
    planned_bids: int
    planned_plays: int
    plan_deals: int
    plan_trust: float
    bid_deals: int
    bid_margin: float
    exact_share: float
    exact_noise: float
    styles: object
    # ps_wizard_match
    kinds: CData
    explore: float
    practice: float
    seed: int
    # ps_wizard_result
    points: CData
    made: CData
    lesson_count: int
    sample_count: int
    # ps_wizard_advice
    effective: float
    learned: float
    choices: CData
    means: CData
    errors: CData
    chances: CData
    # ps_scientific_rules, ps_scientific_state
    ranks: int
    jokers: int
    trick_limit: int
    reversal: int
    powers: int
    hands: CData
    piles: CData
    pot: int
    reverse: int
    peeker: int
    may_swap: int
    threes: int
    last_in: int
    disputed: int
    # ps_scientific_answer
    rows: int
    columns: int
    gap: float
    row_choices: CData
    column_choices: CData
    row_mix: CData
    column_mix: CData
    payoffs: CData
    # ps_scientific_advice
    row: CData
    column: CData
    loss: CData
    compared: int
    depth: int
    width: int
    exact: int
    leaves: int
    # ps_scientific_view, ps_scientific_crowd_advice
    state: CData
    unseen: int
    player: int
    deal: int
    totals: CData
    hand_sizes: CData
    seen: CData
    games: int
    mix: CData
    evs: CData
    stderrs: CData
    stderr_of_value: float
    # ps_scientific_practice
    opening: int
    stray: float
    trace: float
    lean: float
    iterations: int
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Any: ...
    def __setitem__(self, index: SupportsIndex | slice, value: object) -> None: ...

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
    PS_ERROR_RULE: int
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

    # matrix games
    PS_MATRIX_GAME_MOST: int
    PS_MATRIX_GAME_LIMIT: int

    def ps_matrix_games(
        self,
        payoffs: CData,
        games: int,
        rows: int,
        columns: int,
        values: CData,
        gaps: CData,
        row_mixes: CData,
        column_mixes: CData,
    ) -> int: ...
    def ps_matrix_game_from(
        self, payoffs: CData, rows: int, columns: int, supports: CData, mixes: CData
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

    # Wizard
    PS_WIZARD_DECK: int
    PS_WIZARD_SEATS: int
    PS_WIZARD_MOST: int

    def ps_wizard_score(self, bid: int, tricks: int) -> int: ...
    def ps_wizard_deal(
        self, players: int, size: int, seed: int, number: int, hands: CData
    ) -> int: ...
    def ps_wizard_trick_winner(self, cards: bytes, count: int, trump: int) -> int: ...
    def ps_wizard_legal(
        self, hand: bytes, count: int, trick: bytes, laid: int, legal: CData
    ) -> int: ...
    def ps_wizard_replay(self, view: CData, standing: CData) -> int: ...
    PS_WIZARD_STATE_FEATURES: int
    PS_WIZARD_CARD_FEATURES: int
    PS_WIZARD_HIDDEN: int
    PS_WIZARD_BID_FEATURES: int
    PS_WIZARD_MODEL_NUMBERS: int
    PS_WIZARD_LESSON: int
    PS_WIZARD_BID_ROW: int
    PS_WIZARD_SAMPLE: int
    PS_WIZARD_RANDOM: int
    PS_WIZARD_CAUTIOUS: int
    PS_WIZARD_BOLD: int
    PS_WIZARD_LEARNED: int
    PS_WIZARD_SEARCH: int

    def ps_wizard_model_new(
        self, players: int, numbers: CData, given: int, status: CData
    ) -> CData: ...
    def ps_wizard_model_free(self, model: CData) -> None: ...
    def ps_wizard_playouts(
        self, path: int, players: int, size: int, seed: int, first: int, blocks: int, tricks: CData
    ) -> int: ...
    def ps_wizard_advise_bid(
        self, path: int, view: CData, model: CData, settings: CData, seed: int, advice: CData
    ) -> int: ...
    def ps_wizard_advise_card(
        self, path: int, view: CData, model: CData, settings: CData, seed: int, advice: CData
    ) -> int: ...
    def ps_wizard_advise_trump(
        self, path: int, view: CData, model: CData, settings: CData, seed: int, advice: CData
    ) -> int: ...
    def ps_wizard_fitting_deals(
        self, path: int, view: CData, model: CData, settings: CData, seed: int, owners: CData
    ) -> int: ...
    def ps_wizard_style_bid(self, path: int, view: CData, model: CData, style: int) -> int: ...
    def ps_wizard_style_card(self, path: int, view: CData, model: CData, style: int) -> int: ...
    def ps_wizard_card_values(self, path: int, view: CData, model: CData, rows: CData) -> int: ...
    def ps_wizard_style_trump(self, path: int, view: CData) -> int: ...
    def ps_wizard_play_match(
        self, path: int, match: CData, model: CData, settings: CData, game: int, result: CData
    ) -> int: ...

    # Scientific War
    PS_SCIENTIFIC_SEATS: int
    PS_SCIENTIFIC_JOKER: int
    PS_SCIENTIFIC_SWAP: int
    PS_SCIENTIFIC_NOTHING: int
    PS_SCIENTIFIC_CHOICES: int
    PS_SCIENTIFIC_DISPUTE: int
    PS_SCIENTIFIC_MOST_TRICKS: int
    PS_SCIENTIFIC_NOW: int
    PS_SCIENTIFIC_NEXT: int
    PS_SCIENTIFIC_STATES: int
    PS_SCIENTIFIC_EXPANDED: int
    PS_SCIENTIFIC_ENTRIES: int
    PS_SCIENTIFIC_DEPTH: int
    PS_SCIENTIFIC_UNFOLDED: int
    PS_SCIENTIFIC_GAMES: int
    PS_SCIENTIFIC_BYTES: int
    PS_SCIENTIFIC_ENDS: int
    PS_SCIENTIFIC_ONE: int
    PS_SCIENTIFIC_UNREACHED: int
    PS_SCIENTIFIC_FULL: int
    PS_SCIENTIFIC_MOST_STATES: int
    PS_SCIENTIFIC_NEAREST: int
    PS_SCIENTIFIC_DOWN: int
    PS_SCIENTIFIC_UP: int
    PS_SCIENTIFIC_BY_COUNT: int
    PS_SCIENTIFIC_LOST: int
    PS_SCIENTIFIC_WON: int

    def ps_scientific_resolve(
        self, rules: CData, ranks: bytes, count: int, reverse: bool, outcome: CData
    ) -> int: ...
    def ps_scientific_start(self, rules: CData, state: CData) -> int: ...
    def ps_scientific_check(self, rules: CData, state: CData) -> int: ...
    def ps_scientific_over(self, rules: CData, state: CData) -> int: ...
    def ps_scientific_winners(self, rules: CData, state: CData) -> int: ...
    def ps_scientific_choices(
        self, rules: CData, state: CData, player: int, choices: CData
    ) -> int: ...
    def ps_scientific_play(self, rules: CData, state: CData, choices: bytes) -> int: ...
    def ps_scientific_duel_play(self, rules: CData, state: CData, choices: bytes) -> int: ...
    def ps_scientific_graph_new(self, rules: CData, most: int, status: CData) -> CData: ...
    def ps_scientific_graph_read(
        self, rules: CData, keys: CData, count: int, status: CData
    ) -> CData: ...
    def ps_scientific_graph_free(self, graph: CData) -> None: ...
    def ps_scientific_graph_grow(self, graph: CData, states: int) -> int: ...
    def ps_scientific_graph_figure(self, graph: CData, figure: int) -> int: ...
    def ps_scientific_graph_within(self, graph: CData, tricks: int) -> int: ...
    def ps_scientific_graph_keys(self, graph: CData, keys: CData, capacity: int) -> int: ...
    def ps_scientific_graph_find(
        self, graph: CData, rules: CData, state: CData, mirror: CData
    ) -> int: ...
    def ps_scientific_first_layer(
        self, graph: CData, first: int, states: int, layer: CData
    ) -> int: ...
    def ps_scientific_sweep(
        self,
        graph: CData,
        plus: CData,
        minus: CData,
        below: int,
        layer: CData,
        start: int,
        end: int,
        rounding: int,
        supports: CData,
    ) -> int: ...
    def ps_scientific_answer_of(
        self,
        graph: CData,
        rules: CData,
        state: CData,
        plus: CData,
        minus: CData,
        below: int,
        answer: CData,
    ) -> int: ...

    # Scientific War: search and training
    PS_SCIENTIFIC_UNITS: int
    PS_SCIENTIFIC_STAGES: int
    PS_SCIENTIFIC_WEIGHTS: int
    PS_SCIENTIFIC_SAMPLE: int
    PS_SCIENTIFIC_PRACTICE_TRICKS: int

    def ps_scientific_advise(
        self,
        rules: CData,
        state: CData,
        weights: CData,
        seen: int,
        iterations: int,
        player: int,
        lean: float,
        advice: CData,
    ) -> int: ...
    def ps_scientific_crowd(
        self, rules: CData, view: CData, seed: int, iterations: int, advice: CData
    ) -> int: ...
    def ps_scientific_evaluate(
        self, rules: CData, state: CData, weights: CData, value: CData
    ) -> int: ...
    def ps_scientific_practice_games(
        self,
        rules: CData,
        weights: CData,
        practice: CData,
        seed: int,
        first: int,
        games: int,
        capacity: int,
        samples: CData,
    ) -> int: ...
    def ps_scientific_answer_games(
        self,
        rules: CData,
        weights: CData,
        answering: CData,
        practice: CData,
        seed: int,
        first: int,
        games: int,
        capacity: int,
        samples: CData,
        results: CData,
    ) -> int: ...
    def ps_scientific_fit(
        self,
        weights: CData,
        means: CData,
        squares: CData,
        decay: CData,
        samples: CData,
        count: int,
        batch: int,
        rate: float,
        tied: int,
        seed: int,
        number: int,
        error: CData,
    ) -> int: ...
    def ps_scientific_first_weights(self, seed: int, weights: CData) -> int: ...
    def ps_scientific_round_weights(self, weights: CData, rounded: CData) -> int: ...

ffi: _FFI
lib: _Lib
