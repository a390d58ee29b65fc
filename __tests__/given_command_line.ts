import { runCommandLine } from '../src/cli/run_command_line.js';
import { describeFailure } from '../src/commands/io/describe_failure.js';

/** Outcome of a command line: exit code, and the text of both streams. */
export interface TypedCommand {
  code: number;
  log: string;
  error: string;
}

/** Runs a command line in this process, as the shell does: a user's mistake is text on standard error and code 2. */
export async function typeCommand(
  cwd: string,
  argv: readonly string[],
  search_path = process.env.PATH ?? '',
  signal = new AbortController().signal,
) {
  const [log, error]: [string[], string[]] = [[], []];
  const out = {
    log: (line: string) => log.push(line),
    error: (line: string) => error.push(line),
    signal,
    terminal: { columns: 100, colour: false },
  };
  let code: number;
  try {
    code = await runCommandLine([...argv], out, { cwd, search_path, user: 'tester' });
  } catch (fault) {
    const { text, exit_code } = describeFailure(fault);
    if (exit_code !== 2) throw fault;
    error.push(text);
    code = exit_code;
  }
  return { code, log: log.join('\n'), error: error.join('\n') } satisfies TypedCommand;
}
