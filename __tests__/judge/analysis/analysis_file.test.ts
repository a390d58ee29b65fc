import { analyseTrials, readAnalysis } from '../../../src/judge/analysis/analysis.js';
import { givenArm, givenPlan, givenTrials } from './given_suite.js';

// Holds G3
describe('analysis.json', () => {
  const arms = [givenArm('a'), givenArm('b')];
  const analysis = analyseTrials(givenTrials('a', { one: 'pp', two: 'pf' }), {
    arms,
    plan: givenPlan(arms, ['one', 'two'], 2),
  });

  it('has one meaning for pass_at_k: at least one of k', () => {
    const texts = JSON.stringify(analysis.consistency.map(({ hal }) => hal));
    expect(texts).toContain('"pass_hat_k":');
    expect(texts).not.toContain('pass_at_k');
  });

  it('is read as it is, and of an earlier version with the name and the sum that it did not have', () => {
    expect(readAnalysis(analysis)).toEqual(analysis);
    const earlier = {
      ...analysis,
      clear: { ...analysis.clear, arms: analysis.clear.arms.map(({ without_assurance: _, ...arm }) => arm) },
      consistency: analysis.consistency.map(({ hal, ...arm }) => {
        if (hal === null) return { ...arm, hal };
        const { pass_hat_k, ...report } = hal;
        return { ...arm, hal: { ...report, pass_at_k: pass_hat_k } };
      }),
    };
    const read = readAnalysis(earlier);
    expect(read.consistency).toEqual(analysis.consistency);
    expect(read.clear.arms.map((arm) => arm.without_assurance)).toEqual([null, null]);
  });
});
