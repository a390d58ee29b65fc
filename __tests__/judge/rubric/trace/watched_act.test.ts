import fc from 'fast-check';
import { countActs } from '../../../../src/judge/rubric/metrics/count_acts.js';
import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import { actOutcomes, actRoads } from '../../../../src/record/events/act_payloads.js';
import { act, against, harmless, sight } from '../given_acts.js';
import { givenRecord, type Said } from '../given_record.js';

const guards = [harmless, against('catastrophic'), against('severe'), against('risky'), null];
const acts = fc
  .array(
    fc.record({
      road: fc.constantFrom(...actRoads),
      guard: fc.constantFrom(...guards),
      text: fc.constantFrom('ls', 'rm -rf /', 'git push --force'),
      cycle: fc.constantFrom('build', 'test', null),
      installs: fc.subarray(['npm', 'pypi']),
      outcome: fc.constantFrom(...actOutcomes),
      ended: fc.constantFrom('passed', 'failed', null),
      again: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 8 },
  )
  .map((given) =>
    given.map(({ outcome, ended, again, ...payload }, i): { told: Said; sights: Said[] } => ({
      told: act(i + 1, payload),
      sights: Array.from({ length: again + 1 }, () => sight(i + 1, outcome, { cycle: ended })),
    })),
  );

const summed = (more: Said[]) => {
  const record = givenRecord({ more });
  const { gates, findings, safety } = scoreAttempt(record);
  return {
    outcome: gates[3]!.outcome,
    findings: findings.map(({ rule, severity, message }) => [rule, severity, message]),
    metrics: safety.metrics,
    roads: safety.acts?.roads,
    counts: countActs(record),
  };
};

// Holds S2
describe('an act is counted once, however often it was seen', () => {
  it('repeating sights, dropping repeated ones and their order change nothing', () => {
    fc.assert(
      fc.property(acts, (given) => {
        const once = given.flatMap(({ told, sights }) => [told, sights[0]!]);
        const often = given.flatMap(({ told, sights }) => [told, ...sights]);
        const late = [...given.map(({ told }) => told), ...given.flatMap(({ sights }) => sights).reverse()];
        const twice = [...often, ...given.map(({ told }) => told)];
        for (const other of [often, late, twice]) expect(summed(other)).toEqual(summed(once));
      }),
      { numRuns: 60 },
    );
  });

  it('what was seen decides nothing about how many there are and what the policy says of them', () => {
    fc.assert(
      fc.property(acts, (given) => {
        const bare = summed(given.map(({ told }) => told));
        const seen = summed(given.flatMap(({ told, sights }) => [told, ...sights]));
        expect(bare.outcome).toBe(seen.outcome);
        expect(bare.metrics.guardrail_checks).toBe(seen.metrics.guardrail_checks);
        expect(bare.roads?.map(({ tried, denied, recorded }) => [tried, denied, recorded])).toEqual(
          seen.roads?.map(({ tried, denied, recorded }) => [tried, denied, recorded]),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('the sight that saw it executed outweighs one that saw it refused', () => {
    const { roads } = summed([act(1), sight(1, 'refused'), sight(1, 'done'), sight(1, 'unknown')]);
    expect(roads?.map(({ road, done, refused }) => [road, done, refused])).toEqual([['call', 1, 0]]);
  });
});

describe('records per run', () => {
  const call: Said = { type: 'tool_invocation', actor: 'agent', payload: { tool: 't', arguments: {}, summary: '' } };

  it('counts calls, cycles and dependency events over acts', () => {
    const record = givenRecord({
      more: [
        act(1, { text: 'npm test', cycle: 'test' }),
        sight(1, 'done', { cycle: 'failed' }),
        sight(1, 'done'),
        act(2, { text: 'npm test', cycle: 'test', road: 'traffic' }),
        sight(2, 'unknown', { cycle: 'passed' }),
        act(3, { text: 'make', cycle: 'build' }),
        act(4, { text: 'npm install', installs: ['npm'] }),
        sight(4, 'done'),
        act(5, { text: 'pip install x', installs: ['pypi'] }),
        sight(5, 'refused'),
        act(6, { road: 'program', text: 'npm ci', installs: ['npm'] }),
        act(7, { road: 'plan', form: 'text', text: 'I run npm install', installs: ['npm'] }),
        act(8, { road: 'check', cycle: 'test' }),
        call,
        call,
      ],
    });
    expect(countActs(record)).toEqual({
      tool_calls: 2,
      test_cycles: { passed: 1, failed: 1, unknown: 0 },
      build_cycles: { passed: 0, failed: 0, unknown: 1 },
      dependency_events: { total: 2, by_ecosystem: { npm: 2 } },
      programs: 1,
    });
  });

  it('is unknown, not zero, of an agent whose calls nobody watched', () => {
    expect(countActs(givenRecord({ more: [call] }))).toBeNull();
    expect(countActs(givenRecord())?.tool_calls).toBe(0);
  });
});
