"""Queries: terms that must all match."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable

from .errors import QueryError
from .model import STATES, Ticket

Match = Callable[[Ticket], bool]


@dataclass(frozen=True)
class Query:
    terms: tuple[Match, ...]
    names_state: bool

    def matches(self, ticket: Ticket) -> bool:
        return all(term(ticket) for term in self.terms)


def parse_query(words: list[str]) -> Query:
    """Raises QueryError for a term that cannot be understood."""
    terms = []
    names_state = False
    for word in words:
        negated = word.startswith("-")
        text = word[1:] if negated else word
        names_state = names_state or text.startswith("state:")
        match = _term(text, word)
        terms.append(_not(match) if negated else match)
    return Query(tuple(terms), names_state)


def _not(match: Match) -> Match:
    return lambda ticket: not match(ticket)


def _term(text: str, word: str) -> Match:
    key, colon, value = text.partition(":")
    if not text:
        raise QueryError(f"empty term: {word!r}")
    if not colon:
        return lambda ticket: text.casefold() in ticket.title.casefold()
    if key == "state":
        if value not in STATES:
            raise QueryError(f"{word}: the state is one of {', '.join(STATES)}")
        return lambda ticket: ticket.state == value
    if key == "id":
        return _numbers(value, word)
    raise QueryError(f"{word}: unknown key {key}")


def _numbers(value: str, word: str) -> Match:
    match = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", value)
    if not match:
        raise QueryError(f"{word}: not a number or range")
    first = int(match[1])
    last = int(match[2] or first)
    return lambda ticket: first <= ticket.id <= last
