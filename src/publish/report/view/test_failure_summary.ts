import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Event } from '../../../record/events/event.js';
import { formatTestName } from '../../../record/tests/test_report.js';
import { condenseTestMessage } from './condense_test_message.js';
import { assumeChangedLine, type ChangedLine, findChangedLine, findTestLine } from './find_changed_line.js';

/** Failed test of an attempt with the message of its assertion; foreign text. */
interface TestFailure {
  check: string;
  test: string;
  message: string;
  /** Line of a changed file that the message names first, or else the one that it is assumed to be about. */
  place?: ChangedLine;
}

/** Distinct failed test of a report, with its agents or arms. */
export interface TestFailureSummary extends TestFailure {
  agents: { agent: string; count: number }[];
  count: number;
}

/** Failed tests that are kept per attempt. */
const MAX_FAILURES = 10;
/** Distinct failures that a report shows. */
const MAX_SHOWN = 10;

/** Collects the failed tests of one attempt from the reports of its checks, each once, with its changed line. */
export function collectTestFailures(events: Iterable<Event>): TestFailure[] {
  let changed: string[] = [];
  let assumed: ChangedLine | undefined;
  const failures = new Map<string, TestFailure>();
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
      .map((test) => ({ name: formatTestName(test), message: test.message }));
    for (const { name: test, message = '' } of [...failed, ...report.report.suite_failures]) {
      if (failures.size >= MAX_FAILURES) return [...failures.values()];
      const key = JSON.stringify([check, test]);
      if (failures.has(key) || message.trim() === '') continue;
      const place = findChangedLine(message, changed) ?? assumed;
      const failure = { check, test, message: condenseWithPlace(message) };
      failures.set(key, { ...failure, ...omitUndefined({ place }) });
    }
  }
  return [...failures.values()];
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
