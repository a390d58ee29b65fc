import { describeProof } from '../../../src/commands/init/describe_proof.js';
import type { ContractLock } from '../../../src/contract/validation/contract_lock.js';

const CUT = 'calibration ended early: its time was over';

const givenProof = (because: string, ...verdicts: string[]) =>
  ({
    steps: verdicts.map((verdict, at) => ({
      step: `step-${at}`,
      verdict,
      detail: '',
      reasons: [`because ${at}`],
      warnings: [],
    })),
    reference: { because },
  }) as unknown as Pick<ContractLock, 'steps' | 'reference'>;

describe('the reason why a draft was not proven', () => {
  it('is the first step that did not hold', () => {
    expect(describeProof(givenProof('', 'proven', 'refuted', 'undecided'), true)).toBe('step-1: because 1');
    expect(describeProof(givenProof('', 'skipped', 'undecided'), false)).toBe('step-1: because 1');
  });

  it('names the budget where it cut the search for values of challenge rounds', () => {
    expect(describeProof(givenProof(CUT, 'refuted'), true)).toMatch(/raise --budget; step-0: because 0$/);
    expect(describeProof(givenProof(CUT, 'refuted'), false)).toBe('step-0: because 0');
  });

  it('is empty where all steps held', () => {
    expect(describeProof(givenProof(CUT, 'proven', 'skipped'), true)).toBe('');
    expect(describeProof(undefined, true)).toBe('');
  });
});
