import type { EventPayload } from '../../../../src/record/events/event.js';
import type { Manifest } from '../../../../src/record/manifest/manifest.js';
import {
  acceptance,
  briefing,
  DIGEST,
  evaluated,
  execution,
  extracted,
  type Given,
  notRun,
  patchApplied,
  patched,
  type Said,
} from '../given_record.js';
import { standingOf } from '../in_short.js';

const laid = (payload: Partial<EventPayload<'oracle_laid'>>): Said => ({
  type: 'oracle_laid',
  payload: { files: [], restored: [], overwritten: [], ...payload },
});
const withOracle = (files: Record<string, string>) => (manifest: Manifest) => ({ ...manifest, oracle_files: files });

// Holds R7
describe('R7: a trace is complete, or the attempt is invalid', () => {
  const two = {
    acceptance: [
      { id: 'unit', run: 'npm test', report: 'junit' as const },
      { id: 'more', run: 'x', mandatory: false },
    ],
  };
  const reruns = { acceptance: [{ id: 'unit', run: 'npm test', report: 'junit' as const, reruns: 2 }] };
  const canary = { oracle: { canary: 'node canary.js' } };
  const canaryEvent: Said = {
    type: 'canary',
    payload: { execution: execution({ exit_code: 1 }), report: { state: 'none' } },
  };
  const run = (n: number) => acceptance({ run: n });

  it.each<[rule: string, given: Given, what: string]>([
    ['every check has its event, mandatory or not', { contract: two }, 'more: no event of this check is recorded'],
    ['a first run is there', { events: evaluated(run(2)) }, 'unit: run 2 is out of place among the 1 recorded'],
    [
      'no run is recorded twice',
      { contract: reruns, events: evaluated(run(1), run(1), run(2)) },
      'unit: run 1 is out of place among the 3 recorded',
    ],
    [
      'no run is left out',
      { contract: reruns, events: evaluated(run(1), run(3)) },
      'unit: run 3 is out of place among the 2 recorded',
    ],
    [
      'there are no more runs than the contract asks for',
      { events: evaluated(run(1), run(2)) },
      'unit: run 2 is out of place among the 2 recorded',
    ],
    [
      'a pass has all its reruns',
      { contract: reruns, events: evaluated(run(1), run(2)) },
      'unit: 2 of 3 runs are recorded',
    ],
    [
      'a run holds an execution or the reason for its absence, not both',
      { events: evaluated(acceptance({ not_run: { because: 'oracle', detail: '' }, execution: execution() })) },
      'unit: run 1 must hold either an execution or the reason for its absence',
    ],
    [
      'a run holds an execution or the reason for its absence, not neither',
      {
        events: evaluated({ type: 'acceptance_check', payload: { check: 'unit', run: 1, report: { state: 'none' } } }),
      },
      'unit: run 1 must hold either an execution or the reason for its absence',
    ],
    [
      'an interrupted evaluation is no evidence',
      { events: evaluated(notRun('interrupted')) },
      'unit: was not run: the evaluation was interrupted',
    ],
    [
      'every event is of a check in the contract',
      { more: [acceptance({ check: 'stranger' })] },
      'the contract has no check stranger for this event',
    ],
    [
      'a check was kept from running only by a gate that decided',
      { events: evaluated(notRun('build')) },
      'G3 was not tried and nothing before it decided (unit: not run: build decided)',
    ],
    ['the canary of the contract was tried', { contract: canary }, 'no canary is recorded'],
    [
      'the canary was tried once',
      { contract: canary, more: [canaryEvent, canaryEvent] },
      'the canary is recorded more than once',
    ],
    ['the oracle files were laid', { contract: { oracle: { files: 'hidden' } } }, 'the oracle files were not laid'],
    [
      'all oracle files were laid',
      {
        contract: { oracle: { files: 'hidden' } },
        manifest: withOracle({ 'hidden/a': DIGEST }),
        events: evaluated(laid({}), acceptance()),
      },
      'the oracle file hidden/a was not laid',
    ],
    [
      'a patch that was applied was extracted',
      { events: [briefing(), patchApplied(), acceptance()] },
      'no extraction of the patch is recorded',
    ],
    [
      'the patch that was applied is the one that was extracted',
      { events: [briefing(), extracted({ patch_sha256: 'd'.repeat(64) }), patchApplied(), acceptance()] },
      'the applied patch is not the extracted one',
    ],
    [
      'the patch was applied once',
      { events: [...patched({}), patchApplied()] },
      'the patch was applied more than once',
    ],
  ])('%s', (_, given, what) => {
    const reason = `incomplete-evidence: ${what}`;
    expect(standingOf(given)).toEqual({
      status: 'invalid',
      reason,
      scorable: false,
      tags: ['incomplete-evidence'],
      graded: false,
    });
  });

  it('leaving out any piece of evidence of a success never leaves a success', () => {
    const contract = {
      build: [{ id: 'compile', run: 'make' }],
      acceptance: [
        { id: 'unit', run: 'npm test', report: 'junit' as const, reruns: 1 },
        { id: 'extra', run: 'x', mandatory: false },
      ],
      oracle: { files: 'hidden', canary: 'node canary.js' },
    };
    const none = { state: 'none' as const };
    const whole = evaluated(
      laid({ files: [{ path: 'hidden/a', sha256: DIGEST }] }),
      { type: 'build', payload: { check: 'compile', run: 1, execution: execution(), report: none } },
      run(1),
      run(2),
      acceptance({ check: 'extra', report: none }),
      canaryEvent,
    );
    const manifest = withOracle({ 'hidden/a': DIGEST });
    const statuses = (events: Said[]) => standingOf({ contract, manifest, events }).status;
    expect(statuses(whole)).toBe('success');
    for (const left of whole) {
      const rest = whole.filter((event) => event !== left);
      expect([left.type, statuses(rest)]).toEqual([left.type, left.type === 'briefing' ? 'success' : 'invalid']);
    }
  });
});
