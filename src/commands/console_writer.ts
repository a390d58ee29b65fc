import { Writable } from 'node:stream';
import { escapeJson, logLine } from '../publish/report/escape.js';
import { plainText, renderLine, type StyledLine } from '../publish/report/styled_text.js';
import type { RunOutput } from './orders.js';
import { openStatusLine, type StatusLine } from './status_line.js';

/** A stream as the writer needs it: `process.stdout`, or any other that takes text. */
export interface ConsoleStream {
  write(text: string, done?: (error?: Error | null) => void): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

/** The two streams of the command line, and what the terminal behind them can show. */
export interface ConsoleOptions {
  stdout: ConsoleStream;
  stderr: ConsoleStream;
  /** Standard output shows colours. */
  colour: boolean;
  /** Somebody watches standard error, so that a line can stay at its foot. */
  watched: boolean;
}

/** Everything that the command line writes. */
export interface ConsoleWriter extends Required<Pick<RunOutput, 'log' | 'error' | 'styled'>> {
  status?: ((line: string | undefined) => void) | undefined;
  /** Writes a message of several lines to standard error: each line of the text is one. */
  fail(text: string): void;
  /** Where a person is asked, and what keeps the status line still meanwhile. */
  questions: { write(text: string): unknown };
  quiet: StatusLine['quiet'];
  /** Standard output for a client that reads JSON lines: still valid JSON, and inert in a terminal and in a workflow log. */
  json: Writable;
}

/**
 * Creates the one writer for standard output and standard error. No other part of the program writes to them.
 *
 * Whatever it is given may hold text of contracts, patches, agents, artifacts or models. A line stays one line; characters that a
 * reader cannot see are written visibly; no line is a workflow command. Colours are made here, from the styles of spans.
 */
export function openConsoleWriter({ stdout, stderr, colour, watched }: ConsoleOptions): ConsoleWriter {
  const status = openStatusLine({
    write: (text) => stderr.write(text),
    get columns(): number | undefined {
      return stderr.columns || undefined;
    },
  });
  const write = (stream: ConsoleStream, text: string) => status.over(() => void stream.write(text));
  const lines = (text: string) => text.split('\n').map(logLine).join('\n');
  return {
    log: (line) => write(stdout, `${logLine(line)}\n`),
    error: (line) => write(stderr, `${logLine(line)}\n`),
    styled: (line) => write(stdout, `${renderLine(line, colour)}\n`),
    fail: (text) => write(stderr, `${lines(text)}\n`),
    ...(watched ? { status: (line) => status.show(line === undefined ? undefined : logLine(line)) } : {}),
    questions: { write: (text) => (stderr.isTTY ? stderr : stdout).write(lines(text)) },
    quiet: status.quiet,
    json: new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => void stdout.write(escapeJson(String(chunk)), done),
    }),
  };
}

/** Returns a line as any stream may take it: see `openConsoleWriter`. */
export const printableLine = (line: string): string => logLine(line);

/** Returns a line with its colours, for a log that shows them. */
export const colouredLine = (line: StyledLine): string => renderLine(line, true);

/** Prints lines with their styles where the output has any, else their text. */
export function printStyled(out: Pick<RunOutput, 'log' | 'styled'>, lines: readonly StyledLine[]): void {
  for (const line of lines) {
    if (out.styled) out.styled(line);
    else out.log(plainText(line));
  }
}

/** Prints lines one by one. */
export function printLines(print: (line: string) => void, lines: readonly string[]): void {
  for (const line of lines) print(line);
}

/** Returns the width to print for: terminals that do not know theirs (0 columns) get that of a log. */
export function terminalColumns(columns: number | undefined): number {
  return columns || 100;
}
