import { visible } from './visible.js';

/**
 * A mistake of the user's that stops us before any evidence exists: shown as one line, what and where, then what to do.
 * Exit code 2, no stack trace. What happens to an agent is never one of these: that is a value in the record.
 *
 * Names and values of contracts and files stand in such messages, so whatever a reader cannot see is made visible here; a message
 * of several lines is given as several texts.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** What to do about it, when the message does not say so itself. */
  readonly remedy: string | undefined;
  /** Lines of the message. */
  readonly lines: readonly string[];

  constructor(message: string | readonly string[], remedy?: string) {
    const lines = (typeof message === 'string' ? [message] : message).map(visible);
    super(lines.join('\n'));
    this.lines = lines;
    this.remedy = remedy === undefined ? undefined : visible(remedy);
  }

  /** Message and remedy as they are printed. */
  get text(): string {
    return this.remedy ? `${this.message}\n  ${this.remedy}` : this.message;
  }
}
