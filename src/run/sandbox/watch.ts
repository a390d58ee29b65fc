import type { Limits } from './backend.js';
import type { Group } from './control_group.js';
import { diskUsage } from './disk_usage.js';
import type { Stop } from './exit_cause.js';

/** How often limits are looked at that no kernel mechanism enforces, in milliseconds. */
const CPU_POLL_MS = 200;
const DISK_POLL_MS = 250;

/** The watch over one running command: the first limit that trips ends it, once. */
export interface Watch {
  readonly stop: Stop | undefined;
  /** Tells the watch about output, so that a flood ends. */
  output(bytes: number): void;
  /** A last look at what is polled, then silence. */
  finish(): Promise<void>;
}

export interface Watched {
  timeout_ms: number;
  /** Any of them cancels. */
  signals: readonly AbortSignal[];
  limits: Limits;
  group: Group | undefined;
  /** Directories whose size is what the command wrote; without any, disk use is not watched. */
  written: readonly string[];
  /** Ends the whole process tree; called at most once. */
  kill: () => void;
}

/** Starts watching. */
export function watch({ timeout_ms, signals, limits, group, written: folders, kill }: Watched): Watch {
  let stop: Stop | undefined;
  let written = 0;
  let finishing = false;
  let finished = false;
  const end = (reason: Stop) => {
    if (stop !== undefined || finished) return;
    stop = reason;
    kill();
  };

  const timeout = setTimeout(() => {
    end({ cause: 'timeout', detail: `still running after ${timeout_ms} ms` });
  }, timeout_ms);
  const cancel = () => end({ cause: 'cancelled', detail: cancellation(signals) });
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

  const diskCeiling = limits.disk_bytes;
  const lookAtDisk = async () => {
    if (folders.length === 0 || diskCeiling === undefined) return;
    const used = (await Promise.all(folders.map(diskUsage))).reduce((sum, bytes) => sum + bytes, 0);
    if (used > diskCeiling) {
      end({
        cause: 'disk-limit',
        detail: `wrote ${Number.isFinite(used) ? `${used} bytes to disk` : 'deeper than can be measured'}, the limit is ${diskCeiling}`,
      });
    }
  };
  let disk: NodeJS.Timeout | undefined;
  let looked = false;
  const pollDisk = (pause: number) => {
    disk = setTimeout(async () => {
      looked = true;
      const begun = performance.now();
      await lookAtDisk();
      // A large tree takes long to walk: never spend more than a tenth of the time on it.
      if (!finishing) pollDisk(Math.max(DISK_POLL_MS, 10 * (performance.now() - begun)));
    }, pause);
  };
  if (folders.length > 0 && diskCeiling !== undefined) pollDisk(DISK_POLL_MS);

  return {
    get stop() {
      return stop;
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
      for (const signal of signals) signal.removeEventListener('abort', cancel);
      clearTimeout(disk);
      if (stop === undefined) lookAtCpu();
      if (stop === undefined && looked) await lookAtDisk();
      finished = true;
    },
  };
}

/** Why the first aborted signal was aborted, in words. */
export function cancellation(signals: readonly AbortSignal[]): string {
  const reason = signals.find(({ aborted }) => aborted)?.reason;
  return reason instanceof Error ? reason.message : String(reason ?? 'cancelled');
}
