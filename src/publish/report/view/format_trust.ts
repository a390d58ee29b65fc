import type { AttemptReport } from '../../../record/verdict/attempt_result.js';

/** Formats how the trust level of an attempt is held, as plain text; '' where the level forbids nothing. */
export function formatTrust(trust: AttemptReport['trust']): string {
  if (trust === undefined) return '';
  const rights = trust.held.length === 0 ? '' : `: no ${trust.held.join(', no ')}`;
  const open = trust.not_held.map(({ right, because }) => `${right} not enforced (${because})`).join(', ');
  return `trust level ${trust.level}${rights}${open === '' ? '' : `; ${open}`}`;
}
