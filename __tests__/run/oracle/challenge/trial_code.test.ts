import fc from 'fast-check';
import { createDistinctCodes } from '../../../../src/run/oracle/challenge/trial_code.js';
import { seeded } from '../../../seeded.js';

it('no code has the runs of another, or of several others together', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), (count, seed) => {
      const codes = createDistinctCodes(count, 2, seeded(seed + 1));
      expect(codes).toHaveLength(count);
      const texts = new Set(codes.map((code) => code.map(Number).join('')));
      expect(texts.size).toBe(count);
      for (const [i, one] of codes.entries()) {
        expect(one.filter(Boolean).length).toBeGreaterThanOrEqual(2);
        for (const other of codes.slice(i + 1)) {
          const union = one.map((digit, at) => Number(digit || other[at])).join('');
          expect(texts.has(union)).toBe(false);
        }
      }
    }),
    { numRuns: 20 },
  );
});
