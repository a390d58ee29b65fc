import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { ContractOutcome } from './create_contract.js';
import type { MinedChanges } from './mine_history.js';

/** Formats what became of one commit as lines of the log. */
export function formatContractOutcome({
  commit,
  subject,
  state,
  reason,
  path,
  notes,
  wall_ms,
}: ContractOutcome): string[] {
  const mark = state === 'proven' || state === 'written' ? '✓' : '✗';
  return [
    `${mark} ${commit.slice(0, 8)} ${safe(subject)}: ${state} in ${Math.round(wall_ms / 1000)} s`,
    `  ${safe(reason)}`,
    ...(path ? [`  ${safe(path)}`] : []),
    ...notes.map((note) => `  note: ${safe(note)}`),
  ];
}

/** Formats the table at the end: how many commits were tried and proven, and why the others were not. */
export function formatInitSummary(contracts: readonly ContractOutcome[], mined: MinedChanges | undefined): string[] {
  const contractCount = contracts.filter(({ state }) => state === 'proven' || state === 'written').length;
  const finished = contracts.filter(({ unfinished }) => !unfinished);
  const unfinished = contracts.length - finished.length;
  const [reasons, lacks] = [new Map<string, number>(), new Map<string, number>()];
  for (const { state, reason, lacking } of finished) {
    if (state === 'proven' || state === 'written') continue;
    const short = reason.replace(/[:(].*$/s, '').trim();
    const group = lacking ? lacks : reasons;
    group.set(short, (group.get(short) ?? 0) + 1);
  }
  const list = (entries: Iterable<[string, number]>) =>
    [...entries]
      .sort(([, a], [, b]) => b - a)
      .map(([reason, count]) => `  ${String(count).padStart(5)}  ${safe(reason)}`);
  const left = mined ? mined.candidates.length - contracts.length : 0;
  return [
    '',
    `${formatQuantity(finished.length, 'commit')} tried, ${contractCount} became ${contractCount === 1 ? 'a contract' : 'contracts'}`,
    ...list(reasons),
    ...(lacks.size > 0 ? ['for what this machine lacks:', ...list(lacks)] : []),
    ...(unfinished > 0 ? [`${unfinished} ${unfinished === 1 ? 'was' : 'were'} not done when the budget ended`] : []),
    ...(left > 0 ? [`${formatQuantity(left, 'further commit')} ${left === 1 ? 'was' : 'were'} not tried`] : []),
    ...(mined && mined.left_out.size > 0 ? ['left out:', ...list(mined.left_out)] : []),
  ];
}
