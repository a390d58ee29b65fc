import { MachineError } from '../../system/is_code_fault.js';
import type { ProgramDescriptor } from '../../system/launcher/launcher.js';
import { type StartedProgram, startProgram } from '../../system/launcher/start_program.js';
import type { StandardStreams } from '../execution/standard_streams.js';
import type { ForwardedPort } from '../sandbox_backend.js';
import { getSpawnIdentity } from '../sandbox_owner.js';
import type { CommandTrace } from '../trace/trace_factory.js';

/** Bubblewrap with a command inside. */
export interface BubblewrapProgram {
  /** Command prefix that enters the namespaces of the process holding the workspace; may be empty. */
  enter: readonly string[];
  /** The bubblewrap program. */
  program: string;
  /** Options of bubblewrap. They travel over a descriptor: command lines can be read by every user of the machine. */
  options: readonly string[];
  argv: readonly string[];
  /** The system call filter, as bytes. */
  filter: Uint8Array;
  /** Forwarded ports. With any, bubblewrap also reads a file from descriptor `PORTS_DESCRIPTOR`. */
  forwarded_ports: readonly ForwardedPort[];
}

/** Descriptors of the bubblewrap process beyond the three standard ones. */
const STATUS_DESCRIPTOR = 3;
export const BLOCK_DESCRIPTOR = 4;
const OPTIONS_DESCRIPTOR = 5;
const FILTER_DESCRIPTOR = 6;
/**
 * Descriptor of the file that lists the forwarded ports inside. Bubblewrap reads it to its end while it builds the
 * sandbox, which keeps it in the user namespace that owns the network: only from there can an ordinary user enter the
 * network.
 */
export const PORTS_DESCRIPTOR = 7;

/**
 * Starts bubblewrap. It builds the sandbox and waits for a byte on `BLOCK_DESCRIPTOR`.
 *
 * @param onStatus called with each piece of what bubblewrap says of itself, for `createStatusReader`
 */
export function startBubblewrap(
  launch: BubblewrapProgram,
  streams: StandardStreams,
  trace: CommandTrace | undefined,
  onStatus: (text: string) => void,
): StartedProgram {
  // NUL separates the options on their descriptor: a NUL in a value would inject options.
  if (launch.options.some((option) => option.includes('\0')))
    throw new MachineError('a path or a variable contains NUL');
  const numbers = {
    '--json-status-fd': STATUS_DESCRIPTOR,
    '--block-fd': BLOCK_DESCRIPTOR,
    '--args': OPTIONS_DESCRIPTOR,
    '--seccomp': FILTER_DESCRIPTOR,
  };
  const flags = Object.entries(numbers).flatMap(([name, descriptor]) => [name, String(descriptor)]);
  const [file = launch.program, ...prefix] = [...launch.enter, ...(trace?.prefix ?? []), launch.program];
  const options: ProgramDescriptor = { input: Buffer.from(launch.options.map((option) => `${option}\0`).join('')) };
  const more: ProgramDescriptor[] = launch.forwarded_ports.length > 0 ? ['fed'] : [];
  return startProgram(
    {
      file,
      args: [...prefix, ...flags, '--', ...launch.argv],
      cwd: '/',
      // The environment goes in as options: this one would be readable as /proc/1/environ inside, and an LD_PRELOAD in
      // it would run outside.
      env: {},
      user: getSpawnIdentity(),
      descriptors: [...streams.child_files, 'output', 'fed', options, { input: launch.filter }, ...more],
      output_bytes: STATUS_BYTES,
    },
    (_, bytes) => onStatus(bytes.toString('latin1')),
  );
}

/** Limit of what bubblewrap says of itself, in bytes. */
const STATUS_BYTES = 2 ** 20;

/** Parses bubblewrap's status: pid of the first process, and exit code if the command ran. */
export function createStatusReader(onFirst: (pid: number) => void) {
  let status_text = '';
  let has_pid = false;
  return {
    read(text: string) {
      status_text += text;
      const pid = has_pid ? undefined : /"child-pid": (\d+)\D/.exec(status_text)?.[1];
      if (pid === undefined) return;
      has_pid = true;
      onFirst(Number(pid));
    },
    exitCode() {
      const code = /"exit-code": (\d+)/.exec(status_text)?.[1];
      return code === undefined ? null : Number(code);
    },
  };
}
