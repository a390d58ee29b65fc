import fc from 'fast-check';
import { changeSize } from '../../../src/judge/rubric/change_size.js';
import { score } from '../../../src/judge/rubric/score.js';
import { evaluated, execution, failing, file, type Given, givenRecord, patched, type Said } from './given_record.js';

const graded = (given: Given) => score(givenRecord(given)).graded;
const lines = (count: number) => [file('src/a.js', { added_lines: count, deleted_lines: 0 })];

describe('S4: the graded score', () => {
  it('is ⟨w, q⟩ with the shipped weights unless the contract names its own', () => {
    const scoring = { envelope: { lines: 4, files: 10 } };
    const weights = { minimal: 0.4, trace: 0.3, maintainability: 0.3 };
    const parts = { defined: true, q_minimal: 0.367879, q_trace: 1, q_maintainability: 1, d_delta: 1 };
    expect(graded({ contract: { scoring } })).toEqual({ score: 0.747152, ...parts, weights });
    const own = { minimal: 1, trace: 0, maintainability: 0 };
    expect(graded({ contract: { scoring: { ...scoring, weights: own } } })).toEqual({
      score: 0.367879,
      ...parts,
      weights: own,
    });
  });

  it('uses the λ of the contract', () => {
    const { q_minimal } = graded({ contract: { scoring: { lambda: 2, envelope: { lines: 4, files: 10 } } } });
    expect(q_minimal).toBe(0.135335);
  });

  it('is 0 and not defined unless all gates pass, whatever its dimensions are', () => {
    const { score: s, defined, q_trace } = graded({ events: evaluated(failing()) });
    expect({ s, defined, q_trace }).toEqual({ s: 0, defined: false, q_trace: 1 });
  });

  it('loses trace quality without a briefing, and keeps the rest', () => {
    const events = patched({}).slice(1);
    expect(graded({ events })).toMatchObject({ defined: true, q_trace: 0, score: 0.661935 });
  });

  it('takes the share of maintainability checks that pass; one that is not recorded does not', () => {
    const maintainability = ['lint', 'docs', 'types', 'size'].map((id) => ({ id, run: id }));
    const more = [0, 0, 1].map((exit_code, i): Said => {
      const { id } = maintainability[i]!;
      const payload = { check: id, run: 1, execution: execution({ exit_code }), report: { state: 'none' as const } };
      return { type: 'maintainability_check', payload };
    });
    expect(graded({ contract: { scoring: { maintainability } }, more })).toMatchObject({
      defined: true,
      q_maintainability: 0.5,
    });
  });
});

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
    expect(changeSize(changes, envelope)).toEqual(expected);
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
