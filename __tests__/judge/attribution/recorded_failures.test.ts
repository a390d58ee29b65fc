// Needs: sandbox
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attributeFailure } from '../../../src/judge/attribution/attribute_failure.js';
import { type Seen, seeRun } from '../../given_run.js';
import { givenRecorded } from '../../recorded/given_recorded.js';
import { readResults } from '../../recorded/keep_recorded.js';
import type { RecipeName } from '../../recorded/recipes.js';

/** Known facts of a failure: kinds of sentences that name its cause, none = it cannot be known; and what else is true. */
interface Known {
  cause: string;
  named: string[];
  also?: string[];
}

/** Failures of `failures`, in its order. */
const SCRIPTS: Record<string, Known> = {
  'never-tested': { cause: 'it ran no tests', named: ['no-tests'] },
  'looked-only': { cause: 'it ran no tests', named: ['no-tests'] },
  'green-before-edit': { cause: 'an edit after the last test run', named: ['edit-after-test'], also: ['regression'] },
  'green-before-large-edit': { cause: 'the same, large', named: ['edit-after-test'], also: ['regression'] },
  'ended-red': { cause: 'it ended on a red test run', named: ['ended-red'], also: ['first-seen', 'regression'] },
  'red-then-edit': { cause: 'an edit after a red test run', named: ['edit-after-test'], also: ['regression'] },
  'green-then-red': {
    cause: 'its edit made its own tests fail',
    named: ['green-before-red'],
    also: ['ended-red', 'first-seen', 'regression'],
  },
  'blind-tests': { cause: 'its tests do not see the value', named: ['same-state-green'] },
  'mended-but-blind': { cause: 'its tests do not see the value', named: ['same-state-green'] },
  unchanged: { cause: 'it changed nothing', named: ['no-change'] },
  'ignored-change': { cause: 'its change is ignored', named: ['no-change'] },
  'piped-tests': { cause: 'it overlooked its red test run', named: ['first-seen'], also: ['regression'] },
  'tests-of-its-own': { cause: 'it tried something else, by a script of its own', named: [] },
  'tests-in-a-line': { cause: 'it could not start its tests', named: [], also: ['regression'] },
  'edited-by-command': { cause: 'an edit after the last test run', named: ['edit-after-test'], also: ['regression'] },
  'edited-out-of-sight': { cause: 'an edit after the last test run', named: ['edit-after-test'], also: ['regression'] },
};

/** Failures of `failing-models`, by folder. */
const MODELS: Record<string, Known> = {
  untested: { cause: 'it ran no tests', named: ['no-tests'] },
  'green-before-edit': { cause: 'an edit after the last test run', named: ['edit-after-test'], also: ['regression'] },
  'red-and-done': {
    cause: 'it said it was done after a red test run',
    named: ['ended-red'],
    also: ['first-seen', 'regression'],
  },
  capped: { cause: 'its steps were used up', named: ['stop'], also: ['edit-after-test', 'regression'] },
};

/** Other recorded failures: recipe and number of the attempt. */
const OTHERS: [recipe: RecipeName, attempt: number, known: Known][] = [
  ['noop', 0, { cause: 'nothing was done', named: ['no-change'] }],
  ['wrong', 0, { cause: 'a wrong patch from elsewhere', named: [], also: ['regression'] }],
  ['inapplicable', 0, { cause: 'the patch does not apply', named: ['patch'] }],
  ['timed-out', 0, { cause: 'its time was up', named: ['stop'], also: ['no-change'] }],
  ['forged', 0, { cause: 'a forged patch', named: [] }],
  ['interrupted', 0, { cause: 'the run was interrupted', named: ['stop'], also: ['no-change'] }],
  ['safety-stop', 0, { cause: 'a forbidden command', named: ['stop'] }],
  ['build-failed', 0, { cause: 'a build that always fails', named: [] }],
  ['acceptance-error', 0, { cause: 'the check kills itself', named: ['check-ended'] }],
  ['policy-broken', 0, { cause: 'the policy alone', named: ['policy'] }],
  ['redacted', 0, { cause: 'the policy alone', named: ['policy'] }],
  ['predictions', 1, { cause: 'a patch breaks what passed', named: ['regression'] }],
  ['predictions', 2, { cause: 'an empty patch', named: ['no-change', 'patch'] }],
  ['predictions', 3, { cause: 'the patch does not apply', named: ['patch'] }],
  ['reading', 0, { cause: 'it only read', named: ['no-change'] }],
];

let room: string;
beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'gatebench-attribution-'));
});
afterAll(() => rm(room, { recursive: true, force: true }));

/** Says what a summary makes of a failure: its cause by name, that it is not known, or something that is not so. */
function judge({ result, events }: Seen, { named, also = [] }: Known): string {
  const { sentences = [], unknown = '' } = attributeFailure(events, result.verdict) ?? {};
  const kinds = sentences.map(({ kind }) => kind);
  const false_kinds = kinds.filter((kind) => !named.includes(kind) && !also.includes(kind));
  if (false_kinds.length > 0) return `says ${false_kinds}`;
  if (kinds.some((kind) => named.includes(kind))) return 'named';
  return named.length === 0 && (unknown !== '' || kinds.length > 0) ? 'not known' : `does not say ${named}`;
}
const expected = ({ named }: Known) => (named.length === 0 ? 'not known' : 'named');

async function givenRoom(name: string): Promise<string> {
  const folder = join(room, name);
  await mkdir(folder);
  return folder;
}

// Holds R17
describe('the causal summary of recorded failures', () => {
  it('names what scripts did wrong, and says where it is not known', async () => {
    const { attempts } = await givenRecorded('failures', await givenRoom('scripts'));
    const known = Object.entries(SCRIPTS);
    expect(known.map(([name, one], i) => [name, judge(attempts[i]!, one)])).toEqual(
      known.map(([name, one]) => [name, expected(one)]),
    );
  });

  it('names what models did wrong', async () => {
    const folder = await givenRoom('models');
    await givenRecorded('failing-models', folder);
    for (const [name, one] of Object.entries(MODELS)) {
      const out = join(folder, name);
      const [result] = readResults(out);
      expect([name, judge(seeRun(result!, out), one)]).toEqual([name, expected(one)]);
    }
  });

  it.each(OTHERS)('names how %s failed, attempt %i, or says that it is not known', async (recipe, attempt, one) => {
    const { attempts } = await givenRecorded(recipe, await givenRoom(`${recipe}-${attempt}`));
    expect(judge(attempts[attempt]!, one)).toBe(expected(one));
  });

  it('has nothing to say of an attempt that passed', async () => {
    const { attempts } = await givenRecorded('golden', await givenRoom('golden'));
    expect(attempts.map(({ events, result }) => attributeFailure(events, result.verdict))).toEqual([undefined]);
  });
});
