import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path

from tickets.cli import main


class CommandLineTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "t.json"

    def run_it(self, *argv):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(["--file", str(self.file), *argv])
        return status, out.getvalue(), err.getvalue()

    def test_a_day(self):
        self.assertEqual(self.run_it("add", "Printer  on fire"), (0, "1\n", ""))
        self.assertEqual(self.run_it("add", "Order toner"), (0, "2\n", ""))
        self.assertEqual(self.run_it("close", "1"), (0, "", ""))
        self.assertEqual(self.run_it("list"), (0, "ID  STATE  TITLE\n 2  open   Order toner\n", ""))
        self.assertIn(" 1  closed  Printer on fire\n", self.run_it("list", "--all")[1])
        self.assertEqual(self.run_it("list", "-state:closed", "id:1")[0], 1)
        self.assertEqual(self.run_it("list", "toner", "--json")[1].count("\n"), 1)
        self.assertEqual(json.loads(self.run_it("show", "1")[1])["state"], "closed")

    def test_all_or_none(self):
        self.run_it("add", "a")
        self.assertEqual(self.run_it("close", "1", "2"), (2, "", "tickets: there is no ticket 2\n"))
        self.assertEqual(self.run_it("list")[0], 0)

    def test_damaged_files(self):
        for text in ("{", "[]", '{"version": 1}', '{"version": 1, "next_id": 1, "tickets": [{"id": 1}]}'):
            self.file.write_text(text)
            self.assertEqual(self.run_it("list")[0], 2)


if __name__ == "__main__":
    unittest.main()
