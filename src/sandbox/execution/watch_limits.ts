import type { CgroupSnapshot, ControlGroup } from '../cgroup/control_group.js';
import { type DiskScope, watchDisk } from '../disk/watch_disk.js';
import type { SandboxCommand, SandboxLimits } from '../sandbox_backend.js';
import type { SandboxStopReason } from './determine_exit_cause.js';

/** Interval between polls of the CPU time, in milliseconds. */
const CPU_POLL_MS = 200;
/** Time between two samples when nothing else is ordered, in milliseconds. */
const SAMPLE_MS = 5000;

/** Watcher of one running command. The first limit that is exceeded ends the command, once. */
interface LimitWatcher {
  readonly stop: SandboxStopReason | undefined;
  /** Stops the wall clock, and lets it go on: a pause does not use up the time that the command has. */
  setClockRunning(running: boolean): void;
  /** Time during which the wall clock was stopped, in milliseconds. */
  readonly paused_ms: number;
  /** Counts output, so that a flood ends the command. */
  output(bytes: number): void;
  /** Polls a last time and stops watching. */
  finish(): Promise<void>;
}

/** Options of the watcher. */
interface LimitWatcherOptions extends Pick<SandboxCommand, 'on_sample' | 'sample_ms'> {
  timeout_ms: number;
  /** Any of them cancels. */
  signals: readonly AbortSignal[];
  limits: SandboxLimits;
  group: ControlGroup | undefined;
  /** Folders and volumes that count against the disk limit; none = disk usage is not watched. */
  disk: DiskScope;
  /** The command's processes, by their numbers here. */
  processes?: (() => readonly number[]) | undefined;
  /** Ends the whole process tree; called at most once. */
  kill: () => void;
}

/** Watches the limits of one command. */
export function watchLimits(watched: LimitWatcherOptions): LimitWatcher {
  const { timeout_ms, signals, limits, group, kill } = watched;
  let stop: SandboxStopReason | undefined;
  let written = 0;
  let finishing = false;
  let finished = false;
  const end = (reason: SandboxStopReason) => {
    if (stop !== undefined || finished) return;
    stop = reason;
    kill();
  };

  let timeout: NodeJS.Timeout | undefined;
  let left_ms = timeout_ms;
  let since = performance.now();
  let stood_ms = 0;
  let running = true;
  const startClock = () => {
    since = performance.now();
    timeout = setTimeout(() => {
      end({ cause: 'timeout', detail: `still running after ${timeout_ms} ms` });
    }, left_ms);
  };
  startClock();
  const cancel = () => end({ cause: 'cancelled', detail: describeAbort(signals) });
  for (const signal of signals) signal.addEventListener('abort', cancel, { once: true });
  if (signals.some(({ aborted }) => aborted)) cancel();

  const cpuCeiling = limits.cpu_ms;
  const lookAtCpu = () => {
    const used = cpuCeiling === undefined ? null : (group?.usage().cpu_ms ?? null);
    if (used !== null && cpuCeiling !== undefined && used >= cpuCeiling) {
      end({ cause: 'cpu-limit', detail: `used ${Math.round(used)} ms of CPU time, the limit is ${cpuCeiling} ms` });
    }
  };
  const cpu = group === undefined || cpuCeiling === undefined ? undefined : setInterval(lookAtCpu, CPU_POLL_MS);

  const { disk: watchedDisk, processes = () => [] } = watched;
  const any = watchedDisk.folders.length + watchedDisk.volumes.length > 0;
  const disk =
    any && limits.disk_bytes !== undefined
      ? watchDisk(watchedDisk, limits.disk_bytes, { processes, in_memory: group === undefined }, (detail) =>
          end({ cause: 'disk-limit', detail }),
        )
      : undefined;

  const { on_sample } = watched;
  const begun = performance.now();
  const sample = () => {
    if (running && stop === undefined)
      on_sample?.({
        wall_ms: performance.now() - begun,
        ...readGroupSnapshot(group),
        disk_bytes: disk?.bytes ?? null,
        output_bytes: written,
      });
  };
  const sampling = on_sample && setInterval(sample, watched.sample_ms ?? SAMPLE_MS);

  return {
    get stop() {
      return stop;
    },
    get paused_ms() {
      return stood_ms + (running ? 0 : performance.now() - since);
    },
    setClockRunning(on) {
      if (on === running || finishing) return;
      running = on;
      if (on) {
        stood_ms += performance.now() - since;
        startClock();
      } else {
        clearTimeout(timeout);
        left_ms = Math.max(0, left_ms - (performance.now() - since));
        since = performance.now();
      }
    },
    output(bytes) {
      written += bytes;
      if (written > limits.output_bytes) {
        end({ cause: 'output-limit', detail: `printed more than ${limits.output_bytes} bytes` });
      }
    },
    async finish() {
      finishing = true;
      clearTimeout(timeout);
      clearInterval(cpu);
      clearInterval(sampling);
      for (const signal of signals) signal.removeEventListener('abort', cancel);
      disk?.stop();
      if (stop === undefined) lookAtCpu();
      if (stop === undefined) await disk?.finish();
      finished = true;
    },
  };
}

/** Reads the usage of a group's members. The group may have gone already. */
function readGroupSnapshot(group: ControlGroup | undefined): { cpu_ms: number | null } & CgroupSnapshot {
  try {
    return { cpu_ms: group?.usage().cpu_ms ?? null, memory_bytes: null, processes: null, ...group?.measureNow?.() };
  } catch {
    return { cpu_ms: null, memory_bytes: null, processes: null };
  }
}

/** Describes why the first aborted signal was aborted. */
export function describeAbort(signals: readonly AbortSignal[]): string {
  const reason = signals.find(({ aborted }) => aborted)?.reason;
  return reason instanceof Error ? reason.message : String(reason ?? 'cancelled');
}
