"""Mistakes of the user. The message is shown as it is."""


class TicketError(Exception):
    """Base of all of them."""


class StoreError(TicketError):
    """The file cannot be used."""


class QueryError(TicketError):
    """The query cannot be understood."""
