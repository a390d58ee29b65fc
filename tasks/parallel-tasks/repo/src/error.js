/** A mistake in the file or on the command line. `line` counts from 1. */
export class KnotError extends Error {
  constructor(message, line) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'KnotError';
    this.line = line;
  }
}
