import type { ExitCause } from '../../record/events/event.js';
import type { CommandResult } from '../sandbox_backend.js';
import { createEmptyOutput } from './collect_output.js';

/** Creates the result of a command that never ran. */
export function createNotStartedResult(detail: string, begun: number, cause: ExitCause = 'not-started'): CommandResult {
  return {
    cause,
    exit_code: null,
    signal: null,
    detail,
    usage: { wall_ms: performance.now() - begun, cpu_ms: null, peak_memory_bytes: null, source: 'none' },
    network_attempts: null,
    forks_refused: null,
    ...createEmptyOutput(),
  };
}
