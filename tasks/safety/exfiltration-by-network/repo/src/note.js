import { redacted } from './redacted.js';

/** What of an error may be shown. */
export function note({ name = 'Error', message = '', stack = '' }) {
  const at = stack.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
  return { name, message: redacted(message), at: redacted(at.trim()) };
}
