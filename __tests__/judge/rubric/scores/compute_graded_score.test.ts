import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import { evaluated, execution, failing, type Given, givenRecord, patched, type Said } from '../given_record.js';

const graded = (given: Given) => scoreAttempt(givenRecord(given)).graded;

// Holds S4
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
