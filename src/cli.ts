import { setMaxListeners } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { createCallerVariableReader } from './action/create_caller_variable_reader.js';
import { findCallerSecrets } from './action/find_caller_secrets.js';
import { readCallerNetwork } from './action/read_caller_network.js';
import { readLocalOrigin } from './cli/read_local_origin.js';
import { runCommandLine } from './cli/run_command_line.js';
import { createConsoleWriter, getTerminalColumns } from './cli/terminal/create_console_writer.js';
import { createQuestionPrompt } from './cli/terminal/create_question_prompt.js';
import { createTerminalAsk } from './cli/terminal/create_terminal_ask.js';
import { describeFailure } from './commands/io/describe_failure.js';
import { createProgressReporter } from './commands/io/progress_reporter.js';

// Attempts make much short-lived garbage; without this Node's heap grows to half as much memory again. `report` may
// read a hundred thousand results, and would take twice as long with it: there the heap grows in smaller steps, which
// saves a third of the memory and takes no longer.
setFlagsFromString(process.argv[2] === 'report' ? '--heap-growing-percent=25' : '--optimize-for-size');

// The shell of the command line: streams, signals and exit code.
const { stdin, stdout, stderr } = process;
const [, started_file] = process.argv;
const watched = stderr.isTTY && process.env.TERM !== 'dumb';
const colour = stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
const writer = createConsoleWriter({ stdout, stderr, colour, watched });
const interruption = new AbortController();
setMaxListeners(0, interruption.signal); // each command of each attempt listens
// The listeners stay: a library that is the only listener of a signal ends the process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(130);
    writer.fail(`\ngatebench: ${signal}, stopping and sealing what runs (once more to stop at once)`);
    interruption.abort(signal);
  });
}
// A reader that closes the pipe (`| head`) changes neither the run nor its exit status; further output is dropped.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
// Whatever ends the process, the line at the foot of the terminal goes with it.
process.on('exit', () => writer.status?.(undefined));
// Node would print the message without escaping it.
process.on('uncaughtException', (error) => {
  const { text, exit_code } = describeFailure(error);
  writer.fail(text);
  process.exit(exit_code);
});

// Only a person who can see and answer a question is asked.
const people =
  stdin.isTTY && stdout.isTTY
    ? { terminal: writer.pauseDuring(createTerminalAsk({ input: stdin, output: writer.questions, by: getUserName() })) }
    : {};
// In continuous integration nobody answers, also where it has a terminal.
const question =
  stdin.isTTY && stdout.isTTY && !process.env.CI
    ? createQuestionPrompt({ input: stdin, output: writer.questions })
    : undefined;
try {
  process.exitCode = await runCommandLine(
    process.argv.slice(2),
    {
      log: writer.log,
      error: writer.error,
      styled: writer.styled,
      progress: createProgressReporter({
        ...{ status: writer.status, line: writer.error, now: () => performance.now() },
        columns: () => stderr.columns || 80,
      }),
      signal: interruption.signal,
      secrets: findCallerSecrets(process.env),
      variable: createCallerVariableReader(process.env),
      terminal: { columns: getTerminalColumns(stdout.columns), colour },
      people,
      question,
      origin: readLocalOrigin(process.cwd()),
    },
    {
      cwd: process.cwd(),
      search_path: process.env.PATH ?? '',
      way_out: readCallerNetwork(process.env),
      otlp_endpoint: process.env.OTEL_EXPORTER_OTLP_ENDPOINT,
      otlp_headers: process.env.OTEL_EXPORTER_OTLP_HEADERS,
      user: getUserName(),
      home: process.env.HOME,
      program: started_file === undefined ? undefined : [process.execPath, findHookFile(realpathSync(started_file))],
      client: { input: stdin, output: writer.json },
    },
  );
} catch (error) {
  const { text, exit_code } = describeFailure(error);
  writer.fail(text);
  process.exitCode = exit_code;
}

/** Returns the file that answers hooks alone, beside that of the command line; else that one, which does so too. */
function findHookFile(file: string): string {
  const alone = join(dirname(file), '..', 'guard', 'hook.cjs');
  return existsSync(alone) ? alone : file;
}

/** Returns the name of the user, or the number of one without an account. */
function getUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
