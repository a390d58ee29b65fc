"""Invoices and credit notes."""

from .invoice import Invoice, Line, TaxRow
from .money import CurrencyMismatch, Money
from .order import Order, OrderError, read_order

__all__ = ["CurrencyMismatch", "Invoice", "Line", "Money", "Order", "OrderError", "TaxRow", "read_order"]
