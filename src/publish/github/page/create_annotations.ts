import { escapeInvisible } from '../../../contract/input/user_error.js';
import { isTestPath } from '../../../language/is_test_path.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import type { SafetyMetrics } from '../../../record/verdict/safety_metrics.js';
import type { CheckVerdict, Evidence } from '../../../record/verdict/verdict.js';
import { GATE_NAMES } from '../../../record/verdict/verdict.js';
import { compareCodeUnits, findDecidingGate, isExpectedFailure } from '../../report/view/attempt_row.js';
import type { ChangedLine } from '../../report/view/find_changed_line.js';
import { formatMetric, formatMetricName } from '../../report/view/mechanism_summary.js';
import type { TestFailureSummary } from '../../report/view/test_failure_summary.js';
import { shortenText } from '../../text/escape_text.js';
import { formatDuration, formatUsd } from '../../text/format_quantity.js';
import type { CheckAnnotation } from '../check_run/check_run.js';
import type { ContractLocation } from '../pair/published_pair.js';

const ORDER = { failure: 0, warning: 1, notice: 2 } as const;

/**
 * Creates annotations on lines where a reader can act. A failed check points at its line in the contract. When the pull
 * request itself is judged, a policy finding points at the line of the patch. Findings in a task's own repository point
 * at the contract, because the files of that repository are not in the pull request. A failed test whose message names
 * a line of a changed file points there, and one that names none to the only changed code. Equal facts of several
 * contracts and attempts become one annotation. A line that the output of a failed check names gets one of its own, a
 * baseline that fails as it must, beside others, none. Each attempt has one notice with gate vector, cost and the safety metrics that
 * were observed (requirement P2).
 *
 * @param failures failed tests with their messages
 */
export function createAnnotations(
  results: readonly AttemptResult[],
  places: Record<string, ContractLocation>,
  failures: readonly TestFailureSummary[] = [],
): CheckAnnotation[] {
  const facts = new Map<string, { fact: AnnotationFact; attempts: number; owners: Set<string> }>();
  const has_judged = results.some(({ agent }) => agent.kind !== 'noop');
  for (const result of results.filter((one) => !has_judged || !isExpectedFailure(one))) {
    const owner = `${result.contract.id}, ${result.agent.name}`;
    for (const fact of collectFacts(
      result,
      places[result.attempt_id] ?? { path: result.contract.path, lines: {} },
      failures,
    )) {
      const key = JSON.stringify(fact);
      const entry = facts.get(key) ?? { fact, attempts: 0, owners: new Set() };
      facts.set(key, entry);
      entry.attempts++;
      entry.owners.add(owner);
    }
  }
  const summaries = results.map((result) => createAttemptNotice(result, places[result.attempt_id]));
  return [
    ...[...facts.values()].map(({ fact, attempts, owners }) => toAnnotation(fact, attempts, [...owners])),
    ...summaries.filter((notice) => notice !== undefined),
  ].sort(
    (a, b) =>
      ORDER[a.annotation_level] - ORDER[b.annotation_level] ||
      compareCodeUnits(a.path, b.path) ||
      a.start_line - b.start_line,
  );
}

/** Creates the notice of one attempt, at its contract; undefined if the path cannot be shown. */
function createAttemptNotice(
  { attempt_id: _, contract, agent, trial, ...result }: AttemptResult,
  location: ContractLocation | undefined,
): CheckAnnotation | undefined {
  const path = toRepositoryPath(location?.path ?? contract.path);
  if (path === undefined) return undefined;
  const { verdict, cost, timing } = result;
  const gates = verdict.gates.map(({ gate, reached, outcome }) => `${gate} ${reached ? outcome : 'not run'}`);
  const metrics = Object.entries(verdict.safety.metrics) as [keyof SafetyMetrics, number | null][];
  const observed = metrics.filter(([, value]) => value !== null);
  const unobserved = metrics.length - observed.length;
  const lines = [
    gates.join(' · '),
    `cost ${formatUsd(cost.total_usd)} · ${formatDuration(timing.wall_ms)}`,
    ...observed.map(([name, value]) => `${formatMetricName(name)}: ${formatMetric(name, value)}`),
    ...(unobserved === 0 ? [] : [`${unobserved} of ${metrics.length} safety metrics were not observed`]),
  ];
  const owner = `${contract.id}, ${agent.name}${trial === 1 ? '' : `, trial ${trial}`}`;
  return {
    ...{ path, start_line: 1, end_line: 1, annotation_level: 'notice' },
    title: shortenText(escapeInvisible(`${owner}: ${verdict.status.replaceAll('_', ' ')}`), 200),
    message: formatLines(lines.join('\n')),
  };
}

