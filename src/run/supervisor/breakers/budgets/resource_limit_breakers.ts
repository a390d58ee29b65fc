import type { AttemptBudget } from '../../../../contract/policy/policy.js';
import type { EventPayload, ExitCause } from '../../../../record/events/event.js';
import { type Breaker, type BreakerTrip, createEventReducer } from '../base/breaker.js';

type SampleMeasure = Exclude<keyof EventPayload<'resource_sample'>, 'tree' | 'wall_ms'>;

interface ResourceLimit {
  code: string;
  cap: string;
  /** Cause that the sandbox reports for a command ended at this limit. */
  cause?: ExitCause;
  measure: SampleMeasure;
  /** Number of consecutive samples that trip, so that a momentary peak does not. */
  samples: number;
  of: (budget: AttemptBudget) => number | undefined;
  /** Returns true if a value exceeds the limit. */
  over: (value: number, limit: number) => boolean;
  words: string;
}

const isAbove = (value: number, limit: number) => value > limit;

const RESOURCE_LIMITS: readonly ResourceLimit[] = [
  {
    code: 'memory-limit',
    cap: 'memory',
    cause: 'oom',
    measure: 'memory_bytes',
    samples: 1,
    of: ({ memory }) => memory,
    over: isAbove,
    words: 'bytes of memory',
  },
  {
    code: 'cpu-limit',
    cap: 'cpu',
    cause: 'cpu-limit',
    measure: 'cpu_ms',
    samples: 1,
    of: ({ cpu }) => cpu,
    over: isAbove,
    words: 'ms of CPU time',
  },
  {
    code: 'disk-limit',
    cap: 'disk',
    cause: 'disk-limit',
    measure: 'disk_bytes',
    samples: 1,
    of: ({ disk }) => disk,
    over: isAbove,
    words: 'bytes on disk',
  },
  {
    code: 'output-flood',
    cap: 'output',
    cause: 'output-limit',
    measure: 'output_bytes',
    samples: 1,
    of: ({ output }) => output,
    over: isAbove,
    words: 'bytes of output',
  },
  {
    // The kernel only refuses further processes: a command that stays at the limit is in a loop.
    code: 'process-limit',
    cap: 'processes',
    measure: 'processes',
    samples: 2,
    of: ({ processes }) => processes,
    over: (value, limit) => value >= limit,
    words: 'processes',
  },
];

/**
 * Breakers for the resource limits of the budget: each trips when the sandbox ended a command there, or at samples
 * above the limit (requirement R8).
 */
export const resourceLimitBreakers: readonly Breaker[] = RESOURCE_LIMITS.map(
  ({ code, cap, cause, measure, samples, of, over, words }) => ({
    code,
    watch({ budget }) {
      const limit = of(budget);
      if (limit === undefined) return undefined;
      let row = 0;
      let reported = false;
      const trip = (message: string, signals: BreakerTrip['signals']): BreakerTrip => ({
        code,
        severity: 'warning',
        message,
        signals: { limit, ...signals },
        action: 'kill',
        stop: { kind: 'resource', cap },
      });
      return createEventReducer((event) => {
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
        const refused = measure === 'processes' && !reported ? (ran?.forks_refused ?? 0) : 0;
        if (refused > 0) {
          reported = true;
          const signals = { limit, call: event.seq, forks_refused: refused };
          return {
            code,
            severity: 'warning',
            message: `${formatRefusedForks(refused)} at the limit of ${limit}`,
            signals,
          };
        }
        if (cause === undefined || ran?.cause !== cause) return undefined;
        return trip(ran.detail ?? `a command reached the limit of ${limit} ${words}`, { call: event.seq, cause });
      });
    },
  }),
);

/**
 * Formats the alert about refused forks. A program may give up at once, before any sample, so the alert is raised once
 * and the agent continues.
 */
const formatRefusedForks = (count: number) =>
  `a command was refused ${count === 1 ? 'a process or thread' : `${count} processes or threads`}`;
