/** Bytes that wait for more, in one buffer that grows: as cheap in pieces of one byte as in one piece. */
export class HeldBytes {
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

  /** All of them; good until something is added. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }
}
