"""Command line."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import date
from pathlib import Path

from .errors import TicketError
from .model import TicketList
from .query import parse_query
from .store import as_entry, load, save
from .table import as_table


def main(argv: list[str], today: date | None = None) -> int:
    """Returns the exit status. `today` is the date for which the command is run."""
    options = _parser().parse_args(_protect(argv))
    path = Path(options.file)
    try:
        tickets = load(path)
        status = options.run(tickets, options, today or date.today())
        if options.writes:
            save(path, tickets)
        return status
    except TicketError as error:
        print(f"tickets: {error}", file=sys.stderr)
        return 2


def _protect(argv: list[str]) -> list[str]:
    """A term like -state:open must not be taken for an option."""
    return [f" {arg}" if arg.startswith("-") and ":" in arg and not arg.startswith("--") else arg for arg in argv]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tickets", description="A ticket list in one file.")
    parser.add_argument("--file", default="tickets.json", help="default: tickets.json")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    add = commands.add_parser("add", help="add a ticket, print its number")
    add.add_argument("title")
    add.set_defaults(run=_add, writes=True)

    for name, state in (("close", "closed"), ("reopen", "open")):
        command = commands.add_parser(name, help=f"make tickets {state}")
        command.add_argument("ids", type=int, nargs="+", metavar="ID")
        command.set_defaults(run=_set_state, writes=True, state=state)

    list_ = commands.add_parser("list", help="print tickets")
    list_.add_argument("--all", action="store_true", help="closed ones too")
    list_.add_argument("--json", action="store_true", help="one object per line")
    list_.add_argument("query", nargs="*", metavar="QUERY")
    list_.set_defaults(run=_list, writes=False)

    show = commands.add_parser("show", help="print one ticket as JSON")
    show.add_argument("id", type=int, metavar="ID")
    show.set_defaults(run=_show, writes=False)
    return parser


def _add(tickets: TicketList, options: argparse.Namespace, today: date) -> int:
    print(tickets.add(options.title).id)
    return 0


def _set_state(tickets: TicketList, options: argparse.Namespace, today: date) -> int:
    tickets.change(options.ids, state=options.state)
    return 0


def _list(tickets: TicketList, options: argparse.Namespace, today: date) -> int:
    query = parse_query([word.removeprefix(" ") for word in options.query])
    everything = options.all or query.names_state
    found = [t for t in tickets if query.matches(t) and (everything or t.state == "open")]
    if options.json:
        for ticket in found:
            print(json.dumps(as_entry(ticket), ensure_ascii=False))
    elif found:
        print(as_table(found), end="")
    return 0 if found else 1


def _show(tickets: TicketList, options: argparse.Namespace, today: date) -> int:
    print(json.dumps(as_entry(tickets.get(options.id)), indent=1, ensure_ascii=False))
    return 0
