/**
 * A mistake of the user's that stops us before any evidence exists: shown as one line, what and where, then what to do.
 * Exit code 2, no stack trace. What happens to an agent is never one of these: that is a value in the record.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  constructor(
    message: string,
    /** What to do about it, when the message does not say so itself. */
    readonly remedy?: string,
  ) {
    super(message);
  }

  /** Message and remedy as they are printed. */
  get text(): string {
    return this.remedy ? `${this.message}\n  ${this.remedy}` : this.message;
  }
}
