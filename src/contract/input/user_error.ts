import { escapeInvisible } from './escape_invisible.js';

/**
 * Mistake of the user, found before any evidence exists.
 *
 * It is shown as one line, message and remedy, without a stack trace; the exit code is 2. Failures of an agent are
 * never user errors but values in the record. Messages contain names and values of contracts and files, so the
 * constructor escapes invisible characters. A message of several lines is passed as several texts.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** Remedy, unless the message implies it. */
  readonly remedy: string | undefined;
  /** Lines of the message. */
  readonly lines: readonly string[];

  constructor(message: string | readonly string[], remedy?: string) {
    const lines = (typeof message === 'string' ? [message] : message).map(escapeInvisible);
    super(lines.join('\n'));
    this.lines = lines;
    this.remedy = remedy === undefined ? undefined : escapeInvisible(remedy);
  }

  /** Message and remedy as printed. */
  get text(): string {
    return this.remedy ? `${this.message}\n  ${this.remedy}` : this.message;
  }
}
