/** A configuration that cannot be used. `line` counts from 1, and is undefined outside of a text. */
export class IniError extends Error {
  constructor(message, line) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'IniError';
    this.line = line;
  }
}
