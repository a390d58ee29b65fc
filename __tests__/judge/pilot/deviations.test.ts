import { deviationsOf } from '../../../src/judge/pilot/deviations.js';
import type { PilotEvidence } from '../../../src/judge/pilot/evidence.js';
import { everyArm, givenEvidence } from './given_evidence.js';

const plain = everyArm({ a: 'p', b: 'p', c: 'p', e: 'p' });
const kinds = (pilot: PilotEvidence) => deviationsOf(pilot).map(({ kind, where }) => [kind, where.length]);
const changed = (more: Partial<(typeof plain)[number]>) =>
  givenEvidence([{ ...plain[0]!, ...more }, ...plain.slice(1)]);

describe('deviations declare themselves', () => {
  it('none, where everything is as agreed', () => {
    expect(deviationsOf(givenEvidence(plain))).toEqual([]);
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
    expect(deviationsOf(givenEvidence(without))).toMatchObject([{ kind: 'run counts', where: [first] }]);
  });

  it('an attempt that began long before one that stands earlier in the plan', () => {
    const pilot = givenEvidence(plain);
    const at = (seconds: number) => new Date(Date.UTC(2026, 2, 7, 0, 0, seconds)).toISOString();
    const begun = (swap: boolean) => ({
      ...pilot,
      stages: pilot.stages.map((stage) => ({
        ...stage,
        done: stage.done.map((one, i) => ({ ...one, began: at(swap && i < 2 ? 10 * (1 - i) : 10 * i) })),
      })),
    });
    expect(kinds(begun(false))).toEqual([]);
    expect(kinds(begun(true)).map(([kind]) => kind)).toContain('order');
  });
});
