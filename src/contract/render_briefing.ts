import type { Contract } from './contract_schema.js';
import type { Subtask } from './coordination/coordination.js';

/**
 * Renders the task briefing, the only thing an agent is given (requirement R4).
 *
 * The issue text and the acceptance obligations stand apart. Build and test commands may be named; the reference
 * solution and the hidden checks never are.
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
      'Change the repository so that the issue is resolved and nothing that works today breaks. Checks that you do ' +
        'not see will be run on your change, applied to a fresh copy of the repository.',
    '',
    '## Working here',
    '',
    'You work in a copy of the repository with one commit. Your change is the difference between the files as you ' +
      'leave them and that commit; you need not commit.',
    '',
    ...commands,
    `- You may change: ${allowed}${policy.change.deny.length > 0 ? `; but not: ${policy.change.deny.join(', ')}` : ''}`,
    `- Network: ${policy.network === 'deny' ? 'none' : `only ${policy.network.allow.join(', ')}`}`,
    `- Time: ${Math.round(budget.wall / 60_000)} minutes`,
    '',
  ].join('\n');
}

/** Renders what the agent of one subtask gets after the briefing. */
export function renderSubtaskBriefing({ id, description, affected_files, depends_on }: Subtask): string {
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

/** Renders everything that agents get: the briefing and the text of every subtask. */
export const renderFullBriefing = (contract: Contract): string =>
  [renderBriefing(contract), ...(contract.coordination?.subtasks ?? []).map(renderSubtaskBriefing)].join('');
