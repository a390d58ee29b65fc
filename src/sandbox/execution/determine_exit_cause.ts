import { constants } from 'node:os';
import type { ExitCause } from '../../record/events/event.js';

/** Reason why the harness ended a command; the first one counts. */
export interface SandboxStopReason {
  cause: Extract<ExitCause, 'timeout' | 'cancelled' | 'cpu-limit' | 'disk-limit' | 'output-limit'>;
  detail: string;
}

/** Observations about the end of a process. */
export interface ProcessExit {
  stop: SandboxStopReason | undefined;
  /** Exit status as a shell reports it: 128+n for a signal. Null = not reported. */
  status: number | null;
  oom_kills: number;
  /** A CPU time ceiling was set by rlimit, whose signal is SIGXCPU. */
  cpu_rlimit: boolean;
  /** The length of files was limited by rlimit, whose signal is SIGXFSZ. */
  file_rlimit: boolean;
}

const signals = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** Determines the cause from the observations. */
export function determineExitCause(ending: ProcessExit): {
  cause: ExitCause;
  exit_code: number | null;
  signal: string | null;
  detail?: string;
} {
  const { stop, status } = ending;
  if (stop !== undefined) return { cause: stop.cause, exit_code: null, signal: 'SIGKILL', detail: stop.detail };
  const signal = status === null ? 'SIGKILL' : (signals.get(status - 128) ?? null);
  const exit = { exit_code: status, signal };
  if (ending.oom_kills > 0 && status !== 0) {
    return { cause: 'oom', ...exit, detail: `the kernel killed ${ending.oom_kills} process(es) at the memory limit` };
  }
  if (ending.cpu_rlimit && signal === 'SIGXCPU') {
    return { cause: 'cpu-limit', ...exit, detail: 'a process reached the CPU time limit (RLIMIT_CPU)' };
  }
  if (ending.file_rlimit && signal === 'SIGXFSZ') {
    return { cause: 'disk-limit', ...exit, detail: 'a process wrote a file as long as the disk limit (RLIMIT_FSIZE)' };
  }
  if (signal !== null) return { cause: 'signal', ...exit };
  return { cause: 'exit', ...exit };
}
