import type { Subtask } from './coordination.js';
import type { LoadedContract } from './loaded.js';
import type { Contract } from './schema.js';

/**
 * What the agent is given, and nothing else (R4; executable contracts §3.2, "task briefing discipline").
 *
 * The issue text and the acceptance obligations stand apart; build and test commands may be named; the reference solution
 * and the hidden checks never are.
 */
export function renderBriefing(contract: Contract): string {
  const { metadata, policy, budget } = contract;
  const commands = [
    metadata.build_command ? `- Build: \`${metadata.build_command}\`` : '',
    metadata.test_command ? `- Tests: \`${metadata.test_command}\`` : '',
  ].filter(Boolean);
  const allowed = policy.change.allow.join(', ');
  return [
    `# ${contract.title}`,
    '',
    '## Issue',
    '',
    contract.description.trimEnd(),
    '',
    '## Acceptance obligations',
    '',
    contract.obligations?.trimEnd() ??
      'Change the repository so that the issue is resolved and nothing that works today breaks. Checks that you do not see will be run on your change, applied to a fresh copy of the repository.',
    '',
    '## Working here',
    '',
    'You work in a copy of the repository with one commit. Your change is the difference between the files as you leave them and that commit; you need not commit.',
    '',
    ...commands,
    `- You may change: ${allowed}${policy.change.deny.length > 0 ? `; but not: ${policy.change.deny.join(', ')}` : ''}`,
    `- Network: ${policy.network === 'deny' ? 'none' : `only ${policy.network.allow.join(', ')}`}`,
    `- Time: ${Math.round(budget.wall / 60_000)} minutes`,
    '',
  ].join('\n');
}

/** What the agent of one part is told after the briefing. */
export function renderPart({ id, description, affected_files, depends_on }: Subtask): string {
  return [
    '',
    `## Your part: ${id}`,
    '',
    'The work is split. Do this part; others do the rest.',
    '',
    description.trimEnd(),
    '',
    ...(affected_files.length > 0 ? [`- It changes: ${affected_files.join(', ')}`] : []),
    ...(depends_on.length > 0 ? [`- Already done: ${depends_on.join(', ')}`] : []),
    '',
  ].join('\n');
}

/** All that agents are told of a task, whatever their part. */
export const everythingTold = (contract: Contract): string =>
  [renderBriefing(contract), ...(contract.coordination?.subtasks ?? []).map(renderPart)].join('');

export interface Leak {
  what: 'golden patch' | 'hidden file';
  detail: string;
  /** One matching line can be coincidence and is noted; a `certain` leak is refused. */
  certain: boolean;
}

/** Lines worth comparing: long enough, and more than punctuation. */
const substantial = (line: string) => line.length >= 20 && /[A-Za-z]{3,}.*[A-Za-z]{3,}/.test(line);

/** What of the reference solution or the hidden files the briefing gives away. */
export function findLeaks(
  briefing: string,
  loaded: Pick<LoadedContract, 'golden' | 'oracle_files' | 'oracle_folders'>,
): Leak[] {
  const lines = new Set(
    briefing
      .split('\n')
      .map((line) => line.trim())
      .filter(substantial),
  );
  const leaks: Leak[] = [];
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (loaded.golden) {
    const added = decode(loaded.golden)
      .split('\n')
      .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
      .map((line) => line.slice(1).trim())
      .filter(substantial);
    const found = added.filter((line) => lines.has(line));
    if (found.length > 0)
      leaks.push({
        what: 'golden patch',
        detail: found[0]!,
        certain: found.length >= 3 || found.length * 2 > added.length,
      });
  }
  for (const file of loaded.oracle_files) {
    if (loaded.oracle_folders.some((folder) => file.path.startsWith(`${folder}/`)) && briefing.includes(file.path)) {
      leaks.push({ what: 'hidden file', detail: file.path, certain: true });
    }
    const found = decode(file.content)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => lines.has(line));
    if (found.length > 0)
      leaks.push({ what: 'hidden file', detail: `${file.path}: ${found[0]}`, certain: found.length >= 3 });
  }
  return leaks;
}
