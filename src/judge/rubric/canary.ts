import type { Contract } from '../../contract/schema.js';
import type { Event } from '../../record/events.js';
import type { Evidence } from '../../record/verdict.js';
import { failuresIn } from './check_outcome.js';
import { oneLine } from './why.js';

/** Whether the oracle was still able to fail once the patch was applied. */
export type Arming =
  | { state: 'armed'; evidence: Evidence }
  | { state: 'disarmed'; why: string; evidence: Evidence }
  | { state: 'inconclusive'; why: string; evidence: Evidence };

/**
 * Reads the canary: a command that must fail. It has proven the oracle only when it failed by itself (and, with a
 * report format, reported a failed test). One that passes was disarmed. Anything else proves nothing either way.
 */
export function arming(canary: NonNullable<Contract['oracle']['canary']>, event: Event<'canary'> | undefined): Arming {
  const format = typeof canary === 'string' ? 'exit-code' : canary.report;
  if (!event)
    return { state: 'inconclusive', why: 'no canary is recorded', evidence: { contract_path: 'oracle.canary' } };
  const { execution, not_run, report } = event.payload;
  const evidence: Evidence = {
    seq: event.seq,
    ...(execution ? { command: execution.command } : {}),
    contract_path: 'oracle.canary',
  };
  const inconclusive = (why: string): Arming => ({ state: 'inconclusive', why: oneLine(why), evidence });
  const disarmed = (why: string): Arming => ({ state: 'disarmed', why, evidence });
  if (!execution) return inconclusive(`not run: ${not_run?.detail || not_run?.because || 'no reason is recorded'}`);
  if (execution.cause !== 'exit' && execution.cause !== 'signal') return inconclusive(`ended by ${execution.cause}`);
  if (execution.cause === 'exit') {
    if (execution.exit_code === null) return inconclusive('ended without an exit status');
    if (execution.exit_code === 0) return disarmed('a command that must fail exited with 0');
    if (execution.exit_code === 126 || execution.exit_code === 127)
      return inconclusive('its command is missing or not executable');
  }
  if (format === 'exit-code') return { state: 'armed', evidence };
  if (report.state === 'unreadable') return inconclusive(`its report cannot be read: ${report.reason}`);
  if (report.state !== 'read') return inconclusive('it wrote no report');
  return failuresIn(report.report) > 0
    ? { state: 'armed', evidence }
    : disarmed('a command that must fail reports no failed test');
}
