"""Tickets and the list of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .errors import TicketError

STATES = ("open", "closed")


@dataclass(frozen=True)
class Ticket:
    id: int
    title: str
    state: str = "open"


@dataclass
class TicketList:
    """Tickets by number. Tickets are never changed in place."""

    next_id: int = 1
    tickets: dict[int, Ticket] = field(default_factory=dict)

    def add(self, title: str) -> Ticket:
        title = " ".join(title.split())
        if not title:
            raise TicketError("a ticket needs a title")
        ticket = Ticket(self.next_id, title)
        self.tickets[ticket.id] = ticket
        self.next_id += 1
        return ticket

    def get(self, number: int) -> Ticket:
        try:
            return self.tickets[number]
        except KeyError:
            raise TicketError(f"there is no ticket {number}") from None

    def change(self, numbers: list[int], **fields) -> None:
        """Changes all of the tickets, or none when one does not exist."""
        changed = [replace(self.get(number), **fields) for number in numbers]
        for ticket in changed:
            self.tickets[ticket.id] = ticket

    def __iter__(self):
        return iter(sorted(self.tickets.values(), key=lambda ticket: ticket.id))
