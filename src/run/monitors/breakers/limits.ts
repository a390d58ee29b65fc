import type { Budget } from '../../../contract/policy.js';
import type { Cause, Payload } from '../../../record/events.js';
import { type Breaker, sensor, type Trip } from './breaker.js';

type Measure = Exclude<keyof Payload<'resource_sample'>, 'tree' | 'wall_ms'>;

interface Limit {
  code: string;
  cap: string;
  /** How the sandbox says that it ended a command there. */
  cause?: Cause;
  measure: Measure;
  /** So many samples in a row: what may touch its limit for a moment is not stopped for it. */
  samples: number;
  of: (budget: Budget) => number | undefined;
  /** Whether a measured value is one too many. */
  over: (value: number, limit: number) => boolean;
  words: string;
}

const above = (value: number, limit: number) => value > limit;

const LIMITS: readonly Limit[] = [
  {
    code: 'memory-limit',
    cap: 'memory',
    cause: 'oom',
    measure: 'memory_bytes',
    samples: 1,
    of: ({ memory }) => memory,
    over: above,
    words: 'bytes of memory',
  },
  {
    code: 'cpu-limit',
    cap: 'cpu',
    cause: 'cpu-limit',
    measure: 'cpu_ms',
    samples: 1,
    of: ({ cpu }) => cpu,
    over: above,
    words: 'ms of CPU time',
  },
  {
    code: 'disk-limit',
    cap: 'disk',
    cause: 'disk-limit',
    measure: 'disk_bytes',
    samples: 1,
    of: ({ disk }) => disk,
    over: above,
    words: 'bytes on disk',
  },
  {
    code: 'output-flood',
    cap: 'output',
    cause: 'output-limit',
    measure: 'output_bytes',
    samples: 1,
    of: ({ output }) => output,
    over: above,
    words: 'bytes of output',
  },
  {
    // The kernel refuses further processes and kills nobody: who stays at the limit is in a loop.
    code: 'process-limit',
    cap: 'processes',
    measure: 'processes',
    samples: 2,
    of: ({ processes }) => processes,
    over: (value, limit) => value >= limit,
    words: 'processes',
  },
];

/** One breaker per limit of the budget that holds for a command: trips when the sandbox ended one there, or a sample is beyond it (R8). */
export const limits: readonly Breaker[] = LIMITS.map(({ code, cap, cause, measure, samples, of, over, words }) => ({
  code,
  watch({ budget }) {
    const limit = of(budget);
    if (limit === undefined) return undefined;
    let row = 0;
    const trip = (message: string, signals: Trip['signals']): Trip => ({
      code,
      severity: 'warning',
      message,
      signals: { limit, ...signals },
      action: 'kill',
      stop: { kind: 'resource', cap },
    });
    return sensor((event) => {
      if (event.type === 'resource_sample') {
        const value = event.payload[measure];
        row = value !== null && over(value, limit) ? row + 1 : 0;
        if (row < samples) return undefined;
        row = 0;
        return trip(`a command has ${value} ${words}, the limit is ${limit}`, { [measure]: value });
      }
      if (event.type !== 'tool_invocation') return undefined;
      row = 0;
      const ran = event.payload.execution;
      if (cause === undefined || ran?.cause !== cause) return undefined;
      return trip(ran.detail ?? `a command reached the limit of ${limit} ${words}`, { call: event.seq, cause });
    });
  },
}));
