import { formatUsd } from '../../publish/text/format_quantity.js';
import type { RunnerContext } from '../../run/attempt/runner_context.js';
import { createDurationEstimator, type Job } from '../../run/scheduler/choose_next_action.js';
import type { ProgressReporter } from '../io/progress_reporter.js';

/** Options of the progress. */
interface ProgressOptions {
  jobs: readonly Job[];
  width: number;
  /** Envelope of the run in USD; undefined = none. */
  total_usd: number | undefined;
  spent_usd(): number;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Prints a line about an attempt. */
  line(text: string): void;
}

/** Listeners of an attempt, for what it does. */
type AttemptListeners = Required<Pick<RunnerContext, 'watch' | 'activity'>>;

/** Progress of a run. */
export interface RunProgress {
  /** @param text name of the attempt for people */
  begin(job: Job, text: string): AttemptListeners;
  /** Ends one try; `over` = no other follows, `line` is printed. */
  end(job: Job, ended: { over: boolean; failed: boolean; wall_ms: number; line: string }): void;
  /** Counts an attempt that was there already. */
  keep(job: Job, failed: boolean, line: string): void;
  /** Removes an attempt that will not be begun. */
  leave(job: Job): void;
  close(): void;
}

/** Starts the progress: a line per attempt, what runs, and totals of what is done, left and spent. */
export function openRunProgress(
  { jobs, width, total_usd, spent_usd, now, line: print }: ProgressOptions,
  progress: ProgressReporter | undefined,
): RunProgress {
  const waiting = new Map(jobs.map((job) => [job.id, job]));
  const running = new Map<string, { job: Job; since: number; step: ProgressReporter | undefined }>();
  const durations = createDurationEstimator();
  const step = progress?.begin('attempts');
  let [finished, failed] = [0, 0];

  const refresh = () => {
    const spent = spent_usd();
    const notes = [
      ...(failed > 0 ? [`${failed} without success`] : []),
      ...(total_usd === undefined ? [] : [`${formatUsd(spent)} of ${formatUsd(total_usd)}`]),
      ...(total_usd === undefined && spent > 0 ? [formatUsd(spent)] : []),
    ];
    const left_ms = durations.remaining_ms({
      width,
      waiting: [...waiting.values()],
      running: [...running.values()].map(({ job, since }) => ({ ...job, elapsed_ms: now() - since })),
    });
    const note = notes.join(', ');
    step?.update({ done: finished, of: jobs.length, note, left_ms: left_ms ?? Number.POSITIVE_INFINITY });
  };
  const finish = (bad: boolean, line: string) => {
    finished += 1;
    if (bad) failed += 1;
    print(`[${finished}/${jobs.length}] ${line}`);
    refresh();
  };
  return {
    begin(job, text) {
      waiting.delete(job.id);
      const part = step?.begin(text);
      running.set(job.id, { job, since: now(), step: part });
      refresh();
      return createAttemptListeners(part);
    },
    end(job, { over, failed: bad, wall_ms, line }) {
      running.get(job.id)?.step?.end();
      running.delete(job.id);
      durations.add(job.task, wall_ms);
      if (over) return finish(bad, line);
      waiting.set(job.id, job);
      print(line);
      refresh();
    },
    keep(job, bad, line) {
      waiting.delete(job.id);
      finish(bad, line);
    },
    leave: (job) => void waiting.delete(job.id),
    close: () => step?.end(),
  };
}

/** Creates the listeners of an attempt: each of its stages is a part of its step. */
function createAttemptListeners(step: ProgressReporter | undefined): AttemptListeners {
  let stage = step?.enter('getting the repository');
  return {
    watch(_, { type, payload }) {
      if (type === 'stage_changed') stage = step?.enter(payload.to);
    },
    activity: (activity, counts) => void stage?.enter(activity, counts),
  };
}
