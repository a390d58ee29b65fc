import fc from 'fast-check';
import { measureTextWidth } from '../../../src/publish/text/measure_text_width.js';
import { shortenLabels } from '../../../src/publish/text/shorten_labels.js';

const shorten = (labels: readonly string[], limit: number) => [...shortenLabels(labels, limit).values()];

describe('labels that are cut', () => {
  it('keep what tells them apart', () => {
    expect(shorten(['golden', 'patch:p/first-attempts.patch', 'patch:p/second-attempts.patch'], 20)).toEqual([
      'golden',
      '…first-attempts…',
      '…second-attempts…',
    ]);
    expect(shorten(['patch:tasks/a/one.patch', 'patch:tasks/b/one.patch'], 14)).toEqual(['…a…', '…b…']);
    expect(shorten(['codex gpt-5', 'codex gpt-4'], 20)).toEqual(['codex gpt-5', 'codex gpt-4']);
    expect(shorten(['a single label that is long'], 11)).toEqual(['a sin… long']);
  });

  it('stay distinct and fit', () => {
    const part = fc.constantFrom('patch:', 'p/', 'wrong-', 'a', 'b', 'ab', '.patch', '長', '🙂', ' ', '/', ':', '.');
    const label = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.uniqueArray(label, { maxLength: 8 }), fc.integer({ min: 6, max: 24 }), (labels, limit) => {
        const texts = shorten(labels, limit);
        expect(new Set(texts).size).toBe(labels.length);
        expect(Math.max(0, ...texts.map(measureTextWidth))).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
