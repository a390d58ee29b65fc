import { normalizeTestName } from '../../../contract/checks/name_pattern.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Event } from '../../../record/events/event.js';
import { findBasePassedTests } from '../../../record/events/select_events.js';
import { formatTestId, formatTestName } from '../../../record/tests/test_report.js';
import { condenseTestMessage } from './condense_test_message.js';
import { assumeChangedLine, type ChangedLine, findChangedLine, findTestLine } from './find_changed_line.js';

/** Failed test of an attempt with the message of its assertion; foreign text. */
export interface TestFailure {
  check: string;
  test: string;
  message: string;
  /** Line of a changed file that the message names first, or else the one that it is assumed to be about. */
  place?: ChangedLine;
  /** True if the unchanged repository passes it; absent = it has no such test, or does not pass it, or nobody knows. */
  base_passes?: true;
}

/** Distinct failed test of a report, with its agents or arms. */
export interface TestFailureSummary extends TestFailure {
  agents: { agent: string; count: number }[];
  count: number;
}

/** Failed tests that are kept per attempt. */
const MAX_FAILURES = 50;
/** Distinct failures that a report has. */
const MAX_SHOWN = 100;

/** Collects the failed tests of one attempt from the reports of its checks, each once, with its changed line. */
export function collectTestFailures(events: readonly Event[]): TestFailure[] {
  let changed: string[] = [];
  let assumed: ChangedLine | undefined;
  const failures = new Map<string, TestFailure>();
  const base_passed = createBaseLookup(events);
  for (const event of events) {
    if (event.type === 'patch_applied') {
      changed = event.payload.files.map(({ path }) => path);
      assumed = assumeChangedLine(event.payload.added_lines ?? []);
    }
    if (event.type !== 'acceptance_check' && event.type !== 'build' && event.type !== 'static_check') continue;
    const { check, report } = event.payload;
    if (report.state !== 'read') continue;
    const failed = report.report.tests
      .filter(({ outcome }) => outcome === 'failed')
      .map((test) => ({ name: formatTestName(test), id: formatTestId(test), message: test.message }));
    const suites = report.report.suite_failures.map((suite) => ({ id: undefined, ...suite }));
    for (const { name: test, id, message = '' } of [...failed, ...suites]) {
      if (failures.size >= MAX_FAILURES) return [...failures.values()];
      const key = JSON.stringify([check, test]);
      if (failures.has(key) || message.trim() === '') continue;
      const place = findChangedLine(message, changed) ?? assumed;
      const failure = { check, test, message: condenseWithPlace(message) };
      const is_new = id !== undefined && base_passed(check)?.has(normalizeTestName(id)) === true;
      failures.set(key, { ...failure, ...omitUndefined({ place, base_passes: is_new ? (true as const) : undefined }) });
    }
  }
  return [...failures.values()];
}

/** Creates a lookup of the tests that pass in the unchanged repository, by check; undefined = the record has none. */
function createBaseLookup(events: readonly Event[]): (check: string) => ReadonlySet<string> | undefined {
  const answers = new Map<string, ReadonlySet<string> | undefined>();
  return (check) => {
    if (!answers.has(check)) {
      const names = findBasePassedTests(check, events);
      answers.set(check, names && new Set(names.map(normalizeTestName)));
    }
    return answers.get(check);
  };
}

/** Condenses the message of a failed test, and adds the line of the test where a stack alone said it. */
function condenseWithPlace(message: string): string {
  const condensed = condenseTestMessage(message);
  const line = findTestLine(message);
  return line === undefined || condensed.includes(line) ? condensed : `${condensed}\nat ${line}`;
}

/** Sums failed tests with the same message over attempts, the most frequent first. */
export function summariseTestFailures(
  attempts: readonly { agent: string; failures: readonly TestFailure[] }[],
): TestFailureSummary[] {
  const all = new Map<string, TestFailureSummary>();
  for (const { agent, failures } of attempts) {
    for (const failure of failures) {
      const key = JSON.stringify(failure);
      const summary = all.get(key) ?? { ...failure, agents: [], count: 0 };
      all.set(key, summary);
      summary.count += 1;
      const entry = summary.agents.find((one) => one.agent === agent);
      if (entry === undefined) summary.agents.push({ agent, count: 1 });
      else entry.count += 1;
    }
  }
  return [...all.values()].sort((a, b) => b.count - a.count).slice(0, MAX_SHOWN);
}

/** Formats the agents of a failure: "loop × 3, codex". The text is foreign. */
export const formatFailureAgents = ({ agents }: TestFailureSummary): string =>
  agents.map(({ agent, count }) => (count > 1 ? `${agent} × ${count}` : agent)).join(', ');

/** Failed tests of one check that fail in the same way. */
export interface FailureGroup {
  first: TestFailureSummary;
  /** Names of all tests of the group. */
  tests: string[];
}

/**
 * Groups failures whose messages differ at most in values and places, in their order. A group with the same agents is
 * one fact for the reader.
 */
export function groupFailures(failures: readonly TestFailureSummary[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const failure of failures) {
    const shape = failure.message
      .replace(/\nat \S+$/, '')
      .replace(/(["'`]).*?\1/g, '…')
      .replace(/-?\d+(?:\.\d+)?/g, '…');
    const key = JSON.stringify([failure.check, shape, failure.base_passes, formatFailureAgents(failure)]);
    const group = groups.get(key) ?? { first: failure, tests: [] };
    groups.set(key, group);
    if (!group.tests.includes(failure.test)) group.tests.push(failure.test);
  }
  return [...groups.values()];
}
