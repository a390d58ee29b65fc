import { sha256 } from '../../record/canonical.js';
import type { Event, Execution, Log, Payload } from '../../record/events.js';
import type { RunDirectory } from '../../record/run_directory.js';
import type { CapturedOutput, Command, CommandResult, Refused, Session } from '../sandbox/backend.js';

/** Where the logs of commands go and what time it is: a run directory, or a layer that is being made. */
export interface Recorder {
  now(): number;
  keep(data: Uint8Array): string;
  /** What the kernel refused to a traced command. */
  refused?(execution: Execution, refused: Refused): void;
  /** Bytes as they may be stored; default: as they are. */
  masked?(data: Uint8Array): Uint8Array;
  /** Takes what the proxy saw of a command that has a network. */
  requested(payload: Payload<'network_request'>): void;
}

export const recorderOf = (run: RunDirectory): Recorder => ({
  now: () => run.log.now(),
  keep: (data) => run.keep(data),
  // The command has no event yet: what was refused comes right after it and names it.
  refused(execution, { operations, complete }) {
    const unlisten = run.log.listen((event) => {
      if (!isOf(event, execution)) return;
      unlisten();
      run.log.append('refused_operations', 'monitor', { of_seq: event.seq, source: 'strace', operations, complete });
    });
  },
  masked: (data) => run.masked(data),
  requested: (payload) => void run.log.append('network_request', 'monitor', payload),
});

function isOf({ payload }: Event, { command, started_ms, ended_ms }: Execution): boolean {
  const of = 'execution' in payload ? payload.execution : undefined;
  return of?.command === command && of.started_ms === started_ms && of.ended_ms === ended_ms;
}

export interface ShellCommand extends Pick<Command, 'on_output' | 'on_sample' | 'sample_ms'> {
  /** The contract's command line, for `/bin/sh -c`. */
  run: string;
  /** Shell lines before it, which stand in no record. */
  prelude?: string;
  timeout_ms: number;
  environment?: Record<string, string>;
  cwd?: string;
  /** Shell variables that are set but not exported. */
  variables?: Record<string, string>;
  stdin?: string | Uint8Array;
  signal?: AbortSignal | undefined;
}

/** Runs a shell command of the contract in a session and describes how it went, with bounded logs (K5). */
export async function execute(session: Session, command: ShellCommand, recorder: Recorder): Promise<Execution> {
  const variables = Object.entries(command.variables ?? {}).map(
    ([name, value]) => `${name}='${value.replaceAll("'", "'\\''")}'\n`,
  );
  const started_ms = recorder.now();
  const result = await session.exec({
    argv: ['/bin/sh', '-c', variables.join('') + (command.prelude ?? '') + command.run],
    timeout_ms: command.timeout_ms,
    ...(command.environment ? { environment: command.environment } : {}),
    ...(command.cwd ? { cwd: command.cwd } : {}),
    ...(command.stdin === undefined ? {} : { stdin: command.stdin }),
    signal: command.signal,
    on_output: command.on_output,
    on_sample: command.on_sample,
    sample_ms: command.sample_ms,
  });
  const execution = describe(command.run, command.timeout_ms, started_ms, recorder.now(), result, recorder);
  if (result.refused) recorder.refused?.(execution, result.refused);
  return execution;
}

function describe(
  command: string,
  timeout_ms: number,
  started_ms: number,
  ended_ms: number,
  result: CommandResult,
  recorder: Recorder,
): Execution {
  return {
    command,
    started_ms,
    ended_ms,
    cause: result.cause,
    exit_code: result.exit_code,
    signal: result.signal,
    ...(result.detail ? { detail: result.detail } : {}),
    timeout_ms,
    usage: result.usage,
    network_attempts: result.network_attempts,
    stdout: toLog(result.stdout, recorder),
    stderr: toLog(result.stderr, recorder),
  };
}

/** Characters of a log that stand in the event itself. */
const SHOWN = 2000;

function toLog(captured: CapturedOutput, recorder: Recorder): Log {
  const output = masked(captured, recorder);
  const text = Buffer.from(output.text).toString('utf8');
  const whole = text.length <= SHOWN;
  const exact = whole && !output.truncated && Buffer.byteLength(text) === output.bytes && !text.includes('\ufffd');
  return {
    sha256: output.sha256,
    bytes: output.bytes,
    truncated: output.truncated,
    ...(exact ? {} : { artifact: recorder.keep(output.text) }),
    head: text.slice(0, SHOWN).toWellFormed(),
    tail: whole ? '' : text.slice(-SHOWN).toWellFormed(),
  };
}

/** Output as it may be stored. Where something was masked, digest and size are those of what is stored. */
function masked(output: CapturedOutput, recorder: Recorder): CapturedOutput {
  const text = recorder.masked?.(output.text) ?? output.text;
  return text === output.text
    ? output
    : { ...output, text, sha256: sha256(text), bytes: output.truncated ? output.bytes : text.length };
}
