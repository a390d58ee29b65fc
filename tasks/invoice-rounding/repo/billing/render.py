"""Invoices as text and as CSV."""

from __future__ import annotations

import csv
import io

from .invoice import Invoice

TITLES = {"invoice": "Invoice", "credit_note": "Credit note"}
WIDTH = 64


def as_text(invoice: Invoice) -> str:
    """A page of fixed-width text."""
    out = [f"{TITLES[invoice.kind]} {invoice.number}", "=" * WIDTH]
    for line in invoice.lines:
        out.append(_row(f"{_number(line.quantity)} x {line.text} ({_number(line.tax_rate)} %)", str(line.net)))
    out.append("-" * WIDTH)
    out.append(_row("Net", str(invoice.net)))
    if invoice.discount.minor != 0:
        out.append(_row("Discount", str(-invoice.discount)))
    for row in invoice.taxes:
        out.append(_row(f"Tax {_number(row.rate)} % of {row.base}", str(row.tax)))
    out.append("=" * WIDTH)
    out.append(_row(f"Total {invoice.currency}", str(invoice.total)))
    return "\n".join(out) + "\n"


def as_csv(invoice: Invoice) -> str:
    """One row per line, then one row `TOTAL`; for spreadsheets and bookkeeping imports."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["text", "quantity", "tax_rate", "net", "discount", "tax", "total"])
    for line in invoice.lines:
        writer.writerow(
            [
                line.text,
                _number(line.quantity),
                _number(line.tax_rate),
                line.net,
                line.discount,
                line.tax,
                line.total,
            ]
        )
    writer.writerow(["TOTAL", "", "", invoice.net, invoice.discount, invoice.tax, invoice.total])
    return buffer.getvalue()


def _row(left: str, right: str) -> str:
    space = max(1, WIDTH - len(left) - len(right))
    return f"{left}{' ' * space}{right}"


def _number(value) -> str:
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
