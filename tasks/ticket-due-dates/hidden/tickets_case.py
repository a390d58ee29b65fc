"""A folder with a ticket file, and the program as a function with a fixed date."""

import contextlib
import io
import json
import tempfile
import unittest
from datetime import date
from pathlib import Path

from tickets.cli import main

TODAY = date(2026, 10, 10)

VERSION_1 = """{
  "version": 1, "next_id": 4,
  "tickets": [
    {"id": 1, "title": "Printer on fire", "state": "closed"},
    {"id": 3, "title": "Fire drill", "state": "open"}
  ]
}
"""


class TicketsCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "t.json"

    def tickets(self, *argv):
        """Exit status, standard output, standard error."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main(["--file", str(self.file), *argv], today=TODAY)
            except SystemExit as end:
                status = end.code
        return status, out.getvalue(), err.getvalue()

    def done(self, *argv):
        """Standard output of a command that must succeed."""
        status, out, err = self.tickets(*argv)
        self.assertEqual((status, err), (0, ""), argv)
        return out

    def refused(self, *argv):
        """Standard error of a command that must fail and change nothing."""
        before = self.file.read_bytes() if self.file.exists() else None
        status, out, err = self.tickets(*argv)
        self.assertEqual((status, out), (2, ""), argv)
        self.assertEqual(self.file.read_bytes() if self.file.exists() else None, before, argv)
        self.assertTrue(err)
        return err

    def found(self, *query):
        """Numbers that `list --all` finds."""
        status, out, err = self.tickets("list", "--all", "--json", *query)
        self.assertEqual(err, "", query)
        self.assertEqual(status, 0 if out else 1, query)
        return [json.loads(line)["id"] for line in out.splitlines()]
