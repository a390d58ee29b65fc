import stringWidth from 'string-width';
import {
  measureTextWidth,
  truncateMiddleToWidth,
  truncateToWidth,
  wrapText,
} from '../../../src/publish/text/measure_text_width.js';
import { itInFull } from '../../extent.js';

describe('the width of a text in a terminal', () => {
  it.each([
    ['abc …', 5],
    ['é and e\u0301', 7],
    ['漢字 한글', 9],
    ['👨‍👩‍👧 👍🏽 🇩🇪 ⚠️', 11],
  ])('%s', (text, cells) => {
    expect(measureTextWidth(text)).toBe(cells);
  });

  itInFull('is one cell for each character of most texts, as for the tables of Unicode', () => {
    for (let code = 0x20; code < 0x2100; code++) {
      const text = `x${String.fromCodePoint(code)}x`;
      if (measureTextWidth(text) === text.length) expect([text, stringWidth(text)]).toEqual([text, text.length]);
    }
  });

  it('cuts between characters as people see them', () => {
    expect(truncateToWidth('ab👨‍👩‍👧cd', 5)).toBe('ab👨‍👩‍👧…');
    expect(truncateToWidth('ab👨‍👩‍👧cd', 4)).toBe('ab…');
    expect(truncateToWidth('abc', 3)).toBe('abc');
    expect(truncateToWidth('abc', 0)).toBe('');
    expect(wrapText('ab👨‍👩‍👧cd', 3)).toEqual(['ab', '👨‍👩‍👧c', 'd']);
    expect(wrapText('漢字', 1)).toEqual(['漢', '字']);
  });

  it.each([
    ['script:tempted (without guardrails)', 20, 'script:tem…ardrails)'],
    ['short', 20, 'short'],
    ['漢字漢字漢字', 7, '漢…漢字'],
    ['abcdef', 2, 'a…'],
  ])('cuts %s to %i cells in its middle', (text, limit, expected) => {
    const cut = truncateMiddleToWidth(text, limit);
    expect([cut, measureTextWidth(cut) <= limit]).toEqual([expected, true]);
  });

  itInFull('takes time in proportion to the length of the text', () => {
    const text = 'ä👍'.repeat(30_000);
    expect(measureTextWidth(text)).toBe(90_000);
    expect(truncateToWidth(text, 6)).toBe('ä👍ä…');
  });
});
