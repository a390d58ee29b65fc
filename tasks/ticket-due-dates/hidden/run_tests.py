"""Runs the given unittest modules of this folder and writes TAP: run_tests.py REPORT MODULE...

Exit status 1 when a test failed, 0 when all passed. Started with `python3 -I`, so nothing of the repository is
imported before the standard library; the repository comes last on the path and cannot shadow it.
"""

import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Tap(unittest.TestResult):
    """Keeps name and failure (or None) of every test, in order."""

    def __init__(self):
        super().__init__()
        self.rows = {}

    def _row(self, test, err):
        test = getattr(test, "test_case", test)
        name = f"{type(test).__name__}.{test._testMethodName}" if hasattr(test, "_testMethodName") else str(test)
        text = self._exc_info_to_string(err, test) if err else None
        self.rows[name] = self.rows.get(name) or text

    def addSuccess(self, test):
        super().addSuccess(test)
        self._row(test, None)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._row(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self._row(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._row(test, err)


def main(report, modules):
    sys.path[:0] = [str(HERE)]
    sys.path.append(str(HERE.parent))
    result = Tap()
    unittest.defaultTestLoader.loadTestsFromNames(modules).run(result)
    lines = ["TAP version 13", f"1..{len(result.rows)}"]
    for number, (name, failure) in enumerate(result.rows.items(), 1):
        lines.append(f"{'not ok' if failure else 'ok'} {number} - {name}")
        lines.extend(f"# {line}" for line in (failure or "").splitlines())
    Path(report).write_text("\n".join(lines) + "\n", encoding="utf-8")
    failures = [name for name, failure in result.rows.items() if failure]
    print("\n".join(f"FAIL {name}" for name in failures), file=sys.stderr)
    return 0 if result.rows and not failures and result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
