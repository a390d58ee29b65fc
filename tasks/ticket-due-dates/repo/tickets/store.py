"""The file: reading, checking, and replacing it in one step."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from .errors import StoreError
from .model import STATES, Ticket, TicketList

VERSION = 1
KEYS = {"id", "title", "state"}


def load(path: Path) -> TicketList:
    """The list in the file; an empty one when there is no file. Raises StoreError."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return TicketList()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{path}: {error}") from None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise StoreError(f"{path}: not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise StoreError(f"{path}: not a ticket file of version {VERSION}")
    if set(data) != {"version", "next_id", "tickets"} or not isinstance(data["tickets"], list):
        raise StoreError(f"{path}: needs exactly version, next_id and tickets")
    tickets = [_ticket(entry, f"{path}: tickets[{i}]") for i, entry in enumerate(data["tickets"])]
    return TicketList(data["next_id"], {ticket.id: ticket for ticket in tickets})


def _ticket(entry: Any, where: str) -> Ticket:
    if not isinstance(entry, dict):
        raise StoreError(f"{where} is not an object")
    wrong = sorted(KEYS.symmetric_difference(entry))
    if wrong:
        raise StoreError(f"{where}: {'unknown' if wrong[0] in entry else 'missing'} key {wrong[0]}")
    if not isinstance(entry["id"], int) or not isinstance(entry["title"], str) or entry["state"] not in STATES:
        raise StoreError(f"{where} is damaged")
    return Ticket(entry["id"], entry["title"], entry["state"])


def as_entry(ticket: Ticket) -> dict[str, Any]:
    """The ticket as it is written to the file and printed with --json."""
    return {"id": ticket.id, "title": ticket.title, "state": ticket.state}


def save(path: Path, tickets: TicketList) -> None:
    """Replaces the file in one step. Raises StoreError."""
    data = {
        "version": VERSION,
        "next_id": tickets.next_id,
        "tickets": [as_entry(ticket) for ticket in tickets],
    }
    draft = path.with_name(f"{path.name}.new")
    try:
        draft.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(draft, path)
    except OSError as error:
        raise StoreError(f"{path}: {error}") from None
