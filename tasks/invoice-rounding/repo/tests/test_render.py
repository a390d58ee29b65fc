import contextlib
import io
import unittest
from pathlib import Path

from billing.cli import main

EXAMPLE = str(Path(__file__).parent.parent / "examples" / "order.json")


def run(*argv):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(list(argv))
    return status, out.getvalue(), err.getvalue()


class RenderTest(unittest.TestCase):
    def test_text(self):
        status, out, _ = run(EXAMPLE)
        self.assertEqual(status, 0)
        self.assertIn("Invoice 2026-0017", out)
        self.assertIn("3 x Coffee, 1 kg (7 %)", out)
        self.assertTrue(out.endswith("\n"))

    def test_csv_has_a_row_per_line(self):
        _, out, _ = run("--format", "csv", EXAMPLE)
        rows = out.splitlines()
        self.assertEqual(rows[0], "text,quantity,tax_rate,net,discount,tax,total")
        self.assertEqual(len(rows), 4)

    def test_missing_file(self):
        status, out, err = run("no-such-file.json")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("no-such-file.json", err)


if __name__ == "__main__":
    unittest.main()
