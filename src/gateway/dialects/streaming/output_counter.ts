/** Limits of a response that is kept; the rest is only counted. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_PIECES = 20_000;

/** Counter of generated output, which bounds how much of it is kept. */
export class OutputCounter {
  /** Bytes of generated text so far. */
  bytes = 0;
  /** Number of texts and pieces that were not kept. */
  passed_over = 0;
  #pieces = 0;

  /**
   * Counts a generated text.
   *
   * @returns the text if it is to be kept, else an empty text
   */
  addText(value: unknown): string {
    if (typeof value !== 'string' || value === '') return '';
    this.bytes += Buffer.byteLength(value);
    if (this.bytes <= MAX_BYTES) return value;
    this.passed_over += 1;
    return '';
  }

  /** Counts generated JSON, such as arguments. */
  addJson(value: unknown): void {
    if (value !== undefined && value !== null) this.bytes += Buffer.byteLength(JSON.stringify(value));
  }

  /**
   * Counts one more piece: a call, a part, an item.
   *
   * @returns false if there is no room for it
   */
  takePiece(): boolean {
    this.#pieces += 1;
    if (this.#pieces <= MAX_PIECES) return true;
    this.passed_over += 1;
    return false;
  }
}
