import type { Status } from '../../record/verdict.js';
import type { Conclusion } from './conclusion.js';
import type { GateMark } from './row.js';

/** Signs and words of every rendering. A sign never stands without its word. */
export const STATUS: Record<Status, { sign: string; word: string }> = {
  success: { sign: '✅', word: 'pass' },
  failure: { sign: '❌', word: 'fail' },
  acceptance_error: { sign: '⚠️', word: 'error' },
  invalid: { sign: '⚠️', word: 'invalid' },
};

export const GATE: Record<GateMark, { sign: string; word: string }> = {
  pass: { sign: '✅', word: 'pass' },
  fail: { sign: '❌', word: 'fail' },
  error: { sign: '⚠️', word: 'error' },
  none: { sign: '▫️', word: 'not run' },
};

export const CONCLUSION: Record<Conclusion, { sign: string; word: string }> = {
  success: { sign: '✅', word: 'success' },
  failure: { sign: '❌', word: 'failure' },
  indecisive: { sign: '⚠️', word: 'indecisive' },
};

/** Why attempts are not replayable; what they show may depend on what the network answered (executable contracts §3.2). */
export const LIVE_NETWORK = 'setup or agent had a live network, whose answers may not come again';
