import type { LoadedContract } from '../../../../src/contract/loaded_contract.js';
import type { ProofSummary } from '../../../../src/contract/validation/contract_lock.js';
import type { Event } from '../../../../src/record/events/event.js';
import {
  decidePerturbation,
  type PatchSuspicion,
} from '../../../../src/run/oracle/perturbation/perturbation_decision.js';
import { givenReference } from '../../../given_reference.js';
import { acceptance, execution, GREEN, givenRecord, report, type Said } from '../../../judge/rubric/given_record.js';
import { declared } from '../../../judge/rubric/in_short.js';

const check = declared('unit', { report: 'junit', fail_to_pass: ['adds'] });

/** Why an attempt is perturbed whose acceptance came to this. */
function because(
  run: Said,
  reference_ms?: Record<string, number>,
  before: Said[] = [],
  suspicions: PatchSuspicion[] = [],
): string | undefined {
  const { manifest, events } = givenRecord({ contract: { acceptance: [check] }, events: [...before, run] });
  const loaded: Pick<LoadedContract, 'contract' | 'oracle_files' | 'proof'> = {
    contract: manifest.contract.body,
    oracle_files: [{ path: 'hidden/a.js', content: new Uint8Array(), sha256: '', executable: false }],
    ...(reference_ms ? { proof: proof(reference_ms) } : {}),
  };
  return decidePerturbation(loaded as LoadedContract, 'patch', events as Event[], suspicions)?.because;
}
const proof = (reference_ms: Record<string, number>): ProofSummary => ({
  lock_sha256: '',
  proven: true,
  made_at: '',
  perturbation: { equivalent: true },
  reference: givenReference(),
  reference_ms,
});
const lasting = (wall_ms: number) => ({
  execution: execution({ usage: { wall_ms, cpu_ms: null, peak_memory_bytes: null, source: 'none' } }),
  report: GREEN,
});

describe('whether a pass is looked at once more', () => {
  it('depends on how long the reference solution takes, never on the patch', () => {
    expect(because(acceptance(lasting(60_000)), { unit: 100 })).toBe('cheap');
    expect(because(acceptance(lasting(1)), { unit: 60_000 })).toBeUndefined();
    expect(because(acceptance(lasting(60_000)))).toBe('unproven');
    expect(because(acceptance(lasting(60_000)), {})).toBe('unproven');
  });

  it('is not, where challenge rounds said more of every test; but they say less of a check without a report', () => {
    expect(because(acceptance({ report: GREEN }), undefined, challenged('adds'))).toBeUndefined();
    // A table of the answers passes all rounds; one that asks for the names of the tests is seen by that.
    const suspicion = { what: 'looks at the caller', file: 'a.js', patch_line: 1 };
    expect(because(acceptance({ report: GREEN }), undefined, challenged('adds'), [suspicion])).toBe(
      'suspicion: looks at the caller (a.js)',
    );
    // Rounds that did not come out as they must say nothing.
    expect(because(acceptance({ report: GREEN }), undefined, challenged('adds', 0))).toBe('unproven');
    // Code that knows the published file fails in every other one: that is what a check as a whole has to do in a round.
    expect(because(acceptance({ report: GREEN }), undefined, challenged(''))).toBe('unproven');
  });

  it.each<[string, Parameters<typeof acceptance>[0], boolean]>([
    ['status and report', { report: GREEN }, true],
    [
      'a required test, where another one fails',
      { ...failing(), report: report({ passed: ['adds'], failed: ['b'] }) },
      true,
    ],
    ['a status alone, without the report', { report: { state: 'missing' } }, false],
    ['a status alone, with failures in the report', { report: report({ passed: ['adds'], failed: ['b'] }) }, false],
    ['a status alone, without a required test', { report: report({ passed: ['b'] }) }, false],
  ])('asks for a pass by %s', (_, run, passes) => {
    expect(because(acceptance(run)) !== undefined).toBe(passes);
  });
});

/** An attempt whose challenge rounds varied one test; no name = the check as a whole. */
function challenged(test: string, held = 1): Said[] {
  return [
    {
      type: 'oracle_reference',
      payload: {
        source: 'layer',
        on: 'golden',
        checks: [],
        pool: [{ check: 'unit', test, also: [], counts: true, sites: [1], variants: 1 }],
        missing: [],
        missing_count: 0,
        limits: { rounds: 1, because: 'so many' },
        steps: 0,
        waited_ms: 0,
      },
    },
    { type: 'challenge', payload: { check: 'unit', round: 1, wrong: [], execution: execution(), report: GREEN } },
    { type: 'challenge_reveal', payload: { secret: 's', position: 0, held, repeated: 0 } },
  ];
}

function failing() {
  return { execution: execution({ exit_code: 1 }) };
}
