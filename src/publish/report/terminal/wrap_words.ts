import { measureTextWidth } from '../../text/measure_text_width.js';

/** Wraps words into lines of at most `room` cells. A word that is longer has a line of its own. */
export function wrapWords(words: readonly string[], room: number): string[] {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  for (const word of words) {
    const cells = measureTextWidth(word);
    if (line !== '' && used + 1 + cells > room) {
      lines.push(line);
      line = '';
    }
    [line, used] = line === '' ? [word, cells] : [`${line} ${word}`, used + 1 + cells];
  }
  return [...lines, line];
}
