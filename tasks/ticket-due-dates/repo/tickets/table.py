"""Tickets for the eye."""

from __future__ import annotations

from typing import Iterable

from .model import Ticket


def as_table(tickets: Iterable[Ticket]) -> str:
    """Columns as wide as they need to be; the title comes last and is never cut."""
    rows = [(str(ticket.id), ticket.state, ticket.title) for ticket in tickets]
    header = ("ID", "STATE", "TITLE")
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header) - 1)]
    lines = [_line(header, widths, str.ljust)]
    lines += [_line(row, widths, str.rjust) for row in rows]
    return "\n".join(lines) + "\n"


def _line(cells: tuple[str, ...], widths: list[int], align_id) -> str:
    first = align_id(cells[0], widths[0])
    middle = [cell.ljust(width) for cell, width in zip(cells[1:-1], widths[1:])]
    return "  ".join([first, *middle, cells[-1]])
