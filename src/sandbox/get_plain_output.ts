import type { OutputLog } from '../record/events/event.js';

const plainTexts = new WeakMap<OutputLog, string>();

/** Remembers the plain output of a command whose log is redacted, for the agent that ran it. */
export function rememberPlainOutput(log: OutputLog, text: string): void {
  plainTexts.set(log, text);
}

/**
 * Returns the plain output of a command, as long as its log is held.
 *
 * @returns undefined if the record holds the plain output
 */
export const getPlainOutput = (log: OutputLog): string | undefined => plainTexts.get(log);
