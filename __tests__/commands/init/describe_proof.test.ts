import { describeProof } from '../../../src/commands/init/describe_proof.js';
import type { ContractLock } from '../../../src/contract/validation/contract_lock.js';

const CUT = 'calibration ended early: its time was over';

const givenProof = (because: string, strength: number | null, ...verdicts: string[]) => ({
  verdict: (verdicts.find((verdict) => verdict === 'refuted' || verdict === 'undecided') ?? 'proven') as 'proven',
  proof: {
    steps: verdicts.map((verdict, at) => ({
      step: `step-${at}`,
      verdict,
      detail: '',
      reasons: [`because ${at}`],
      warnings: [],
    })),
    reference: { because, strength },
  } as unknown as Pick<ContractLock, 'steps' | 'reference'>,
});

describe('what is said of the proof of a draft', () => {
  it('is the first step that did not hold', () => {
    expect(describeProof(givenProof('', null, 'proven', 'refuted', 'undecided'), true)).toEqual({
      ...{ verdict: 'refuted', strength: 'none', reason: 'step-1: because 1' },
    });
    expect(describeProof(givenProof('', null, 'skipped', 'undecided'), false).reason).toBe('step-1: because 1');
  });

  it('names the budget where it cut the search for values of challenge rounds', () => {
    expect(describeProof(givenProof(CUT, null, 'refuted'), true).reason).toMatch(/raise --budget; step-0: because 0$/);
    expect(describeProof(givenProof(CUT, null, 'refuted'), false).reason).toBe('step-0: because 0');
    expect(describeProof(givenProof(CUT, null, 'proven'), true).weakness).toMatch(
      /^strength none: .*raise --budget; c/,
    );
  });

  it('is its strength, and why there is none', () => {
    expect(describeProof(givenProof('', 12, 'proven', 'skipped'), true)).toEqual({
      ...{ verdict: 'proven', reason: '', strength: '2^-12' },
    });
    expect(describeProof(givenProof('no place', null, 'proven'), false)).toEqual({
      ...{ verdict: 'proven', reason: '', strength: 'none', weakness: 'strength none: no place' },
    });
    expect(describeProof(undefined, true)).toEqual({ verdict: 'undecided', reason: '', strength: 'none' });
  });
});
