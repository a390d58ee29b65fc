#!/usr/bin/env node
import { userInfo } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { wayOutOf } from './commands/caller_network.js';
import { callerSecrets } from './commands/caller_secrets.js';
import { callerVariables } from './commands/caller_variables.js';
import { commandLine } from './commands/command_line.js';
import { openConsoleWriter, terminalColumns } from './commands/console_writer.js';
import { failure } from './commands/failure.js';
import { terminalAsk } from './commands/terminal_ask.js';

// Attempts make much short-lived garbage; without this Node lets it grow to half as much memory again. Who reads a hundred thousand results
// would wait twice as long for it.
if (process.argv[2] !== 'report') setFlagsFromString('--optimize-for-size');

/** The command line's shell: streams, signals and exit code, nothing else. */
const { stdin, stdout, stderr } = process;
const watched = stderr.isTTY && process.env.TERM !== 'dumb';
const colour = stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
const writer = openConsoleWriter({ stdout, stderr, colour, watched });
const interruption = new AbortController();
// The listeners stay: where a library finds itself alone with a signal, it ends the process with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(130);
    writer.fail(`\ngatebench: ${signal}, stopping and sealing what runs (once more to stop at once)`);
    interruption.abort(signal);
  });
}
// A reader that went away (`| head`) changes neither the run nor its exit status: what it does not read is dropped.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
// Node would print the message as it is.
process.on('uncaughtException', (error) => {
  const { text, exit_code } = failure(error);
  writer.fail(text);
  process.exit(exit_code);
});

// Nobody is asked who cannot see the question or cannot answer it.
const people =
  stdin.isTTY && stdout.isTTY
    ? { terminal: writer.quiet(terminalAsk({ input: stdin, output: writer.questions, by: userName() })) }
    : {};
try {
  process.exitCode = await commandLine(
    process.argv.slice(2),
    {
      log: writer.log,
      error: writer.error,
      styled: writer.styled,
      ...(writer.status ? { status: writer.status } : {}),
      signal: interruption.signal,
      secrets: callerSecrets(process.env),
      variable: callerVariables(process.env),
      terminal: { columns: terminalColumns(stdout.columns), colour },
      people,
    },
    {
      cwd: process.cwd(),
      search_path: process.env.PATH ?? '',
      way_out: wayOutOf(process.env),
      otlp_endpoint: process.env.OTEL_EXPORTER_OTLP_ENDPOINT,
      otlp_headers: process.env.OTEL_EXPORTER_OTLP_HEADERS,
      user: userName(),
      client: { input: stdin, output: writer.json },
    },
  );
} catch (error) {
  const { text, exit_code } = failure(error);
  writer.fail(text);
  process.exitCode = exit_code;
}

/** A user without an account has a number only. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
