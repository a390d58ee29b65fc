#!/usr/bin/env node
import { userInfo } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { wayOutOf } from './commands/caller_network.js';
import { callerSecrets } from './commands/caller_secrets.js';
import { callerVariables } from './commands/caller_variables.js';
import { commandLine } from './commands/command_line.js';
import { failure } from './commands/failure.js';
import { openStatusLine } from './commands/status_line.js';
import { terminalAsk } from './commands/terminal_ask.js';

// Attempts make much short-lived garbage; without this Node lets it grow to half as much memory again. Who reads a hundred thousand results
// would wait twice as long for it.
if (process.argv[2] !== 'report') setFlagsFromString('--optimize-for-size');

/** The command line's shell: streams, signals and exit code, nothing else. */
const { stdin, stdout, stderr } = process;
const watched = stderr.isTTY && process.env.TERM !== 'dumb';
const status = openStatusLine(stderr);
const interruption = new AbortController();
// The listeners stay: where a library finds itself alone with a signal, it ends the process with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(130);
    const said = `\ngatebench: ${signal}, stopping and sealing what runs (once more to stop at once)\n`;
    status.over(() => stderr.write(said));
    interruption.abort(signal);
  });
}
// A reader that went away (`| head`) changes neither the run nor its exit status: what it does not read is dropped.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// Nobody is asked who cannot see the question or cannot answer it.
const people =
  stdin.isTTY && stdout.isTTY
    ? { terminal: status.quiet(terminalAsk({ input: stdin, output: stderr.isTTY ? stderr : stdout, by: userName() })) }
    : {};
const colour = stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
try {
  process.exitCode = await commandLine(
    process.argv.slice(2),
    {
      log: (line) => status.over(() => stdout.write(`${line}\n`)),
      error: (line) => status.over(() => stderr.write(`${line}\n`)),
      ...(watched ? { status: status.show } : {}),
      signal: interruption.signal,
      secrets: callerSecrets(process.env),
      variable: callerVariables(process.env),
      terminal: { columns: stdout.columns ?? 100, colour },
      people,
    },
    {
      cwd: process.cwd(),
      search_path: process.env.PATH ?? '',
      way_out: wayOutOf(process.env),
      otlp_endpoint: process.env.OTEL_EXPORTER_OTLP_ENDPOINT,
      otlp_headers: process.env.OTEL_EXPORTER_OTLP_HEADERS,
      user: userName(),
      client: { input: stdin, output: stdout },
    },
  );
} catch (error) {
  const { text, exit_code } = failure(error);
  process.stderr.write(`${text}\n`);
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
