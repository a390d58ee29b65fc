import { isTestPath } from '../../../language/is_test_path.js';
import { shortenText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import type { ListItem, ReportFold, TextPiece } from '../report_block.js';
import { type CheckOutputSummary, isToldFailure } from '../view/check_output_summary.js';
import type { ReportView } from '../view/report_view.js';
import { type FailureGroup, formatFailureAgents, groupFailures } from '../view/test_failure_summary.js';
import { createNamePiece, joinPieces, listIf, prose, trustText } from './prose.js';

const OWNERS_LIMIT = 300;
/** Names of tests that fail alike, and places that an output names. */
const NAMES = 3;
const PLACES = 3;
/** Lines of a short page below all its items, and below one. */
const SHORT_LINES = 12;
const SHORT_ITEM_LINES = 8;

/** Item with its lines. */
type EvidenceItem = Extract<ListItem, { lines: readonly string[] }>;

/** Creates what failed, unfolded: outputs of checks, failed tests, last words of agents; undefined without any. */
export function createFailuresFold(view: ReportView): ReportFold | undefined {
  const items = listEvidence(view);
  if (items.length === 0) return undefined;
  return { kind: 'fold', title: prose`What failed (${items.length})`, open: true, blocks: [{ kind: 'list', items }] };
}

/** Creates the same for a page of few lines; what does not fit is counted. */
export function createShortEvidence(view: ReportView): ListItem[] {
  const all = listEvidence(view);
  const items: ListItem[] = [];
  let room = SHORT_LINES;
  for (const { text, lines } of all) {
    if (room < 2) break;
    const most = Math.min(room - 1, SHORT_ITEM_LINES);
    const shown =
      lines.length <= most ? lines : [...lines.slice(0, most - 1), `… ${lines.length - most + 1} more lines`];
    items.push({ text, lines: shown });
    room -= 1 + shown.length;
  }
  const hidden = all.length - items.length;
  return [
    ...items,
    ...listIf(hidden > 0, [trustText(`… and ${formatQuantity(hidden, 'more failure')} in the details`)]),
  ];
}

/** Lists what failed. Of a file that did not load, the output says why, and its report nothing. */
function listEvidence(view: ReportView): EvidenceItem[] {
  const printed = new Set(view.outputs.map(({ check }) => check));
  const tests = view.failures.filter(({ check, test }) => !(printed.has(check) && isTestPath(test)));
  return [...view.outputs.map(createOutputItem), ...groupFailures(tests).map(createGroupItem), ...listLastWords(view)];
}

/** Creates the places that an output names, then its last lines. */
function createOutputItem({ check, output: { named, lines }, agents, tasks }: CheckOutputSummary): EvidenceItem {
  const places = named
    .slice(0, PLACES)
    .map(({ path, line, message }) => prose`${createNamePiece(`${path}:${line}`)} ${shortenText(message, 150)}`);
  const more = named.length - PLACES;
  const owners = `${agents.slice(0, 3).join(', ')} in ${tasks.slice(0, 3).join(', ')}`;
  const subject = places.length > 0 ? joinPieces(places, '; ') : prose`${shortenText(owners, 120)}`;
  const text = prose`${createNamePiece(check)}: ${subject}${more > 0 ? trustText(`; ${more} more`) : ''}`;
  const isStated = (line: string) =>
    named.slice(0, PLACES).some((one) => line === one.message || line.endsWith(`${one.path}:${one.line}`));
  return { text, lines: lines.filter((line) => !isStated(line)) };
}

/** Creates a failed test, or several that fail alike, with the message of the first. */
function createGroupItem({ first, tests }: FailureGroup): EvidenceItem {
  const names = joinPieces(
    tests.slice(0, NAMES).map((name) => [createNamePiece(name, tests.length === 1 ? 200 : 80)]),
    ', ',
  );
  const more = tests.length > NAMES ? prose` and ${tests.length - NAMES} more` : [];
  const count = tests.length > 1 ? prose`${tests.length} tests fail alike: ` : [];
  const owners = shortenText(formatFailureAgents(first), OWNERS_LIMIT);
  const rest = prose`${more} – ${owners}${formatBase(first.base_passes)}`;
  const text = prose`${createNamePiece(first.check)}: ${count}${names}${rest}`;
  return { text, lines: first.message.split('\n') };
}

const formatBase = (base_passes: true | undefined): TextPiece[] =>
  base_passes === undefined ? [] : [trustText(' – new: the base passes')];

/** Lists the ends of agents whose command failed, with their last lines, equal ones once. */
function listLastWords({ rows }: ReportView): EvidenceItem[] {
  const items = new Map<string, EvidenceItem>();
  for (const { agent, exit, result, ...row } of rows) {
    const { agent_exit } = result.verdict;
    if (exit === '' || agent_exit === null || agent_exit.stderr_tail.length < 2) continue;
    if (!isToldFailure({ ...row, result })) continue;
    const key = JSON.stringify([agent, agent_exit.stderr_tail]);
    items.set(key, { text: prose`last words of ${createNamePiece(agent)}`, lines: agent_exit.stderr_tail });
  }
  return [...items.values()].slice(0, NAMES);
}

/** Creates the commands that repeat a failure here; undefined if they cannot be told. */
export function createReproduction({ rows, contract_checks }: ReportView): TextPiece[] | undefined {
  const failed = rows.find(isToldFailure);
  if (failed === undefined || contract_checks.length > 0) return undefined;
  const { contract, agent, verdict } = failed.result;
  const check = verdict.checks.find(({ mandatory, reached, outcome }) => mandatory && reached && outcome !== 'pass');
  const command = check?.evidence.find((one) => one.command !== undefined)?.command;
  const is_plain = PLAIN.test(contract.path) && REPEATABLE.has(agent.name);
  const commands = [
    ...listIf(command !== undefined && isRepeatable(command), `${command}`),
    ...listIf(is_plain, `gatebench run ${contract.path} --agent ${agent.name}`),
  ];
  if (commands.length === 0) return undefined;
  const codes = joinPieces(
    commands.map((code) => [{ code }]),
    ', or whole: ',
  );
  return prose`${{ strong: 'Reproduce' }} ${codes}`;
}

/** Tells whether a command says all by itself: not one that writes its report where gatebench says. */
const isRepeatable = (command: string): boolean => command.length <= 120 && !/\n|\$\{?REPORT\b/.test(command);

/** Paths that a shell takes as they are. */
const PLAIN = /^[\w./@-]+$/;
/** Agents that need no more than their name. */
const REPEATABLE: ReadonlySet<string> = new Set(['pull-request', 'golden', 'noop']);
