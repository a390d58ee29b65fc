import { counted, money, roughly } from '../publish/report/quantities.js';
import { openDurations } from '../run/suite/remaining.js';
import type { Job } from '../run/suite/schedule.js';
import { EVERY_MS, openWaiting } from './waiting.js';

/** How often a terminal is told how far the run is, and how often a log. */
const TERMINAL_MS = 1000;
const LOG_MS = 60_000;

/** Where progress is shown. */
export interface ProgressOutput {
  line(text: string): void;
  reminder(text: string): void;
  /** A line that takes the place of the one before; absent where nobody watches. */
  status?: ((text: string | undefined) => void) | undefined;
}

export interface ProgressOrder {
  jobs: readonly Job[];
  width: number;
  /** Envelope of the run; undefined = none. */
  total_usd: number | undefined;
  spent_usd(): number;
  /** Milliseconds of any clock that only goes forward. */
  now(): number;
}

export interface Progress {
  begin(job: Job): void;
  stage(attempt_id: string, stage: string): void;
  /** One try has ended. `over` = no other follows; `line` is said of it. */
  end(job: Job, ended: { over: boolean; failed: boolean; wall_ms: number; line: string }): void;
  /** It was there already. */
  keep(job: Job, failed: boolean, line: string): void;
  /** It is not begun any more. */
  leave(job: Job): void;
  close(): void;
}

/** Says how far a run is: a line for each attempt, what takes long, and in all how much is done, left and spent. */
export function openProgress({ jobs, width, total_usd, spent_usd, now }: ProgressOrder, to: ProgressOutput): Progress {
  const waiting = new Map(jobs.map((job) => [job.id, job]));
  const running = new Map<string, { job: Job; since: number }>();
  const durations = openDurations();
  const stages = openWaiting(now);
  let [done, failed] = [0, 0];

  const remaining = () =>
    durations.remaining_ms({
      width,
      waiting: [...waiting.values()],
      running: [...running.values()].map(({ job, since }) => ({ ...job, elapsed_ms: now() - since })),
    });
  const summary = () => {
    const left_ms = remaining();
    return [
      `${done} of ${counted(jobs.length, 'attempt')}`,
      ...(running.size > 0 ? [`${running.size} running`] : []),
      ...(failed > 0 ? [`${failed} without success`] : []),
      ...(left_ms === undefined || done === jobs.length ? [] : [`about ${roughly(left_ms)} left`]),
      ...(total_usd === undefined
        ? spent_usd() > 0
          ? [money(spent_usd())]
          : []
        : [`${money(spent_usd())} of ${money(total_usd)}`]),
    ].join(' · ');
  };
  const refresh = () => {
    const [longest] = stages.lines();
    to.status?.(longest === undefined ? summary() : `${summary()} ${longest}`);
  };
  const finish = (bad: boolean, line: string) => {
    done += 1;
    if (bad) failed += 1;
    to.line(`[${done}/${jobs.length}] ${line}`);
    refresh();
  };
  const timers = [
    to.status ? setInterval(refresh, TERMINAL_MS) : setInterval(() => to.reminder(`… ${summary()}`), LOG_MS),
    ...(to.status ? [] : [setInterval(() => stages.lines().forEach(to.reminder), EVERY_MS)]),
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
