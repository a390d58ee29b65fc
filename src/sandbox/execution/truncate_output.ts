/** Bytes of each end of an output that are shown. */
const SHOWN_BYTES = 16 * 1024;

/**
 * Truncates the middle of an output for a model.
 *
 * @param truncated true if the output was cut before
 */
export function truncateOutput(bytes: Buffer, truncated: boolean): { text: string; whole: boolean } {
  if (bytes.length <= 2 * SHOWN_BYTES) return { text: bytes.toString('utf8'), whole: !truncated };
  const [beginning, end] = [bytes.subarray(0, SHOWN_BYTES), bytes.subarray(-SHOWN_BYTES)];
  return { text: `${beginning.toString('utf8')}\n[… cut …]\n${end.toString('utf8')}`, whole: false };
}
