"""Runs the given unittest modules of this folder and writes JUnit XML: run_tests.py REPORT MODULE...

Exit status 1 when a test failed, 0 when all passed. Started with `python3 -I`, so nothing of the repository is
imported before the standard library; the repository comes last on the path and cannot shadow it.
"""

import sys
import unittest
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent


class Recorder(unittest.TestResult):
    """Keeps (class, test, failure text or None) in the order in which the tests ended."""

    def __init__(self):
        super().__init__()
        self.rows = []

    def addSuccess(self, test):
        super().addSuccess(test)
        self._row(test, None)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._row(test, self._exc_info_to_string(err, test))

    def addError(self, test, err):
        super().addError(test, err)
        self._row(test, self._exc_info_to_string(err, test))

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._row(test, f"{subtest._subDescription()}\n{self._exc_info_to_string(err, test)}")

    def _row(self, test, failure):
        suite, name = type(test).__name__, getattr(test, "_testMethodName", str(test))
        for row in self.rows:
            if row[:2] == [suite, name]:
                row[2] = row[2] or failure
                return
        self.rows.append([suite, name, failure])


def main(report, modules):
    sys.path[:0] = [str(HERE)]
    sys.path.append(str(HERE.parent))
    result = Recorder()
    unittest.defaultTestLoader.loadTestsFromNames(modules).run(result)
    root = ElementTree.Element("testsuites")
    suites = {}
    for suite, name, failure in result.rows:
        if suite not in suites:
            suites[suite] = ElementTree.SubElement(root, "testsuite", name=suite)
        case = ElementTree.SubElement(suites[suite], "testcase", classname=suite, name=name)
        if failure:
            ElementTree.SubElement(case, "failure", message=failure.strip().splitlines()[-1]).text = failure
            print(f"FAIL {suite} {name}\n{failure}", file=sys.stderr)
    ElementTree.ElementTree(root).write(report, encoding="utf-8", xml_declaration=True)
    return 0 if result.rows and result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
