import json
import unittest

from billing import Invoice, OrderError, read_order


def order(**fields):
    data = {
        "number": "1",
        "currency": "EUR",
        "lines": [{"text": "Thing", "quantity": "2", "unit_price": "10.00", "tax": "20"}],
    }
    data.update(fields)
    return read_order(json.dumps(data))


class InvoiceTest(unittest.TestCase):
    def test_total(self):
        invoice = Invoice.from_order(order())
        self.assertEqual(str(invoice.net), "20.00")
        self.assertEqual(str(invoice.tax), "4.00")
        self.assertEqual(str(invoice.total), "24.00")

    def test_percent_discount(self):
        invoice = Invoice.from_order(order(discount={"percent": "10"}))
        self.assertEqual(str(invoice.discount), "2.00")
        self.assertEqual(str(invoice.total), "21.60")

    def test_fixed_discount(self):
        invoice = Invoice.from_order(order(discount={"amount": "5.00"}))
        self.assertEqual(str(invoice.total), "18.00")

    def test_discount_cannot_exceed_the_order(self):
        with self.assertRaises(OrderError):
            Invoice.from_order(order(discount={"amount": "20.01"}))

    def test_credit_note(self):
        invoice = Invoice.from_order(order(kind="credit_note", discount={"amount": "5.00"}))
        self.assertEqual(str(invoice.total), "-18.00")

    def test_one_row_per_rate(self):
        lines = [
            {"text": "A", "quantity": "1", "unit_price": "10.00", "tax": "19"},
            {"text": "B", "quantity": "1", "unit_price": "20.00", "tax": "7"},
            {"text": "C", "quantity": "1", "unit_price": "30.00", "tax": "19"},
        ]
        invoice = Invoice.from_order(order(lines=lines))
        self.assertEqual([(str(r.rate), str(r.base), str(r.tax)) for r in invoice.taxes],
                         [("7", "20.00", "1.40"), ("19", "40.00", "7.60")])


class ReadOrderTest(unittest.TestCase):
    def test_names_the_field(self):
        with self.assertRaisesRegex(OrderError, r"lines\[0\]\.quantity"):
            order(lines=[{"text": "A", "quantity": "x", "unit_price": "1.00", "tax": "0"}])
        with self.assertRaisesRegex(OrderError, "discount.percent"):
            order(discount={"percent": "101"})


if __name__ == "__main__":
    unittest.main()
