"""How a game of dots ends before the field is full: by agreement, by STOP, by the clock.

Paper shows none of this, so the notation tells it after who began: `R!B` says that B has called STOP and R
alone puts dots, `=` that the game is over, `@R` that R's time ran out:

>>> [str(Ending(1)), str(Ending(1, is_over=True)), str(Ending(is_over=True)), str(Ending(late=0))]
['!B', '!B=', '=', '@R']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from companion.errors import IllegalMove
from companion.text import Text

from .messages import KEYS
from .options import DotsOptions
from .orders import read_histories
from .settle import Rules, State, rules_of
from .stop import count_territory, is_safe, score_after_stop


@dataclass(frozen=True, slots=True)
class Ending:
    """Who called STOP, whose time ran out, and whether nobody moves any more."""

    stopper: int | None = None
    is_over: bool = False
    late: int | None = None

    def __str__(self) -> str:
        """The end of the notation's word for who began."""
        stopped = "" if self.stopper is None else f"!{KEYS[self.stopper]}"
        late = "" if self.late is None else f"@{KEYS[self.late]}"
        return stopped + late + ("=" if self.is_over else "")

    @property
    def has_come(self) -> bool:
        """Whether the game has ended."""
        return self.is_over or self.late is not None


GOES_ON = Ending()

FORM = re.compile(r"(?:!(?P<stopper>[RB]))?(?:@(?P<late>[RB]))?(?P<over>=)?")


def parse_ending(text: str) -> Ending | None:
    """The ending that a text such as `!B=` tells, `None` if it tells none."""
    match = FORM.fullmatch(text)
    if match is None:
        return None
    stopper, late = (KEYS.index(key) if (key := match[name]) else None for name in ("stopper", "late"))
    return Ending(stopper, match["over"] is not None, late)


def stop(state: State, player: int, options: DotsOptions) -> Ending:
    """What happens when the player to move says STOP; raises `IllegalMove` where he may not.

    A leader who is safe wins at once with `grounding=stop_right`. Else the other side alone puts dots until
    the time is up (`placing`), or nobody does and rule S is counted (`auto`)."""
    if options.grounding == "stop_right" and may_stop_and_win(state, player):
        return Ending(player, is_over=True)
    if options.stop_mode == "off":
        raise IllegalMove(NO_STOP_RIGHT if options.grounding == "stop_right" else NO_STOP, "STOP")
    return Ending(player, is_over=options.stop_mode == "auto")


def may_stop_and_win(state: State, player: int) -> bool:
    """Whether the player leads and none of his live dots can be surrounded any more."""
    return state.captured(player) > state.captured(1 - player) and is_safe(state, player)


def count_score(state: State, options: DotsOptions, ending: Ending = GOES_ON) -> tuple[float, float]:
    """Points of R and B as the options count them at this stage of the game."""
    if ending.is_over and ending.stopper is not None and options.stop_mode == "auto":
        return score_after_stop(state, ending.stopper)
    if options.scoring == "area":
        return (state.owned[0].bit_count(), state.owned[1].bit_count())
    if options.scoring == "dots_plus_territory" and ending == Ending(is_over=True):
        return _with_territory(state, replace(rules_of(options), defers=False))
    return (state.captured(0), state.captured(1))


def _with_territory(state: State, rules: Rules) -> tuple[float, float]:
    """The count by rule T: closed areas that nobody painted are counted as if painted now, and their empty
    points are territory."""
    painted = read_histories(state, rules).likely.state
    empty = state.free()
    unpainted = (
        (painted.owned[0] & ~state.owned[0] & empty).bit_count(),
        (painted.owned[1] & ~state.owned[1] & empty).bit_count(),
    )
    return count_territory((painted.captured(0), painted.captured(1)), unpainted).total


NO_STOP = Text(
    en="STOP is not played here; play on or agree on the end", ru="СТОП здесь не играют; ходите дальше"
)
NO_STOP_RIGHT = Text(
    en="only a leader whose dots are all safe may stop; play on",
    ru="остановить может лишь тот, кто впереди и весь в безопасности; ходите дальше",
)
