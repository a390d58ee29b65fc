import { findDeviations } from '../../../src/judge/pilot/find_deviations.js';
import type { PilotEvidence } from '../../../src/judge/pilot/pilot_evidence.js';
import { everyArm, givenEvidence } from './given_evidence.js';

const plain = everyArm({ a: 'p', b: 'p', c: 'p', e: 'p' });
const kinds = (pilot: PilotEvidence) => findDeviations(pilot).map(({ kind, where }) => [kind, where.length]);
const changed = (more: Partial<(typeof plain)[number]>) =>
  givenEvidence([{ ...plain[0]!, ...more }, ...plain.slice(1)]);

describe('deviations declare themselves', () => {
  it('none, where everything is as agreed', () => {
    expect(findDeviations(givenEvidence(plain))).toEqual([]);
  });

  it('another seed: of the protocol, and of an attempt', () => {
    expect(kinds(givenEvidence(plain, { plan: { seed: 1337 } }))).toContainEqual(['seed', 1]);
    expect(kinds(changed({ seed: 1337 }))).toEqual([['seed', 1]]);
  });

  it.each([
    ['contract version', { version: 'other' }],
    ['version of gatebench', { harness_version: '9.9.9' }],
    ['rubric', { rubric: '9' }],
    ['caps', { configuration: { ...plain[0]!.configuration, caps: { usd: 3, tokens: null } } }],
    ['recorded', { deviations: ['network: live'] }],
  ] as const)('%s', (kind, more) => {
    expect(kinds(changed(more))).toEqual([[kind, 1]]);
  });

  it('results that nobody planned, and folders of another plan', () => {
    const pilot = givenEvidence(plain);
    const stages = pilot.stages.map((stage) => ({ ...stage, unplanned: stage.stage === 1 ? [plain[0]!] : [] }));
    expect(kinds({ ...pilot, stages, foreign: ['elsewhere'] })).toEqual([
      ['outside of the plan', 1],
      ['outside of the plan', 1],
    ]);
  });

  it('arms that did not run a task equally often, although the order went on', () => {
    const pilot = givenEvidence(everyArm({ a: 'ppp', b: 'ppp', c: 'ppp', e: 'ppp' }));
    const first = pilot.protocol.tasks[0]!.id;
    const without = pilot.stages
      .flatMap(({ done }) => done.map(({ trial }) => trial))
      .filter(({ task, arm, trial }) => !(task === first && arm === 'beta' && trial === 3));
    expect(findDeviations(givenEvidence(without))).toMatchObject([
      { kind: 'run counts', where: [first] },
      { kind: 'entry criteria, not declared', what: expect.stringContaining('stage 3 was run with power not met') },
    ]);
  });

  it('an attempt that began long before one that stands earlier in the plan', () => {
    const pilot = givenEvidence(plain);
    const at = (seconds: number) => new Date(Date.UTC(2026, 2, 7, 0, 0, seconds)).toISOString();
    const begun = (swap: boolean) => ({
      ...pilot,
      stages: pilot.stages.map((stage) => ({
        ...stage,
        done: stage.done.map((one, i) => ({
          ...one,
          began: at(1000 * stage.stage + (swap && i < 2 ? 10 * (1 - i) : 10 * i)),
        })),
      })),
    });
    expect(kinds(begun(false))).toEqual([]);
    expect(kinds(begun(true)).map(([kind]) => kind)).toContain('order');
  });

  // Holds G9
  it('a stage that was run before the one it follows, however its attempts were made', () => {
    const pilot = givenEvidence(plain);
    const began = (stage: number) => new Date(Date.UTC(2026, 2, 8 - stage)).toISOString();
    const swapped = {
      ...pilot,
      stages: pilot.stages.map((one) => ({ ...one, done: one.done.map((of) => ({ ...of, began: began(one.stage) })) })),
    };
    expect(findDeviations(swapped)).toMatchObject([{ kind: 'stage order', what: expect.stringContaining('stage 2') }]);
    const [, second] = pilot.stages;
    const alone = { ...pilot, stages: pilot.stages.map((one) => (one.stage === 1 ? skipped(one) : one)) };
    expect(findDeviations(alone)).toMatchObject(
      ['stage-1', 'no-violation', 'flakiness'].map((id) => ({
        kind: 'entry criteria, not declared',
        what: expect.stringContaining(`stage 2 was run with ${id} not decided`),
        where: second!.done.map(({ trial }) => trial.attempt_id),
      })),
    );
    const declared = {
      stage: 2 as const,
      criteria: ['stage-1', 'no-violation', 'flakiness'],
      by: 'ann',
      because: 'so',
    };
    const said = findDeviations({ ...alone, declared: [{ ...declared, at: '2026-01-01T00:00:00Z' }] });
    expect(said.map(({ kind }) => kind)).toEqual(Array(3).fill('entry criteria, declared'));
  });
});

const skipped = (stage: PilotEvidence['stages'][number]) => ({ ...stage, done: [], missing: stage.plan.attempts });
