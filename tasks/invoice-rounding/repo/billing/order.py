"""Orders as they come from the shop: JSON with amounts as text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from .money import Money


class OrderError(ValueError):
    """The order cannot be read. The message names the field."""


@dataclass(frozen=True)
class OrderLine:
    text: str
    quantity: Decimal
    unit_price: Money
    tax_rate: Decimal


@dataclass(frozen=True)
class Discount:
    """Either a share of the order in percent or a fixed amount."""

    percent: Decimal | None = None
    amount: Money | None = None


@dataclass(frozen=True)
class Order:
    number: str
    currency: str
    kind: str
    lines: tuple[OrderLine, ...]
    discount: Discount | None = None


def read_order(text: str) -> Order:
    """Reads an order. Raises OrderError with the field that is wrong."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise OrderError(f"not JSON: {error.msg} in line {error.lineno}") from None
    if not isinstance(data, dict):
        raise OrderError("not an object")
    currency = _text(data, "currency", "")
    kind = data.get("kind", "invoice")
    if kind not in ("invoice", "credit_note"):
        raise OrderError(f"kind: {kind!r} is neither invoice nor credit_note")
    lines = data.get("lines")
    if not isinstance(lines, list) or not lines:
        raise OrderError("lines: at least one is needed")
    return Order(
        number=_text(data, "number", ""),
        currency=currency,
        kind=kind,
        lines=tuple(_line(line, currency, f"lines[{i}].") for i, line in enumerate(lines)),
        discount=_discount(data.get("discount"), currency),
    )


def _line(data: Any, currency: str, where: str) -> OrderLine:
    if not isinstance(data, dict):
        raise OrderError(f"{where[:-1]}: not an object")
    return OrderLine(
        text=_text(data, "text", where),
        quantity=_decimal(data, "quantity", where),
        unit_price=_money(data, "unit_price", currency, where),
        tax_rate=_decimal(data, "tax", where),
    )


def _discount(data: Any, currency: str) -> Discount | None:
    if data is None:
        return None
    if not isinstance(data, dict) or len(data) != 1:
        raise OrderError("discount: needs exactly one of percent, amount")
    if "percent" in data:
        percent = _decimal(data, "percent", "discount.")
        if percent > 100:
            raise OrderError(f"discount.percent: {percent} is more than everything")
        return Discount(percent=percent)
    if "amount" in data:
        return Discount(amount=_money(data, "amount", currency, "discount."))
    raise OrderError("discount: needs exactly one of percent, amount")


def _text(data: dict[str, Any], key: str, where: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise OrderError(f"{where}{key}: text is needed")
    return value


def _decimal(data: dict[str, Any], key: str, where: str) -> Decimal:
    try:
        value = Decimal(_text(data, key, where))
    except InvalidOperation:
        raise OrderError(f"{where}{key}: {data[key]!r} is not a number") from None
    if not value.is_finite() or value < 0:
        raise OrderError(f"{where}{key}: {data[key]!r} is not a number of zero or more")
    return value


def _money(data: dict[str, Any], key: str, currency: str, where: str) -> Money:
    try:
        money = Money.parse(_text(data, key, where), currency)
    except OrderError:
        raise
    except ValueError as error:
        raise OrderError(f"{where}{key}: {error}") from None
    if money.minor < 0:
        raise OrderError(f"{where}{key}: {data[key]!r} is negative")
    return money
