import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Event, EventPayload, Execution, OutputLog } from '../../record/events/event.js';
import { sha256 } from '../../record/json/compute_digest.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import type { CapturedOutput, CommandResult, SandboxCommand, Session } from '../sandbox_backend.js';
import { boundExecutedPrograms } from '../trace/create_program_trace.js';
import { redactTruncatedSecrets } from './redact_truncated_secrets.js';

const plainTexts = new WeakMap<OutputLog, string>();

/** Remembers the plain output of a command whose log is redacted, for the agent that ran it. */
function rememberPlainOutput(log: OutputLog, text: string): void {
  plainTexts.set(log, text);
}

/**
 * Returns the plain output of a command, as long as its log is held.
 *
 * @returns undefined if the record holds the plain output
 */
export const getPlainOutput = (log: OutputLog): string | undefined => plainTexts.get(log);

/** Sink for the logs of commands, with a clock: a run directory, or a layer that is being made. */
export interface CommandLogSink {
  now(): number;
  keep(data: Uint8Array): string;
  /** Takes the observations of a traced command: programs, and operations that the kernel refused. */
  traced?(execution: Execution, seen: Pick<CommandResult, 'programs' | 'refused'>): void;
  /** Returns bytes without known secrets. Default: unchanged. */
  masked?(data: Uint8Array): Uint8Array;
  /** Returns bytes as `keep` stores them. Default: unchanged. */
  redacted?(data: Uint8Array): Uint8Array;
  /** Takes a request that the proxy saw from a command with a network. */
  requested(payload: EventPayload<'network_request'>): void;
}

/** Creates the sink that stores logs of commands in a run directory. */
export const createCommandLogSink = (run: RunDirectory): CommandLogSink => ({
  now: () => run.log.now(),
  keep: (data) => run.keep(data),
  // The command has no event yet: the observations are appended right after it and refer to it.
  traced(execution, { refused, programs }) {
    const unlisten = run.log.listen((event) => {
      if (!isEventOfExecution(event, execution, run.log.toStored(execution.command))) return;
      unlisten();
      const origin = { of_seq: event.seq, source: 'strace' as const };
      if (refused) run.log.append('refused_operations', 'monitor', { ...origin, ...refused });
      if (programs)
        run.log.append('executed_programs', 'monitor', {
          ...origin,
          ...boundExecutedPrograms(programs, (text) => run.log.toStored(text)),
        });
    });
  },
  masked: (data) => run.applyMask(data),
  redacted: (data) => run.redact(data).data as Uint8Array,
  requested: (payload) => void run.log.append('network_request', 'monitor', payload),
});

function isEventOfExecution({ payload }: Event, { started_ms, ended_ms }: Execution, command: string): boolean {
  const execution = 'execution' in payload ? payload.execution : undefined;
  return execution?.command === command && execution.started_ms === started_ms && execution.ended_ms === ended_ms;
}

/** Shell command to execute in a session. */
export interface ShellCommand extends Pick<SandboxCommand, 'on_output' | 'on_sample' | 'sample_ms'> {
  /** Command line of the contract, for `/bin/sh -c`. */
  run: string;
  /** Shell lines before it, which no record holds. */
  prelude?: string;
  timeout_ms: number;
  environment?: Record<string, string>;
  cwd?: string;
  /** Shell variables that are set but not exported. */
  variables?: Record<string, string>;
  stdin?: string | Uint8Array;
  signal?: AbortSignal | undefined;
}

/** Executes a shell command in a session and describes its result, with bounded logs (requirement K5). */
export async function executeCommand(
  session: Session,
  command: ShellCommand,
  recorder: CommandLogSink,
): Promise<Execution> {
  const variables = Object.entries(command.variables ?? {}).map(
    ([name, value]) => `${name}='${value.replaceAll("'", "'\\''")}'\n`,
  );
  const started_ms = recorder.now();
  const result = await session.exec({
    argv: ['/bin/sh', '-c', variables.join('') + (command.prelude ?? '') + command.run],
    timeout_ms: command.timeout_ms,
    ...omitUndefined({ environment: command.environment, cwd: command.cwd || undefined, stdin: command.stdin }),
    signal: command.signal,
    on_output: command.on_output,
    on_sample: command.on_sample,
    sample_ms: command.sample_ms,
  });
  const execution = describeExecution(command.run, command.timeout_ms, started_ms, recorder.now(), result, recorder);
  if (result.refused || result.programs) recorder.traced?.(execution, result);
  return execution;
}

function describeExecution(
  command: string,
  timeout_ms: number,
  started_ms: number,
  ended_ms: number,
  result: CommandResult,
  recorder: CommandLogSink,
): Execution {
  return {
    command,
    started_ms,
    ended_ms,
    cause: result.cause,
    exit_code: result.exit_code,
    signal: result.signal,
    ...omitUndefined({ detail: result.detail || undefined }),
    timeout_ms,
    usage: result.usage,
    network_attempts: result.network_attempts,
    forks_refused: result.forks_refused,
    stdout: storeOutput(result.stdout, recorder),
    stderr: storeOutput(result.stderr, recorder),
  };
}

/** Tells whether a command ended by itself with exit status 0. */
export const hasSucceeded = ({ cause, exit_code }: Pick<Execution, 'cause' | 'exit_code'>): boolean =>
  cause === 'exit' && exit_code === 0;

/** Maximum characters of each end of a log that an event holds. */
const SHOWN_CHARACTERS = 2000;

function storeOutput(captured: CapturedOutput, recorder: CommandLogSink): OutputLog {
  const output = maskOutput(captured, recorder);
  const { sha256, bytes, truncated } = output;
  const plain = Buffer.from(output.text).toString('utf8');
  const exact =
    plain.length <= SHOWN_CHARACTERS && !truncated && Buffer.byteLength(plain) === bytes && !plain.includes('\ufffd');
  // A short log is redacted with the event that holds all of it.
  if (exact) return { sha256, bytes, truncated, head: plain, tail: '' };
  const whole = truncated ? redactTruncatedSecrets(output.text) : output.text;
  const artifact = recorder.keep(whole);
  const stored = recorder.redacted?.(whole) ?? whole;
  // Both ends are cut from the redacted text: a secret cut in half would not be recognised.
  const text = Buffer.from(stored).toString('utf8');
  const log = {
    sha256,
    bytes,
    truncated,
    artifact,
    head: text.slice(0, SHOWN_CHARACTERS).toWellFormed(),
    tail: text.length <= SHOWN_CHARACTERS ? '' : text.slice(-SHOWN_CHARACTERS).toWellFormed(),
  };
  if (stored !== output.text) rememberPlainOutput(log, plain);
  return log;
}

/** Masks known secrets in output. If something was masked, digest and size are those of the stored bytes. */
function maskOutput(output: CapturedOutput, recorder: CommandLogSink): CapturedOutput {
  const text = recorder.masked?.(output.text) ?? output.text;
  return text === output.text
    ? output
    : { ...output, text, sha256: sha256(text), bytes: output.truncated ? output.bytes : text.length };
}
