/** Byte buffer that grows by doubling, so that small pieces are cheap. */
export class ByteBuffer {
  length = 0;
  #bytes = new Uint8Array(0);

  add(part: Uint8Array): void {
    const length = this.length + part.length;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(length, 2 * this.#bytes.length, 1024));
      grown.set(this.#bytes.subarray(0, this.length));
      this.#bytes = grown;
    }
    this.#bytes.set(part, this.length);
    this.length = length;
  }

  /** Returns all bytes and empties the buffer; they are valid until something is added. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.length);
    this.length = 0;
    return bytes;
  }
}
