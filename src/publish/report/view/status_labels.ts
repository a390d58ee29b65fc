import type { GateId, VerdictStatus } from '../../../record/verdict/verdict.js';
import type { GateMark } from './attempt_row.js';
import type { GateConclusion } from './gate_conclusion.js';

/** Signs and words of a status in every rendering. A sign never stands without its word. */
export const STATUS_LABELS: Record<VerdictStatus, { sign: string; word: string }> = {
  success: { sign: '✅', word: 'pass' },
  failure: { sign: '❌', word: 'fail' },
  acceptance_error: { sign: '⚠️', word: 'error' },
  invalid: { sign: '⚠️', word: 'invalid' },
};

/** Signs and words of a gate. */
export const GATE_LABELS: Record<GateMark, { sign: string; word: string }> = {
  pass: { sign: '✅', word: 'pass' },
  fail: { sign: '❌', word: 'fail' },
  error: { sign: '⚠️', word: 'error' },
  none: { sign: '▫️', word: 'not run' },
};

/** Names of the gates where room is short. */
export const GATE_SHORT_NAMES: Record<GateId, string> = {
  G1: 'patch',
  G2: 'build',
  G3: 'acceptance',
  G4: 'safety',
};

/** Signs and words of a conclusion. */
export const CONCLUSION_LABELS: Record<GateConclusion, { sign: string; word: string }> = {
  success: { sign: '✅', word: 'success' },
  failure: { sign: '❌', word: 'failure' },
  indecisive: { sign: '⚠️', word: 'indecisive' },
};

/** Sign and word of a report that decides nothing. */
export const REPORT_ONLY_LABEL = { sign: 'ℹ️', word: 'report only' } as const;

/** Remark on attempts that cannot be replayed: their results may depend on responses of the network. */
export const LIVE_NETWORK_REMARK = 'setup or agent had a live network, whose answers may not come again';
