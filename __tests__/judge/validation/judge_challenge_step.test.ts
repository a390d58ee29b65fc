import { judgeChallengeStep } from '../../../src/judge/validation/judge_challenge_step.js';
import { givenReference } from '../../given_reference.js';
import { tapCheck } from '../../given_task.js';
import { givenContract, givenEvidence } from './given_observation.js';

const CANARY = { run: 'sh hidden/canary.sh "$REPORT"', report: 'tap' as const };
const NONE = givenReference({ pool: [], strength: null, rounds: 0, because: 'no expectation can be varied' });
const contract = (oracle: object) =>
  givenContract({ acceptance: [tapCheck()], oracle: { files: 'hidden', ...oracle } });

describe('the strength of a contract in its proof', () => {
  it('refutes one with neither strength nor a canary, and writes the canary out', () => {
    const { verdict, reasons } = judgeChallengeStep(givenEvidence({ contract: contract({}), reference: NONE }));
    expect(verdict).toBe('refuted');
    expect(reasons[0]).toMatch(
      /^strength none: no expectation can be varied, and there is no canary: write hidden\/canary.sh /,
    );
  });

  it('refutes one that asks for no rounds and has no canary', () => {
    expect(judgeChallengeStep(givenEvidence({ contract: contract({ challenge: { rounds: 0 } }) })).reasons[0]).toMatch(
      /^strength none: the contract asks for no rounds, and there is no canary: write /,
    );
  });

  it.each([
    ['nothing can be varied', contract({ canary: CANARY }), 'strength none: no expectation can be varied'],
    [
      'it asks for no rounds',
      contract({ canary: CANARY, challenge: { rounds: 0 } }),
      'strength none: the contract asks for no rounds',
    ],
  ])('marks one with a canary alone: %s', (_, of, line) => {
    const { verdict, detail, warnings } = judgeChallengeStep(givenEvidence({ contract: of, reference: NONE }));
    expect([verdict, detail, warnings]).toEqual([
      'proven',
      `${line}; the canary alone shows that the oracle can fail`,
      [line],
    ]);
  });

  it('warns of a strength below the wanted one, and of tests that cannot be varied', () => {
    const reference = givenReference({
      strength: 4,
      rounds: 4,
      missing: ['a', 'b'],
      because: 'only 1 test can be varied',
    });
    expect(judgeChallengeStep(givenEvidence({ contract: contract({}), reference })).warnings).toEqual([
      'strength 2^-4 is below 2^-8: only 1 test can be varied',
      'not every expectation can be varied in a (and 1 more): forging there costs nothing',
    ]);
  });

  it('says of a contract that asks for another form of hidden files what to do first', () => {
    const of = givenContract({ acceptance: [tapCheck()] });
    expect(judgeChallengeStep(givenEvidence({ contract: of, reference: NONE })).reasons[0]).toMatch(/oracle\.files/);
  });
});
