"""From an order to an invoice: discount, taxes, totals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from .money import Money
from .order import Order, OrderError


@dataclass(frozen=True)
class Line:
    """One line. `net` is before the discount; `total` = net - discount + tax."""

    text: str
    quantity: Decimal
    tax_rate: Decimal
    net: Money
    discount: Money
    tax: Money

    @property
    def total(self) -> Money:
        return self.net - self.discount + self.tax


@dataclass(frozen=True)
class TaxRow:
    """What is owed at one rate. `base` is net of the discount."""

    rate: Decimal
    base: Money
    tax: Money


@dataclass(frozen=True)
class Invoice:
    number: str
    kind: str
    currency: str
    lines: tuple[Line, ...]
    taxes: tuple[TaxRow, ...]
    net: Money
    discount: Money
    tax: Money
    total: Money

    @classmethod
    def from_order(cls, order: Order) -> "Invoice":
        """Computes the invoice. Raises OrderError when the discount exceeds the order."""
        sign = -1 if order.kind == "credit_note" else 1
        nets = [line.unit_price.times(sign * line.quantity) for line in order.lines]
        net = _sum(nets, order.currency)
        discount = _discount(order, net, sign)
        shares = discount.allocate([amount.minor for amount in nets])
        lines = []
        for ordered, amount, share in zip(order.lines, nets, shares):
            tax = (amount - share).times(ordered.tax_rate / 100)
            lines.append(Line(ordered.text, ordered.quantity, ordered.tax_rate, amount, share, tax))
        taxes = _taxes(lines, order.currency)
        tax = _sum([row.tax for row in taxes], order.currency)
        return cls(
            number=order.number,
            kind=order.kind,
            currency=order.currency,
            lines=tuple(lines),
            taxes=taxes,
            net=net,
            discount=discount,
            tax=tax,
            total=net - discount + tax,
        )


def _discount(order: Order, net: Money, sign: int) -> Money:
    """The discount of the whole order, with the sign of the invoice."""
    if order.discount is None:
        return Money.zero(order.currency)
    if order.discount.percent is not None:
        return net.times(order.discount.percent / 100)
    assert order.discount.amount is not None
    if order.discount.amount.minor > abs(net.minor):
        raise OrderError(f"discount.amount: {order.discount.amount} is more than the order's {net}")
    return order.discount.amount if sign > 0 else -order.discount.amount


def _taxes(lines: list[Line], currency: str) -> tuple[TaxRow, ...]:
    """One row per rate, lowest rate first."""
    rates = sorted({line.tax_rate for line in lines})
    rows = []
    for rate in rates:
        of_rate = [line for line in lines if line.tax_rate == rate]
        base = _sum([line.net - line.discount for line in of_rate], currency)
        rows.append(TaxRow(rate, base, _sum([line.tax for line in of_rate], currency)))
    return tuple(rows)


def _sum(amounts: list[Money], currency: str) -> Money:
    total = Money.zero(currency)
    for amount in amounts:
        total = total + amount
    return total