/** Content of an annotation, without the attempts that it comes from. */
interface AnnotationFact {
  path: string;
  line: number;
  annotation_level: CheckAnnotation['annotation_level'];
  what: string;
  message: string;
}

/** Maximum number of contracts and agents that an annotation names. */
const NAMED = 5;

function toAnnotation(
  { path, line, annotation_level, what, message }: AnnotationFact,
  attempts: number,
  owners: string[],
): CheckAnnotation {
  const [first = ''] = owners;
  const title = owners.length === 1 ? `${first}: ${what}` : what;
  const names = owners.slice(0, NAMED).map((each) => `- ${each}`);
  if (owners.length > NAMED) names.push(`- and ${owners.length - NAMED} more`);
  const list = owners.length === 1 ? ')' : `:)\n${names.join('\n')}`;
  const count = attempts === 1 ? '' : `\n(in ${attempts} attempts${list}`;
  return {
    path,
    start_line: line,
    end_line: line,
    annotation_level,
    title: shortenText(escapeInvisible(title), 200),
    message: formatLines(message) + formatLines(count),
  };
}

function collectFacts(
  result: AttemptResult,
  location: ContractLocation,
  failures: readonly TestFailureSummary[],
): AnnotationFact[] {
  const path = toRepositoryPath(location.path);
  if (path === undefined) return [];
  const { verdict } = result;
  const level = verdict.status === 'failure' ? 'failure' : 'warning';
  const out: AnnotationFact[] = [];
  const add = (
    place: { path: string; line: number },
    annotation_level: CheckAnnotation['annotation_level'],
    what: string,
    message: string,
  ) => out.push({ path: place.path, line: place.line, annotation_level, what, message });
  const contract = (field: string | undefined) => ({ path, line: findLine(location, field) });

  // What was judged is not what is asked about: nothing that was found there concerns this patch.
  if (verdict.status === 'invalid' && verdict.tags.some(({ id }) => id === 'identity-mismatch')) {
    add(contract('snapshot'), 'warning', 'not judged', verdict.reason);
    return out;
  }
  const failed = verdict.checks.filter((check) => check.reached && check.mandatory && check.outcome !== 'pass');
  for (const check of failed) {
    const word = check.outcome === 'fail' ? 'failed' : 'could not be decided';
    const is_pull = result.snapshot.kind === 'pull-request';
    const lines = is_pull ? (check.output?.named ?? []).filter(isShownPath) : [];
    for (const place of lines.slice(0, NAMED_LINES)) add(place, level, `${check.check}`, place.message);
    // Of a file that did not load, its report says less than the output, as far as that has a line for each.
    const unloaded = check.failing.filter(isTestPath);
    const tests = check.failing.filter((name) => unloaded.length > lines.length || !isTestPath(name));
    const messages = failures.filter((one) => one.check === check.check && tests.includes(one.test));
    const placed = is_pull ? messages.filter(hasShownPlace) : [];
    for (const { test, message, place } of placed)
      add(place, level, `test failed: ${test}`, place.assumed ? `${message}\n${ASSUMED_REMARK}` : message);
    const rest = tests.filter((name) => !placed.some(({ test }) => test === name));
    // Without a test that is left, the lines say all that the check said.
    if (placed.length + lines.length > 0 && rest.length === 0) continue;
    const place = contract(findContractField(check.evidence));
    add(place, level, `check ${check.check} ${word}`, formatCheckMessage({ ...check, failing: rest }, messages));
  }
  for (const finding of verdict.findings.filter((each) => each.severity !== 'info')) {
    const touched = finding.evidence.find((each) => each.file !== undefined);
    const file = touched === undefined ? undefined : toRepositoryPath(touched.file!);
    const place =
      result.snapshot.kind === 'pull-request' && file !== undefined
        ? { path: file, line: touched!.line ?? 1 }
        : contract(findContractField(finding.evidence) ?? 'policy');
    const where =
      touched === undefined ? '' : `\n${touched.file}${touched.line === undefined ? '' : `:${touched.line}`}`;
    add(place, finding.severity === 'violation' ? 'failure' : 'warning', finding.rule, finding.message + where);
  }
  const gate = findDecidingGate(verdict.status, verdict.gates);
  if (out.length === 0 && verdict.status !== 'success') {
    const title = gate === undefined ? verdict.status : `${gate.gate} ${GATE_NAMES[gate.gate]}`;
    add(
      contract(gate && findContractField(gate.evidence)),
      level,
      title,
      gate?.why || verdict.reason || verdict.status,
    );
  }
  return out;
}

