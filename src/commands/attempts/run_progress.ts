import { formatQuantity, formatRoughDuration, formatUsd } from '../../publish/text/format_quantity.js';
import { createDurationEstimator, type Job } from '../../run/scheduler/choose_next_action.js';
import { createStageWaitTracker, REMINDER_INTERVAL_MS } from '../io/create_stage_wait_tracker.js';

/** Intervals of the status line on a terminal and of the reminder in a log. */
const TERMINAL_INTERVAL_MS = 1000;
const LOG_INTERVAL_MS = 60_000;

/** Output of the progress. */
interface ProgressOutput {
  line(text: string): void;
  reminder(text: string): void;
  /** Status line; absent if nobody watches. */
  status?: ((text: string | undefined) => void) | undefined;
}

/** Options of the progress. */
interface ProgressOptions {
  jobs: readonly Job[];
  width: number;
  /** Envelope of the run in USD; undefined = none. */
  total_usd: number | undefined;
  spent_usd(): number;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

/** Progress of a run. */
export interface RunProgress {
  begin(job: Job): void;
  stage(attempt_id: string, stage: string): void;
  /** Ends one try; `over` = no other follows, `line` is printed. */
  end(job: Job, ended: { over: boolean; failed: boolean; wall_ms: number; line: string }): void;
  /** Counts an attempt that was there already. */
  keep(job: Job, failed: boolean, line: string): void;
  /** Removes an attempt that will not be begun. */
  leave(job: Job): void;
  close(): void;
}

/** Starts the progress: a line per attempt, a reminder of slow ones, and totals of what is done, left and spent. */
export function openRunProgress(
  { jobs, width, total_usd, spent_usd, now }: ProgressOptions,
  to: ProgressOutput,
): RunProgress {
  const waiting = new Map(jobs.map((job) => [job.id, job]));
  const running = new Map<string, { job: Job; since: number }>();
  const durations = createDurationEstimator();
  const stages = createStageWaitTracker(now);
  let [finished, failed] = [0, 0];

  const remaining = () =>
    durations.remaining_ms({
      width,
      waiting: [...waiting.values()],
      running: [...running.values()].map(({ job, since }) => ({ ...job, elapsed_ms: now() - since })),
    });
  const summary = () => {
    const left_ms = remaining();
    return [
      `${finished} of ${formatQuantity(jobs.length, 'attempt')}`,
      ...(failed > 0 ? [`${failed} without success`] : []),
      ...(total_usd === undefined ? [] : [`${formatUsd(spent_usd())} of ${formatUsd(total_usd)}`]),
      ...(total_usd === undefined && spent_usd() > 0 ? [formatUsd(spent_usd())] : []),
      ...(left_ms === undefined || finished === jobs.length ? [] : [`${formatRoughDuration(left_ms)} left`]),
      // Last, since a narrow terminal cuts the end.
      ...(running.size > 0 ? [`${running.size} running`] : []),
    ].join(' · ');
  };
  const refresh = () => {
    const [longest] = stages.formatLines();
    to.status?.(longest === undefined ? summary() : `${summary()} ${longest}`);
  };
  const finish = (bad: boolean, line: string) => {
    finished += 1;
    if (bad) failed += 1;
    to.line(`[${finished}/${jobs.length}] ${line}`);
    refresh();
  };
  const timers = [
    to.status
      ? setInterval(refresh, TERMINAL_INTERVAL_MS)
      : setInterval(() => to.reminder(`… ${summary()}`), LOG_INTERVAL_MS),
    ...(to.status ? [] : [setInterval(() => stages.formatLines().forEach(to.reminder), REMINDER_INTERVAL_MS)]),
  ];
  return {
    begin(job) {
      waiting.delete(job.id);
      running.set(job.id, { job, since: now() });
      stages.enter(job.id, 'snapshot');
      refresh();
    },
    stage: (attempt_id, stage) => stages.enter(attempt_id, stage),
    end(job, { over, failed: bad, wall_ms, line }) {
      running.delete(job.id);
      stages.leave(job.id);
      durations.add(job.task, wall_ms);
      if (over) return finish(bad, line);
      waiting.set(job.id, job);
      to.line(line);
      refresh();
    },
    keep(job, bad, line) {
      waiting.delete(job.id);
      finish(bad, line);
    },
    leave: (job) => void waiting.delete(job.id),
    close() {
      timers.forEach(clearInterval);
      to.status?.(undefined);
    },
  };
}
