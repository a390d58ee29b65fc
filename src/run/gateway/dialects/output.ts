/** So much of an answer is put together; what comes after is counted, but not kept. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_PIECES = 20_000;

/** Counts what a model says, and keeps what is put together from it within bounds. */
export class Output {
  /** Bytes of generated text so far. */
  bytes = 0;
  /** Texts and pieces that were not kept. */
  passed_over = 0;
  #pieces = 0;

  /** Counts a text that was generated. @returns what of it is to be kept: all or nothing */
  text(value: unknown): string {
    if (typeof value !== 'string' || value === '') return '';
    this.bytes += Buffer.byteLength(value);
    if (this.bytes <= MAX_BYTES) return value;
    this.passed_over += 1;
    return '';
  }

  /** Counts what was generated as JSON: arguments that are no text. */
  json(value: unknown): void {
    if (value !== undefined && value !== null) this.bytes += Buffer.byteLength(JSON.stringify(value));
  }

  /** Whether there is room for one more piece: a call, a part, an item. */
  room(): boolean {
    this.#pieces += 1;
    if (this.#pieces <= MAX_PIECES) return true;
    this.passed_over += 1;
    return false;
  }
}
