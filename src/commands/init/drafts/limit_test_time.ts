import { quoteShellText } from '../../../project/parsing/quote_shell_text.js';
import { computeTestLimit } from './compute_test_limit.js';
import type { ContractDraft } from './contract_draft.js';

/** Time of a check beyond that after which its command ends itself, in milliseconds. */
const MARGIN_MS = 30_000;

/**
 * Limits the time of a contract's tests. Where they hang without the change, the command ends itself: its status then
 * says that they failed, while a check that reached its own limit decides nothing.
 */
export function limitTestTime(
  test_command: string,
  measured: { wall_ms: number; hanging?: true },
): Pick<ContractDraft, 'timeout_ms' | 'test_command'> {
  const limit_ms = computeTestLimit(measured);
  if (!measured.hanging) return { timeout_ms: limit_ms, test_command };
  // The place of the report is a variable of the shell alone, and stays one.
  const inner = quoteShellText(`REPORT=$0; ${test_command}`);
  const bounded = `timeout -k 5 ${Math.ceil(limit_ms / 1000)} sh -c ${inner} "$REPORT"`;
  return { timeout_ms: limit_ms + MARGIN_MS, test_command: bounded };
}
