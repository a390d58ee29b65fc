import fc from 'fast-check';
import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import { computeChangeSize } from '../../../../src/judge/rubric/scores/compute_change_size.js';
import { file, type Given, givenRecord, patched } from '../given_record.js';

const graded = (given: Given) => scoreAttempt(givenRecord(given)).graded;
const lines = (count: number) => [file('src/a.js', { added_lines: count, deleted_lines: 0 })];

describe('d_delta', () => {
  const envelope = { lines: 10, files: 2 };
  it.each([
    [
      'counts added and deleted lines',
      [file('a', { added_lines: 4, deleted_lines: 1 })],
      { files: 1, lines: 5, d_delta: 0.5 },
    ],
    [
      'takes the dimension that is further out',
      [file('a'), file('b'), file('c')],
      { files: 3, lines: 12, d_delta: 1.5 },
    ],
    [
      'counts binary files as files only',
      [file('a', { added_lines: null, deleted_lines: null })],
      { files: 1, lines: 0, d_delta: 0.5 },
    ],
    ['is 0 for no change', [], { files: 0, lines: 0, d_delta: 0 }],
  ])('%s', (_, changes, expected) => {
    expect(computeChangeSize(changes, envelope)).toEqual(expected);
  });

  it('a larger patch is never more minimal', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), fc.double({ min: 0.01, max: 10, noNaN: true }), (a, b, lambda) => {
        const q = (count: number) =>
          graded({ contract: { scoring: { lambda } }, events: patched({ files: lines(count) }) }).q_minimal;
        const [small, large] = [Math.min(a, b), Math.max(a, b)];
        return q(small) >= q(large) && q(small) <= 1 && q(large) >= 0;
      }),
      { numRuns: 60 },
    );
  });
});
