import type { CgroupSnapshot, ControlGroup } from '../cgroup/control_group.js';
import { watchDisk } from '../disk/watch_disk.js';
import type { DiskScope, ResourceSample, SandboxCommand, SandboxLimits } from '../sandbox_backend.js';
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
  const { timeout_ms, signals, limits, group, disk: scope, processes = () => [], kill } = watched;
  let stop: SandboxStopReason | undefined;
  let output_bytes = 0;
  let finished = false;
  const end = (reason: SandboxStopReason) => {
    if (stop !== undefined || finished) return;
    stop = reason;
    kill();
  };
  const clock = startClock(timeout_ms, () => end({ cause: 'timeout', detail: `still running after ${timeout_ms} ms` }));
  const cancel = () => end({ cause: 'cancelled', detail: describeAbort(signals) });
  for (const signal of signals) signal.addEventListener('abort', cancel, { once: true });
  if (signals.some(({ aborted }) => aborted)) cancel();
  const checkCpu = () => {
    const detail = describeCpuExcess(group, limits.cpu_ms);
    if (detail !== undefined) end({ cause: 'cpu-limit', detail });
  };
  const cpu = group === undefined || limits.cpu_ms === undefined ? undefined : setInterval(checkCpu, CPU_POLL_MS);
  const disk =
    scope.folders.length + scope.volumes.length > 0 && limits.disk_bytes !== undefined
      ? watchDisk(scope, limits.disk_bytes, { processes, in_memory: group === undefined }, (detail) =>
          end({ cause: 'disk-limit', detail }),
        )
      : undefined;
  const sampler = startSampler(watched, () =>
    clock.running && stop === undefined ? { disk_bytes: disk?.bytes ?? null, output_bytes } : undefined,
  );
  return {
    get stop() {
      return stop;
    },
    get paused_ms() {
      return clock.paused_ms;
    },
    setClockRunning: clock.setRunning,
    output(bytes) {
      output_bytes += bytes;
      if (output_bytes > limits.output_bytes)
        end({ cause: 'output-limit', detail: `printed more than ${limits.output_bytes} bytes` });
    },
    async finish() {
      clock.close();
      clearInterval(cpu);
      clearInterval(sampler);
      for (const signal of signals) signal.removeEventListener('abort', cancel);
      disk?.stop();
      if (stop === undefined) checkCpu();
      if (stop === undefined) await disk?.finish();
      finished = true;
    },
  };
}

/** Starts a clock that can stand, and calls back once when its time is over. */
function startClock(timeout_ms: number, onTimeout: () => void) {
  let timeout = setTimeout(onTimeout, timeout_ms);
  let left_ms = timeout_ms;
  let changed_at = performance.now();
  let stood_ms = 0;
  let running = true;
  let closed = false;
  return {
    get running() {
      return running;
    },
    get paused_ms() {
      return stood_ms + (running ? 0 : performance.now() - changed_at);
    },
    setRunning(next: boolean): void {
      if (next === running || closed) return;
      const passed_ms = performance.now() - changed_at;
      changed_at = performance.now();
      running = next;
      if (next) {
        stood_ms += passed_ms;
        timeout = setTimeout(onTimeout, left_ms);
      } else {
        clearTimeout(timeout);
        left_ms = Math.max(0, left_ms - passed_ms);
      }
    },
    close(): void {
      closed = true;
      clearTimeout(timeout);
    },
  };
}

function describeCpuExcess(group: ControlGroup | undefined, limit_ms: number | undefined): string | undefined {
  if (limit_ms === undefined) return undefined;
  const used_ms = group?.usage().cpu_ms ?? null;
  return used_ms === null || used_ms < limit_ms
    ? undefined
    : `used ${Math.round(used_ms)} ms of CPU time, the limit is ${limit_ms} ms`;
}

/**
 * Starts the samples of a command, if somebody asked for them.
 *
 * @param measure returns what the group does not know; undefined = no sample now
 */
function startSampler(
  { on_sample, sample_ms = SAMPLE_MS, group }: LimitWatcherOptions,
  measure: () => Pick<ResourceSample, 'disk_bytes' | 'output_bytes'> | undefined,
): NodeJS.Timeout | undefined {
  if (on_sample === undefined) return undefined;
  const begun = performance.now();
  return setInterval(() => {
    const measured = measure();
    if (measured) on_sample({ wall_ms: performance.now() - begun, ...readGroupSnapshot(group), ...measured });
  }, sample_ms);
}

/** Reads the usage of a group's members. The group may have gone already. */
function readGroupSnapshot(group: ControlGroup | undefined): { cpu_ms: number | null } & CgroupSnapshot {
  try {
    return { cpu_ms: group?.usage().cpu_ms ?? null, memory_bytes: null, processes: null, ...group?.measureNow?.() };
  } catch {
    return { cpu_ms: null, memory_bytes: null, processes: null };
  }
}

/** Lists the signals that cancel a command: its own, and that of its session. */
export const listSignals = ({ signal }: SandboxCommand, closing: AbortSignal): AbortSignal[] =>
  signal === undefined ? [closing] : [signal, closing];

/** Describes why the first aborted signal was aborted. */
export function describeAbort(signals: readonly AbortSignal[]): string {
  const reason = signals.find(({ aborted }) => aborted)?.reason;
  return reason instanceof Error ? reason.message : String(reason ?? 'cancelled');
}
