import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { ContractOutcome } from './create_contract.js';
import type { MinedChanges } from './mined_changes.js';

/** Formats what became of one commit as lines of the log. */
export function formatContractOutcome({
  commit,
  subject,
  state,
  reason,
  path,
  strength,
  notes,
  wall_ms,
}: ContractOutcome): string[] {
  const mark = state === 'proven' || state === 'written' ? '✓' : '✗';
  return [
    `${mark} ${commit.slice(0, 8)} ${safe(subject)}: ${state} in ${Math.round(wall_ms / 1000)} s` +
      (strength === undefined ? '' : `, strength ${strength}`),
    `  ${safe(reason)}`,
    ...(path ? [`  ${safe(path)}`] : []),
    ...notes.map((note) => `  note: ${safe(note)}`),
  ];
}

/** Facts about a walk that its summary needs beside its outcomes. */
interface WalkSummary {
  /** Changes of the history, where it was walked. */
  mined?: MinedChanges | undefined;
  /** Why the walk ended before all changes were tried. */
  ended?: string | undefined;
}

/** Most commits that are listed by name. */
const MAX_LISTED = 10;

/** Formats the table at the end: how many commits were tried and proven, and why the others were not. */
export function formatInitSummary(outcomes: readonly ContractOutcome[], { mined, ended = '' }: WalkSummary): string[] {
  const contracts = outcomes.filter(({ state }) => state !== 'not begun');
  const rest = outcomes.filter(({ state }) => state === 'not begun');
  const contractCount = contracts.filter(({ state }) => state === 'proven' || state === 'written').length;
  const weak = contracts.filter(({ state, strength }) => state === 'proven' && strength === 'none').length;
  const finished = contracts.filter(({ unfinished }) => !unfinished);
  const unfinished = contracts.length - finished.length;
  const failures = finished.filter(({ state }) => state === 'unproven' || state === 'skipped');
  const lacks = failures.filter(({ lacking }) => lacking);
  const left = mined ? mined.candidates.length - contracts.length : 0;
  return [
    '',
    `${formatQuantity(finished.length, 'commit')} tried, ` +
      `${contractCount} became ${contractCount === 1 ? 'a contract' : 'contracts'}`,
    ...(weak > 0
      ? [`${weak} of ${contractCount} ${weak === 1 ? 'has' : 'have'} strength none: a forged report could pass`]
      : []),
    ...listCounts(countReasons(failures.filter(({ lacking }) => !lacking))),
    ...(lacks.length > 0 ? ['for what this machine lacks:', ...listCounts(countReasons(lacks))] : []),
    ...(unfinished > 0 ? [`${unfinished} ${unfinished === 1 ? 'was' : 'were'} begun and not done`] : []),
    ...(rest.length > 0 ? [`${formatQuantity(rest.length, 'commit')} not begun: ${safe(ended)}`] : []),
    ...rest.slice(0, MAX_LISTED).map(({ commit, subject }) => `  ${commit.slice(0, 8)} ${safe(subject)}`),
    ...(rest.length > MAX_LISTED ? [`  and ${rest.length - MAX_LISTED} more`] : []),
    ...(left > 0
      ? [`${formatQuantity(left, 'further commit')} not tried${ended === '' ? '' : `: ${safe(ended)}`}`]
      : []),
    ...(mined && mined.left_out.size > 0 ? ['left out:', ...listCounts(mined.left_out)] : []),
  ];
}

const listCounts = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `  ${String(count).padStart(5)}  ${safe(reason)}`);

/** Longest reason in the table, in characters. */
const MAX_REASON = 160;
/** Beginning of a reason, of several words, in front of its details. The colon of an address does not end it. */
const REASON_HEAD = /^\S+\s.*?(?=:\s|\s\(|$)/s;

/** Counts reasons that begin alike. One of them stands for all, and is marked as an example where they differ. */
function countReasons(failures: readonly ContractOutcome[]): Map<string, number> {
  const groups = new Map<string, [string, ...string[]]>();
  for (const { reason } of failures) {
    const [head] = REASON_HEAD.exec(reason) ?? [reason];
    const group = groups.get(head);
    if (group === undefined) groups.set(head, [reason]);
    else group.push(reason);
  }
  return new Map(
    [...groups.values()].map((reasons) => {
      const [first] = reasons;
      const text = first.length > MAX_REASON ? `${first.slice(0, MAX_REASON)}…` : first;
      return [reasons.every((reason) => reason === first) ? text : `${text} (for example)`, reasons.length];
    }),
  );
}
