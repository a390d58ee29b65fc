import type { EventPayload } from '../../../../src/record/events/event.js';
import {
  acceptance,
  briefing,
  evaluated,
  execution,
  extracted,
  failing,
  type Given,
  patchApplied,
  type Said,
} from '../given_record.js';
import { inShort } from '../in_short.js';

/** Creates a later event about the reference. */
function reference(of: Partial<EventPayload<'oracle_reference'>> = {}): Said {
  return {
    type: 'oracle_reference',
    payload: {
      source: 'layer',
      on: 'golden',
      checks: [{ check: 'unit', readable: true, wall_ms: null, base_passed: [] }],
      pool: [],
      missing: [],
      limits: { rounds: 0, because: 'none' },
      steps: 0,
      missing_count: 0,
      waited_ms: 0,
      ...of,
    },
  };
}
const silent = acceptance({ report: { state: 'missing' } });
const agent =
  (kind: string): Given['manifest'] =>
  (manifest) => ({ ...manifest, agent: { ...manifest.agent, kind } as never });
const judged = (given: Given) => {
  const { status, tags } = inShort(given);
  return [status, tags.map((tag) => tag.replace(/^.*:/, ''))];
};

describe('a check that does not report is held against what it gives for the reference', () => {
  const prevented = ['failure', ['functional-failure', 'oracle-prevented', 'report-missing']];
  const open = ['acceptance_error', ['evaluation-error', 'report-missing']];
  it.each<[string, Given, unknown[]]>([
    ['the patch fails where the reference reports', { events: evaluated(reference(), silent) }, prevented],
    [
      'also where that is the unchanged repository',
      { events: evaluated(reference({ on: 'base' }), silent) },
      prevented,
    ],
    ['nothing is known without the event', { events: evaluated(silent) }, open],
    ['nothing is known of another check', { events: evaluated(reference({ checks: [] }), silent) }, open],
    [
      'the reference solution is not held against itself',
      { events: evaluated(reference(), silent), manifest: agent('golden') },
      open,
    ],
    [
      'nor the unchanged repository',
      {
        events: [
          briefing(),
          extracted({ files: [] }),
          patchApplied({ outcome: 'empty', files: [] }),
          reference({ on: 'base' }),
          silent,
        ],
      },
      ['acceptance_error', ['empty-patch', 'evaluation-error', 'report-missing']],
    ],
    [
      'tests that fail are told by their report, as without it',
      { events: evaluated(reference(), failing()) },
      ['failure', ['functional-failure']],
    ],
    [
      'a limit says nothing of the patch',
      { events: evaluated(reference(), acceptance({ execution: execution({ cause: 'oom', exit_code: null }) })) },
      ['acceptance_error', ['evaluation-error', 'check-oom']],
    ],
  ])('%s', (_, given, expected) => {
    const [status, tags] = judged(given) as [string, string[]];
    expect([status, [...tags].sort()]).toEqual([expected[0], [...(expected[1] as string[])].sort()]);
  });
});
