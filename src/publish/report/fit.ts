/**
 * Cuts `text` on whole lines so that it takes at most `limit` UTF-8 bytes, and says how much was left out.
 *
 * Text that fits is returned as it is. Folded sections (`<details>`) that the cut leaves open are closed, so the notice is
 * never hidden in one; this is sound because hostile text is escaped and cannot hold the tag. A limit smaller than
 * the notice itself gives a cut notice.
 */
export function fit(text: string, limit: number, where = 'the full report is in the run folder'): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= limit) return text;
  const lines = text.split('\n');
  // the longest notice there can be decides the room, so that one pass is enough
  const room = limit - Buffer.byteLength(notice(lines.length, bytes, where)) - 1;
  const kept: string[] = [];
  let used = 0;
  let open = 0;
  for (const line of lines) {
    const depth = Math.max(0, open + count(line, '<details') - count(line, '</details>'));
    const cost = Buffer.byteLength(line) + 1;
    if (used + cost + depth * CLOSING.length > room) break;
    kept.push(line);
    used += cost;
    open = depth;
  }
  const closing = kept.length === 0 ? '' : `${kept.join('\n')}\n${CLOSING.repeat(open)}`;
  const cut = closing + notice(lines.length - kept.length, bytes - used, where);
  return Buffer.byteLength(cut) <= limit ? cut : wholeCharacters(cut, limit);
}

const CLOSING = '</details>\n';

function notice(lines: number, bytes: number, where: string): string {
  return `\n_${lines} ${lines === 1 ? 'line' : 'lines'} (${bytes} bytes) left out; ${where}._`;
}

function count(line: string, tag: string): number {
  return line.split(tag).length - 1;
}

/** The longest prefix of at most `limit` bytes that does not end inside a character. */
function wholeCharacters(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  let end = Math.max(0, limit);
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString();
}
