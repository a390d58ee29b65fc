import type { LogFormat } from '../../../../contract/checks/check.js';
import { MAX_TESTS } from '../parsing/test_collection.js';
import { type LogDialect, LoggedTests, MAX_SUITE_TITLES } from './log_dialect.js';

const measureIndent = (line: string): number => line.length - line.trimStart().length;

/** Appends the title of a suite to those of the suites around it. */
const appendTitle = (outer: string | undefined, separator: string, title: string): string =>
  (outer === undefined ? title : `${outer}${separator}${title}`).slice(0, MAX_SUITE_TITLES);

/** Dialects in which lines above a test name its suites. */
export const TREE_DIALECTS = {
  'jest-tree': {
    readTests: readJestTree,
    writePassing: (name) => `> ./node_modules/.bin/jest --verbose\n  ✓ ${name}`,
  },
  karma: {
    readTests: readKarmaTree,
    writePassing: (name) => {
      const titles = name.split(' > ');
      const suites = titles.slice(0, -1).map((title, depth) => `${' '.repeat(2 * depth + 2)}${title}`);
      return ['Starting browser Chrome', ...suites, ` ✔ ${titles.at(-1)}`].join('\n');
    },
  },
  'mocha-spec': {
    readTests: (lines) => readMochaSpec(lines).tests,
    findContradiction(lines) {
      const { counted, marked } = readMochaSpec(lines);
      return counted > marked ? `its summaries count ${counted} failed tests, and its lines show ${marked}` : undefined;
    },
    writePassing: (name) => `  ${name.split('.')[0]}\n    ✓ ${name.split('.').slice(1).join('.') || name}`,
  },
  phpunit: {
    readTests(lines) {
      const tests = new LoggedTests();
      let suite = 'None';
      for (const line of lines) {
        const class_at = /^[\p{L}\p{N}_]/u.test(line) && line.endsWith(')') ? line.lastIndexOf(' (') : -1;
        if (class_at > 1 && class_at < line.length - 3) {
          suite = line.slice(0, Math.min(class_at, MAX_SUITE_TITLES));
          continue;
        }
        if (tests.size > MAX_TESTS) break;
        const [, mark, title = ''] = /^([✔✘↩])\s*(.*)$/.exec(line.trimStart()) ?? [];
        if (mark !== undefined)
          tests.add(`${suite} > ${title}`, mark === '✔' ? 'passed' : mark === '✘' ? 'failed' : 'skipped');
      }
      return tests;
    },
    writePassing: (name) => {
      const [suite = '', ...titles] = name.split(' > ');
      return `${suite} (Tests\\${suite.replaceAll(' ', '')}Test)\n ✔ ${titles.join(' > ') || suite}`;
    },
  },
} satisfies Partial<Record<LogFormat, LogDialect>>;

/**
 * Reads mocha's spec reporter, and counts the failures of its summaries and of its lines. What follows a summary
 * repeats the failed tests, until a test that passed shows that another run has begun.
 */
function readMochaSpec(lines: readonly string[]): { tests: LoggedTests; counted: number; marked: number } {
  const tests = new LoggedTests();
  let [counted, marked] = [0, 0];
  let suite: string | undefined;
  let ended = false;
  for (const [index, line] of lines.entries()) {
    if (index > 0 && /^[ \t]*\d+ passing/.test(line)) ended = true;
    counted += Number(/^[ \t]*(\d{1,9}) failing\b/.exec(line)?.[1] ?? 0);
    const [, mark, title] = /^([✓✔]|\d+\))(.*)$/.exec(line.trim()) ?? [];
    if (mark === undefined) {
      if (line.startsWith('  ')) suite = line.trim().slice(0, MAX_SUITE_TITLES);
      continue;
    }
    if (tests.size > MAX_TESTS) break;
    const failed = mark.endsWith(')');
    if (!failed) ended = false;
    if (ended) continue;
    if (failed) marked++;
    const name = title!.replace(/\(\d+ms\)/g, '').trim();
    tests.add(suite === undefined ? name : `${suite}.${name}`, failed ? 'failed' : 'passed');
  }
  return { tests, counted, marked };
}

/** Reads jest's verbose form after each command line that starts it: titles of suites and test, joined by ` - `. */
function readJestTree(lines: readonly string[]): LoggedTests {
  const tests = new LoggedTests();
  const suites: { titles: string; indent: number }[] = [];
  let is_running = false;
  for (const line of lines) {
    if (tests.size > MAX_TESTS) break;
    if (line.includes(' ./node_modules/.bin/jest ')) is_running = true;
    else if (!is_running) continue;
    else if (line.startsWith('Test Suites') || line.startsWith('  ● ')) is_running = false;
    else {
      const [, mark, title = ''] = /^\s+([✓✕])\s(.*)$/.exec(line) ?? [];
      const indent = measureIndent(line);
      if (mark !== undefined) {
        const name = `${suites.at(-1)?.titles ?? ''} - ${title.replace(/\(\d+ms\)$/, '')}`.trim();
        tests.add(name, mark === '✓' ? 'passed' : 'failed');
      } else if (indent > 0) {
        while (suites.length > 0 && suites.at(-1)!.indent >= indent) suites.pop();
        suites.push({ titles: appendTitle(suites.at(-1)?.titles, ' - ', line.trim()), indent });
      }
    }
  }
  return tests;
}

/**
 * Reads karma's mocha reporter. As upstream has it, a line of the same depth as the last suite names no new one, and a
 * line of less depth ends one suite and begins none: names of benchmarks are made this way.
 */
function readKarmaTree(lines: readonly string[]): LoggedTests {
  const tests = new LoggedTests();
  const suites: string[] = [];
  let depth = -1;
  let is_running = false;
  for (const line of lines) {
    if (tests.size > MAX_TESTS) break;
    if (line.startsWith('SUMMARY:')) break;
    if (line.includes('Starting browser')) is_running = true;
    else if (is_running) {
      const [, mark, title = ''] = /^\s*([✔✖])\s(.*)$/.exec(line) ?? [];
      if (mark !== undefined) {
        const outer = suites.at(-1);
        tests.add(outer === undefined ? title : `${outer} > ${title}`, mark === '✔' ? 'passed' : 'failed');
      } else {
        // One blank stands between indentation and title.
        const indent = measureIndent(line) - 1;
        if (indent < 1) continue;
        if (indent > depth) suites.push(appendTitle(suites.at(-1), ' > ', line.trimStart()));
        else if (indent < depth) suites.pop();
        depth = indent;
      }
    }
  }
  return tests;
}
