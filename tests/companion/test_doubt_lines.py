"""Doubts in words: in the reader's language, the least sure first, and not all of very many."""

from __future__ import annotations

from dataclasses import replace

from companion import catalog, referee
from companion.boxes.messages import counted
from companion.referee import MOST_DOUBTS, Doubt, doubt_lines


def lines(doubts: list[Doubt], lang: str) -> list[str]:
    game = catalog.find_game("dots")
    report = referee.judge(game, game.start(game.options()))
    return [line(lang) for line in doubt_lines(replace(report, doubtful=tuple(doubts)))]


def test_doubts_speak_the_language_of_the_player() -> None:
    doubt = Doubt((3, 4), "nothing", "dot R", 0.9, settles=("CAPTURE_NOT_DRAWN",))
    assert lines([doubt], "ru") == [
        "Сомнение в (3, 4): прочитано «пусто», может быть «точка R» (уверенность 0.90); "
        "тогда исчезнет CAPTURE_NOT_DRAWN"
    ]
    assert "read nothing, may be dot R" in lines([doubt], "en")[0]


def test_the_least_sure_doubts_are_told_and_the_others_counted() -> None:
    doubts = [Doubt((n, 0), "dot R", "dot B", 0.95 - n / 100) for n in range(MOST_DOUBTS + 5)]
    told = lines(doubts, "en")
    assert len(told) == MOST_DOUBTS + 1
    assert f"({MOST_DOUBTS + 4}, 0)" in told[0] and told[-1] == "... and 5 more doubtful marks"


def test_a_single_doubt_too_many_is_told_in_its_place() -> None:
    doubts = [Doubt((n, 0), "dot R", "dot B", 0.9) for n in range(MOST_DOUBTS + 1)]
    assert len([line for line in lines(doubts, "en") if line.startswith("Not sure")]) == MOST_DOUBTS + 1


def test_turns_are_counted_in_good_russian() -> None:
    assert counted(80, 6, 74)("ru").endswith("ход переходил 74 раза")
    assert counted(2, 1, 1)("en") == "2 lines, 1 box: the turn passed 1 time"
