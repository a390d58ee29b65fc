import type { LogFormat } from '../../../../contract/checks/check.js';
import { createLineDialect, createWordDialect, findLastMatch, type LogDialect } from './log_dialect.js';

/** Most white space between two parts of a line: a pattern must not try every split of a long run. */
const GAP = '\\s{1,40}';

/** Dialects in which each line names one test. */
export const LINE_DIALECTS = {
  ant: createWordDialect(
    new RegExp(`^\\[junit\\]${GAP}\\[(?<word>PASS|FAIL|ERR)\\]${GAP}(?<name>.+)$`),
    { PASS: 'passed', FAIL: 'failed', ERR: 'failed' },
    (name) => `    [junit] [PASS] ${name}`,
  ),
  cucumber: createLineDialect(
    (line) => {
      // The name, a blank, dots, and at the end of the dots the outcome.
      const end = findLastMatch(line, / (?:\.+F|\.{2,})/g);
      return end && [line.slice(0, end.index), end[0].endsWith('F') ? 'failed' : 'passed'];
    },
    (name) => `${name} ..`,
  ),
  googletest: createLineDialect(
    (line) => {
      const result = findLastMatch(line, /\[\s{0,40}(OK|FAILED)\s{0,40}\]\s/g);
      if (!result || !line.endsWith(')')) return undefined;
      const rest = line.slice(result.index! + result[0].length);
      const time = findLastMatch(rest, /\s\(/g);
      // A failed test has the value of its parameter behind its name.
      const name = rest.slice(0, time?.index).replace(/, (?:where )?(?:GetParam\(\)|TypeParam) = .*$/, '');
      return time && [name, result[1] === 'OK' ? 'passed' : 'failed'];
    },
    (name) => `[       OK ] ${name} (0 ms)`,
  ),
  'jest-files': createLineDialect(
    (line) => {
      const [, word, rest = ''] = /^(PASS|FAIL)\s(.+)$/.exec(line) ?? [];
      const time = findLastMatch(rest, /\s\([\d.]+\s?m?s\)/g);
      return word === undefined ? undefined : [rest.slice(0, time?.index), word === 'PASS' ? 'passed' : 'failed'];
    },
    (name) => `PASS ${name}`,
    false,
  ),
  jq: createWordDialect(
    /^(?<word>PASS|FAIL):\s(?<name>.+)$/,
    { PASS: 'passed', FAIL: 'failed' },
    (name) => `PASS: ${name}`,
  ),
  micropython: createWordDialect(
    new RegExp(`^(?<word>pass|FAIL|skip)${GAP}(?<name>.+)$`),
    { pass: 'passed', FAIL: 'failed', skip: 'skipped' },
    (name) => `pass  ${name}`,
  ),
  minitest: createLineDialect(
    (line) => {
      // `Class#test_name = 0.01 s = .`, where a dot and a blank end the name.
      const markIndex = Math.max(line.lastIndexOf('.'), line.lastIndexOf('F'), line.lastIndexOf('E'));
      const equals = line.lastIndexOf('=', markIndex);
      const end = markIndex === -1 || equals < 2 ? -1 : line.lastIndexOf('. ', equals - 2);
      return end < 1 ? undefined : [line.slice(0, end), line[markIndex] === '.' ? 'passed' : 'failed'];
    },
    (name) => `${name}. = 0.00 s = .`,
  ),
  redis: createLineDialect(
    (line) => {
      const [, word, rest = ''] = /^\[(ok|err|skip|ignore)\]:\s(.+)$/.exec(line) ?? [];
      const name = rest.replace(/\s\(\d+\s?m?s\)$/, '');
      if (word === 'ok') return [name, 'passed'];
      // A failing test has its file behind its name.
      if (word === 'err') return [name.replace(/(\S)\s{1,40}in\s{1,40}\S+$/, '$1'), 'failed'];
      return word === undefined ? undefined : [name, 'skipped'];
    },
    (name) => `[ok]: ${name} (1 ms)`,
  ),
  rspec: createLineDialect(
    (line) => {
      const end = findLastMatch(line, / - (passed|failed)/g);
      return end?.index ? [line.slice(0, end.index), end[1] === 'passed' ? 'passed' : 'failed'] : undefined;
    },
    (name) => `${name} - passed`,
  ),
  'ruby-unit': createLineDialect(
    (line) => {
      const end = findLastMatch(line, /:\s{1,40}(\.|[EFO]\b)/g);
      const name = line.slice(0, end?.index).replace(/^test: /, '');
      if (!end || name === '') return undefined;
      return [name, end[1] === '.' ? 'passed' : end[1] === 'O' ? 'skipped' : 'failed'];
    },
    (name) => `${name}: .: (0.001)`,
  ),
} satisfies Partial<Record<LogFormat, LogDialect>>;
