/**
 * Cuts `text` on whole lines to at most `limit` UTF-8 bytes and says how much was left out.
 *
 * Text that fits is returned unchanged. Folded sections (`<details>`) that the cut leaves open are closed, so that the
 * notice is visible; this is sound because hostile text is escaped and cannot hold the tag. A limit smaller than the
 * notice cuts the notice.
 */
export function truncateToBytes(text: string, limit: number, where = 'the full report is in the run folder'): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= limit) return text;
  const lines = text.split('\n');
  // The longest possible notice decides the room, so that one pass is enough.
  const room = limit - Buffer.byteLength(createCutNotice(lines.length, bytes, where)) - 1;
  const lines_kept: string[] = [];
  let byte_count = 0;
  let open = 0;
  for (const line of lines) {
    const depth = Math.max(0, open + countOccurrences(line, '<details') - countOccurrences(line, '</details>'));
    const cost = Buffer.byteLength(line) + 1;
    if (byte_count + cost + depth * CLOSING.length > room) break;
    lines_kept.push(line);
    byte_count += cost;
    open = depth;
  }
  const closing = lines_kept.length === 0 ? '' : `${lines_kept.join('\n')}\n${CLOSING.repeat(open)}`;
  const cut = closing + createCutNotice(lines.length - lines_kept.length, bytes - byte_count, where);
  return Buffer.byteLength(cut) <= limit ? cut : cutWholeCharacters(cut, limit);
}

const CLOSING = '</details>\n';

function createCutNotice(lines: number, bytes: number, where: string): string {
  return `\n_${lines} ${lines === 1 ? 'line' : 'lines'} (${bytes} bytes) left out; ${where}._`;
}

function countOccurrences(line: string, tag: string): number {
  return line.split(tag).length - 1;
}

/** Returns the longest prefix of at most `limit` bytes that ends between characters. */
function cutWholeCharacters(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  let end = Math.max(0, limit);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString();
}
