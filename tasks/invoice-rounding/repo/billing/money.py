"""Exact amounts of money."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Sequence

# Decimal places of the minor unit, ISO 4217. Currencies that are not listed have two.
EXPONENTS = {"JPY": 0, "KRW": 0, "ISK": 0, "KWD": 3, "TND": 3}


class CurrencyMismatch(ValueError):
    """Two amounts of different currencies in one operation."""


def exponent(currency: str) -> int:
    """Decimal places of the currency's minor unit."""
    return EXPONENTS.get(currency, 2)


def round_minor(amount: Decimal) -> int:
    """The whole number of minor units nearest to `amount`."""
    return round(amount)


@dataclass(frozen=True, order=False)
class Money:
    """A whole number of minor units of one currency."""

    minor: int
    currency: str

    @classmethod
    def parse(cls, text: str, currency: str) -> "Money":
        """Reads "18.90". More decimals than the currency has are an error, not a rounding."""
        try:
            value = Decimal(text).scaleb(exponent(currency))
        except InvalidOperation:
            raise ValueError(f"not an amount: {text!r}") from None
        if not value.is_finite() or value != value.to_integral_value():
            raise ValueError(f"not an amount of {currency}: {text!r}")
        return cls(int(value), currency)

    @classmethod
    def zero(cls, currency: str) -> "Money":
        return cls(0, currency)

    def __add__(self, other: "Money") -> "Money":
        return Money(self.minor + self._same(other).minor, self.currency)

    def __sub__(self, other: "Money") -> "Money":
        return Money(self.minor - self._same(other).minor, self.currency)

    def __neg__(self) -> "Money":
        return Money(-self.minor, self.currency)

    def __lt__(self, other: "Money") -> bool:
        return self.minor < self._same(other).minor

    def times(self, factor: Decimal) -> "Money":
        """This amount times an exact factor, rounded to the minor unit."""
        return Money(round_minor(self.minor * factor), self.currency)

    def allocate(self, weights: Sequence[int]) -> list["Money"]:
        """Splits this amount in proportion to `weights`."""
        total = sum(weights)
        if total == 0:
            return [Money.zero(self.currency) for _ in weights]
        parts = [self.minor * weight // total for weight in weights]
        return [Money(part, self.currency) for part in parts]

    def __str__(self) -> str:
        places = exponent(self.currency)
        sign = "-" if self.minor < 0 else ""
        digits = str(abs(self.minor)).rjust(places + 1, "0")
        if places == 0:
            return f"{sign}{digits}"
        return f"{sign}{digits[:-places]}.{digits[-places:]}"

    def _same(self, other: "Money") -> "Money":
        if self.currency != other.currency:
            raise CurrencyMismatch(f"{self.currency} and {other.currency}")
        return other
