import { measureTextWidth } from '../../text/measure_text_width.js';

/** Wraps words into lines of at most `room` cells. A word that is longer has a line of its own. */
export function wrapWords(words: readonly string[], room: number): string[] {
  const lines: string[] = [];
  let [line, width] = ['', 0];
  for (const word of words) {
    const cells = measureTextWidth(word);
    if (line !== '' && width + 1 + cells > room) {
      lines.push(line);
      line = '';
    }
    [line, width] = line === '' ? [word, cells] : [`${line} ${word}`, width + 1 + cells];
  }
  return [...lines, line];
}
