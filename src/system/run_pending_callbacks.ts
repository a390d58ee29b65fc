import { setImmediate } from 'node:timers/promises';

/**
 * Runs the callbacks that wait for files and programs. A long computation that comes first would hold up the programs
 * that they start.
 */
export const runPendingCallbacks = (): Promise<void> => setImmediate();
