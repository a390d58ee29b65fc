import type { LogFormat } from '../../../../contract/checks/check.js';
import type { TestCase } from '../../../../record/tests/test_report.js';
import { parseXml, type XmlElement } from '../parsing/parse_xml.js';
import { MAX_TESTS } from '../parsing/test_collection.js';
import { findLastMatch, type LogDialect, LoggedTests, MAX_SUITE_TITLES } from './log_dialect.js';

/** Dialects of build tools, and of reports inside a log. */
export const BUILD_DIALECTS = {
  doctest: {
    readTests: readDoctest,
    writePassing: (name) => {
      const [test, ...titles] = name
        .split(' > ')
        .map((title) => title.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`));
      return `<doctest><TestSuite><TestCase name="${test}"><SubCase name="${titles.join(' > ')}"/></TestCase></TestSuite></doctest>`;
    },
  },
  gradle: {
    readTests(lines) {
      const tests = new LoggedTests();
      // Output of another process may stand between a test and its outcome.
      let pending: string | undefined;
      for (const line of lines.map((each) => each.trim())) {
        const outcome = /(?:^|\s)(PASSED|FAILED)$/.exec(line)?.[1];
        const name = outcome === undefined ? '' : line.slice(0, -outcome.length).trimEnd();
        if (outcome !== undefined && name.length > 1 && !name.startsWith('>')) {
          tests.add(name, outcome === 'PASSED' ? 'passed' : 'failed');
          pending = undefined;
        } else if (/^[^>\s]\S*\s{1,40}>\s{1,40}\S+$/.test(line)) pending = line;
        else if (outcome !== undefined && name === '' && pending !== undefined) {
          tests.add(pending, outcome === 'PASSED' ? 'passed' : 'failed');
          pending = undefined;
        }
      }
      return tests;
    },
    writePassing: (name) => `${name} PASSED`,
  },
  maven: {
    // Maven does not name passing tests: each is run by a command of its own, which the shell prints (`set -x`).
    readTests(lines) {
      const tests = new LoggedTests();
      // A result belongs to the first command without one. Output of two processes may come in any order.
      const [names, early]: [string[], TestCase['outcome'][]] = [[], []];
      let next = 0;
      for (const line of lines) {
        const name = findLastMatch(line, /-Dtest=(\S+)/g)?.[1];
        if (name !== undefined) names.push(name);
        const result = /BUILD (SUCCESS|FAILURE)$/.exec(line.trim())?.[1];
        if (result === undefined) continue;
        const outcome = result === 'SUCCESS' ? 'passed' : 'failed';
        const first = names[next];
        if (first === undefined) early.push(outcome);
        else {
          tests.add(first, outcome);
          next++;
        }
      }
      for (const [index, name] of names.slice(next, next + early.length).entries()) tests.add(name, early[index]!);
      return tests;
    },
    writePassing: (name) => `+ mvn test -Dtest=${name}\n[INFO] BUILD SUCCESS`,
  },
} satisfies Partial<Record<LogFormat, LogDialect>>;

/** Reads each XML report that doctest prints: each subcase is a test, and passes if all of its expressions do. */
function readDoctest(lines: readonly string[]): LoggedTests {
  const tests = new LoggedTests();
  const log = lines.join('\n');
  for (let start = log.indexOf('<doctest'); start !== -1; ) {
    const end = log.indexOf(DOCTEST_END, start);
    if (end === -1) break;
    const parsed = parseXml(log.slice(start, end + DOCTEST_END.length));
    for (const root of parsed.ok ? parsed.roots : []) addDoctestCases(root, tests);
    start = log.indexOf('<doctest', end);
  }
  return tests;
}

const DOCTEST_END = '</doctest>';

function addDoctestCases(root: XmlElement, tests: LoggedTests): void {
  for (const test of listDescendants(root, 'TestCase')) {
    const suite = (test.attributes.name ?? 'undefined').slice(0, MAX_SUITE_TITLES);
    for (const part of listDescendants(test, 'SubCase')) {
      if (tests.size > MAX_TESTS) return;
      const passes = listDescendants(part, 'Expression').every(({ attributes }) => attributes.success === 'true');
      tests.add(`${suite} > ${part.attributes.name}`, passes ? 'passed' : 'failed');
    }
  }
}

const listDescendants = (parent: XmlElement, name: string): XmlElement[] =>
  parent.children.flatMap((child) => [...(child.name === name ? [child] : []), ...listDescendants(child, name)]);
