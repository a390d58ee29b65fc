"""Command line: an order file in, an invoice out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .invoice import Invoice
from .order import OrderError, read_order
from .render import as_csv, as_text

FORMATS = {"text": as_text, "csv": as_csv}


def main(argv: list[str]) -> int:
    """Returns the exit status: 0, or 2 when the order cannot be read."""
    parser = argparse.ArgumentParser(prog="billing", description="Makes an invoice from an order.")
    parser.add_argument("order", help="JSON file, or - for standard input")
    parser.add_argument("--format", choices=sorted(FORMATS), default="text")
    options = parser.parse_args(argv)
    try:
        text = sys.stdin.read() if options.order == "-" else Path(options.order).read_text(encoding="utf-8")
        invoice = Invoice.from_order(read_order(text))
    except (OSError, OrderError) as error:
        print(f"billing: {options.order}: {error}", file=sys.stderr)
        return 2
    sys.stdout.write(FORMATS[options.format](invoice))
    return 0