/** Remark on an annotation whose line no message names. */
const ASSUMED_REMARK = '(shown where the change begins)';

/** Tells whether the line of a failed test can be shown in the pull request. */
const hasShownPlace = (failure: TestFailureSummary): failure is TestFailureSummary & { place: ChangedLine } =>
  failure.place !== undefined && toRepositoryPath(failure.place.path) === failure.place.path;

/** Lines that the output of one check names, each with an annotation. */
const NAMED_LINES = 10;

const isShownPath = ({ path }: { path: string }): boolean => toRepositoryPath(path) === path;

/** Lines of a test's message in the annotation of its check. */
const MESSAGE_LINES = 6;

function formatCheckMessage(
  check: Pick<CheckVerdict, 'why' | 'outcome' | 'failing' | 'output'>,
  failures: readonly TestFailureSummary[],
): string {
  const names = check.failing.slice(0, 10).map((name) => {
    const message = failures.find(({ test }) => test === name)?.message ?? '';
    const lines = message
      .split('\n')
      .slice(0, MESSAGE_LINES)
      .filter((line) => line.trim() !== '');
    return [`- ${escapeInvisible(name)}`, ...lines.map((line) => `  ${line}`)].join('\n');
  });
  if (check.failing.length > 10) names.push(`- and ${check.failing.length - 10} more`);
  return [check.why || `outcome: ${check.outcome}`, ...names, ...(check.output?.lines ?? [])].join('\n');
}

/** Makes control characters visible and keeps line breaks. */
function formatLines(message: string): string {
  return shortenText(message.split('\n').map(escapeInvisible).join('\n'), 2000);
}

function findContractField(evidence: readonly Evidence[]): string | undefined {
  return evidence.find((each) => each.contract_path !== undefined)?.contract_path;
}

/** Returns the line of a field, else of the nearest field around it, else the first. */
function findLine(location: ContractLocation, field: string | undefined): number {
  const parts = field?.split('.') ?? [];
  for (let depth = parts.length; depth > 0; depth--) {
    const key = parts.slice(0, depth).join('.');
    const line = Object.hasOwn(location.lines, key) ? location.lines[key] : undefined;
    if (line !== undefined) return Math.max(1, line);
  }
  return 1;
}

/**
 * Returns a path inside the repository in the form of the API.
 *
 * @returns undefined if the path leads elsewhere or cannot be shown
 */
function toRepositoryPath(raw: string): string | undefined {
  const parts = raw.replace(/^(?:\.\/)+/, '').split('/');
  const inside = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return inside && escapeInvisible(raw) === raw && !raw.includes('\\') && raw.length <= 1024
    ? parts.join('/')
    : undefined;
}
