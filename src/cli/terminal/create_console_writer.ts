import { Writable } from 'node:stream';
import type { CommandContext } from '../../commands/io/command_context.js';
import { escapeJson, escapeLogLine } from '../../publish/text/escape_text.js';
import { renderStyledLine } from '../../publish/text/styled_line.js';
import { createStatusLine, type StatusLine } from './status_line.js';

/** Part of `process.stdout` that the writer uses. */
interface ConsoleStream {
  write(text: string, done?: (error?: Error | null) => void): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

/** Standard output and standard error, and what their terminal can show. */
interface ConsoleWriterOptions {
  stdout: ConsoleStream;
  stderr: ConsoleStream;
  /** Standard output shows colours. */
  colour: boolean;
  /** Standard error is a terminal that somebody watches, so that it can have a status line. */
  watched: boolean;
}

/** Writer of everything that the command line prints. */
interface ConsoleWriter extends Required<Pick<CommandContext, 'log' | 'error' | 'styled'>> {
  status?: ((line: string | undefined) => void) | undefined;
  /** Writes a message of several lines to standard error. */
  fail(text: string): void;
  /** Stream on which a person is asked. */
  questions: { write(text: string): unknown };
  /** Wraps a question, so that the status line stands still until it is answered. */
  pauseDuring: StatusLine['pauseDuring'];
  /** Standard output for a client that reads JSON lines: valid JSON, inert in a terminal and in a workflow log. */
  json: Writable;
}

/**
 * Creates the only writer of standard output and standard error.
 *
 * Its input may hold text of contracts, patches, agents, artifacts or models. A line stays one line, invisible
 * characters are written visibly, and no line is a workflow command. Colours come from the styles of spans only.
 */
export function createConsoleWriter({ stdout, stderr, colour, watched }: ConsoleWriterOptions): ConsoleWriter {
  const status = createStatusLine({
    write: (text) => stderr.write(text),
    get columns(): number | undefined {
      return stderr.columns || undefined;
    },
  });
  const write = (stream: ConsoleStream, text: string) => status.writeAbove(() => void stream.write(text));
  const lines = (text: string) => text.split('\n').map(escapeLogLine).join('\n');
  return {
    log: (line) => write(stdout, `${escapeLogLine(line)}\n`),
    error: (line) => write(stderr, `${escapeLogLine(line)}\n`),
    styled: (line) => write(stdout, `${renderStyledLine(line, colour)}\n`),
    fail: (text) => write(stderr, `${lines(text)}\n`),
    ...(watched ? { status: (line) => status.show(line === undefined ? undefined : escapeLogLine(line)) } : {}),
    questions: { write: (text) => (stderr.isTTY ? stderr : stdout).write(lines(text)) },
    pauseDuring: status.pauseDuring,
    json: new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => void stdout.write(escapeJson(String(chunk)), done),
    }),
  };
}

/** Returns the width to print for; 100 if the terminal does not know its own. */
export function getTerminalColumns(columns: number | undefined): number {
  return columns || 100;
}
