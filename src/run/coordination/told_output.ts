/** Bytes of each end of an output that are told. */
const TOLD_BYTES = 16 * 1024;

/** An output as a model reads it: beginning and end, where it is long. @param truncated it was cut before */
export function toldOutput(bytes: Buffer, truncated: boolean): { text: string; whole: boolean } {
  if (bytes.length <= 2 * TOLD_BYTES) return { text: bytes.toString('utf8'), whole: !truncated };
  const [beginning, end] = [bytes.subarray(0, TOLD_BYTES), bytes.subarray(-TOLD_BYTES)];
  return { text: `${beginning.toString('utf8')}\n[… cut …]\n${end.toString('utf8')}`, whole: false };
}
