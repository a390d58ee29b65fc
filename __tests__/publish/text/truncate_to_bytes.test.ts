import fc from 'fast-check';
import { truncateToBytes } from '../../../src/publish/text/truncate_to_bytes.js';

describe('text is cut on whole lines to a limit in UTF-8 bytes', () => {
  it('leaves text that fits as it is', () => {
    expect(truncateToBytes('ä\nb', 4)).toBe('ä\nb');
  });

  it('says how many lines and bytes were left out', () => {
    const text = Array.from({ length: 30 }, (_, index) => `line ${index} äöü`).join('\n');
    expect(truncateToBytes(text, 120, 'see the artifact')).toBe(
      'line 0 äöü\nline 1 äöü\nline 2 äöü\nline 3 äöü\n\n_26 lines (383 bytes) left out; see the artifact._',
    );
  });

  it('closes folded sections that the cut leaves open, so that the notice is seen', () => {
    const text = `head\n<details><summary>a</summary>\n${'long line\n'.repeat(50)}</details>`;
    expect(truncateToBytes(text, 140, 'elsewhere')).toBe(
      'head\n<details><summary>a</summary>\nlong line\nlong line\nlong line\nlong line\n</details>\n\n_47 lines (470 bytes) left out; elsewhere._',
    );
  });

  it('never exceeds the limit, keeps only whole lines, and closes what it opens', () => {
    const line = fc.oneof(
      fc.constant('<details><summary>x</summary>'),
      fc.constant('</details>'),
      fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replace(/[\n<]/g, '')),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 0, max: 2000 }), (lines, limit) => {
        const text = lines.join('\n');
        const cut = truncateToBytes(text, limit);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
        expect(cut).not.toContain('\ufffd');
        if (cut !== text && limit > 200) {
          expect(cut).toMatch(/_\d+ lines? \(\d+ bytes\) left out; the full report is in the run folder\._$/);
          const kept = cut.split('\n').slice(0, -2);
          const own = kept.filter((each) => each !== '</details>');
          expect(own).toEqual(lines.filter((each) => each !== '</details>').slice(0, own.length));
        }
      }),
    );
  });
});
