import type { EventPayload } from '../../../../src/record/events/event.js';
import type { Manifest } from '../../../../src/record/manifest/manifest.js';
import { acceptance, evaluated, execution, GREEN, RED, report, type Said } from '../given_record.js';
import { declared, inShort } from '../in_short.js';

const changes = { renamed: {}, kept: {}, commented: ['hidden/a.js'], directory: null };

function perturbation(of: Partial<EventPayload<'perturbation'>> = {}): Said {
  const base = { check: 'unit', kind: 'equivalent' as const, because: 'always', changes, report: GREEN };
  return { type: 'perturbation', payload: { ...base, ...(of.not_run ? {} : { execution: execution() }), ...of } };
}
const failed = { execution: execution({ exit_code: 1 }), report: RED };
const unchanged = { not_run: { because: 'unchanged' as const, detail: 'x' }, report: { state: 'none' as const } };

/** G3 and tags of an attempt whose check passed, with these perturbed runs. */
function judged(events: Said[], contract: object = {}, golden = false) {
  const { status, whys, tags } = inShort({
    contract: { acceptance: [declared('unit', { report: 'junit', fail_to_pass: ['adds'] })], ...contract },
    events: evaluated(acceptance(), ...events),
    ...(golden ? { manifest: (manifest) => ({ ...manifest, agent: { ...manifest.agent, kind: 'golden' } }) } : {}),
  });
  return { status, why: whys[2], tags };
}
const passes = (...held: string[]) => ({
  status: 'success',
  why: `pass: unit: 1 required test${held.length > 0 ? ` (${held.join(', ')})` : ''}`,
  tags: [],
});
const RENAMED = 'passes with hidden files renamed';

describe('a check that passed must stand the same over an equivalent oracle', () => {
  it('passes when it passes again, also where only the second try did, and where nothing could be changed', () => {
    expect(judged([perturbation()])).toEqual(passes(RENAMED));
    expect(judged([perturbation(failed), perturbation()])).toEqual(passes(RENAMED));
    expect(judged([perturbation(unchanged)])).toEqual(passes());
  });

  it('is an error and a violation when a required test does not pass any more', () => {
    const gone = { execution: execution(), report: report({ passed: ['subtracts'] }) };
    expect(judged([perturbation(gone), perturbation(gone)])).toEqual({
      status: 'acceptance_error',
      why: 'error: unit: does not pass with hidden files changed (comments): required test is missing from the report: adds',
      tags: ['G3:evaluation-error', 'G3:oracle-perturbed', 'G4:oracle-perturbed'],
    });
  });

  it('with the reference solution it is an error, and nobody is accused', () => {
    const red = { execution: execution({ exit_code: 1 }), report: report({ failed: ['adds'] }) };
    expect(judged([perturbation(red), perturbation(red)], {}, true).tags).toEqual([
      'G3:evaluation-error',
      'G3:oracle-perturbed',
    ]);
  });

  it.each([
    ['did not start', { execution: execution({ cause: 'not-started', exit_code: null }) }],
    ['was cancelled', { execution: execution({ cause: 'cancelled', exit_code: null }) }],
    ['reached its ceiling', { execution: execution({ cause: 'timeout', exit_code: null }) }],
    ['could not be built again', { not_run: { because: 'build' as const, detail: 'make' } }],
  ])('is an error without an accusation when the second run %s', (_, of) => {
    expect(judged([perturbation({ report: { state: 'none' }, ...of })])).toMatchObject({
      status: 'acceptance_error',
      tags: ['G3:evaluation-error', 'G3:perturbation-inconclusive'],
    });
  });

  it('reads names of files in reports as they were published', () => {
    const contract = {
      acceptance: [
        declared('unit', { report: 'junit', fail_to_pass: ['hidden/a.test.js > adds', 'hidden.test_b.B.takes'] }),
      ],
    };
    const of = (folder: string, js: string, py: string) => {
      const read = report({ passed: [`${folder}/${js}.test.js > adds`, 'takes'] });
      if (read.state === 'read') read.report.tests[1]!.classname = `${folder}.test_${py}.B`;
      return read;
    };
    const renamed = { 'hidden/a.test.js': 'bababab/cecidof.test.js', 'hidden/test_b.py': 'bababab/test_fugohil.py' };
    const { status } = inShort({
      contract,
      events: evaluated(
        acceptance({ report: of('hidden', 'a', 'b') }),
        perturbation({ changes: { ...changes, renamed }, report: of('bababab', 'cecidof', 'fugohil') }),
      ),
    });
    expect(status).toBe('success');
  });
});

/** Creates the report of a runner that could not load a file: it has no required test. */
const unloaded = { execution: execution({ exit_code: 1 }), report: report({}, ['hidden/a.js']) };
const both = { ...changes, renamed: { 'hidden/a.js': 'hidden/babab.js' } };
const names = { ...both, commented: [] };
const RED_ONCE = { execution: execution({ exit_code: 1 }), report: report({ failed: ['adds'] }) };
const proven = (manifest: Manifest): Manifest => ({
  ...manifest,
  proof: {
    lock_sha256: '0'.repeat(64),
    proven: true,
    made_at: '',
    perturbation: { equivalent: true, expectations: true },
  },
});

describe('an oracle that does not load after a change of ours', () => {
  const G3 = (events: Said[], { contract = {}, manifest = (one: Manifest) => one } = {}) => {
    const { whys, tags } = inShort({
      contract: { acceptance: [declared('unit', { report: 'junit', fail_to_pass: ['adds'] })], ...contract },
      events: evaluated(acceptance(), ...events),
      manifest,
    });
    return [whys[2], tags.filter((tag) => tag.startsWith('G3:') && tag !== 'G3:evaluation-error')];
  };
  const full = (of: Partial<EventPayload<'perturbation'>>) =>
    perturbation({ because: 'unproven', changes: both, ...of });
  const named = (of: Partial<EventPayload<'perturbation'>> = {}) => full({ changes: names, ...of });
  const commented = (of: Partial<EventPayload<'perturbation'>> = {}) => full({ changes, ...of });
  const build = { not_run: { because: 'build' as const, detail: 'cc: c89' }, report: { state: 'none' as const } };
  const always = { contract: { oracle: { perturbation: { when: 'always' } } } };
  const NOT_LOADED =
    'error: unit: does not load with hidden files changed (other names, comments), which may be the doing of that change: required test did not run: adds; hidden/a.js: failed';

  it('holds when it loads and passes with each change alone', () => {
    expect(G3([full(unloaded), named(), commented()])).toEqual([`pass: unit: 1 required test (${RENAMED})`, []]);
  });

  it.each([
    ['with neither', [named(unloaded), commented(unloaded)], ''],
    ['with names alone only', [named(), commented(unloaded)], '; passes with other names alone'],
    ['with neither, which is not built', [named(build), commented(build)], ''],
  ])('is undecided when it loads %s, and accuses nobody', (_, others, but) => {
    expect(G3([full(unloaded), ...others], always)).toEqual([`${NOT_LOADED}${but}`, ['G3:perturbation-inconclusive']]);
    const excused = 'pass: unit: 1 required test (could not be tried with hidden files changed)';
    expect(G3([full(unloaded), ...others])).toEqual([excused, []]);
    const doubted = [full(unloaded), ...others].map((event) => ({
      ...event,
      payload: { ...event.payload, because: 'suspicion: names "hidden/" (a.js)' },
    }));
    expect(G3(doubted as Said[])[1]).toEqual(['G3:perturbation-inconclusive']);
  });

  it('is broken where the reference solution was seen to withstand the changes', () => {
    const whys = [full(unloaded), full(build)].map((event) => G3([event, event], { manifest: proven }));
    expect(whys).toEqual([
      [
        'error: unit: does not pass with hidden files changed (other names, comments): required test did not run: adds; hidden/a.js: failed',
        ['G3:oracle-perturbed'],
      ],
      [
        'error: unit: does not pass with hidden files changed (other names, comments): does not build: cc: c89',
        ['G3:oracle-perturbed'],
      ],
    ]);
  });

  it('is not excused before each change was made alone', () => {
    expect(G3([full(unloaded), named(unloaded)])[1]).toEqual(['G3:perturbation-inconclusive']);
  });

  it('is broken when tests fail twice with one change alone', () => {
    expect(G3([full(unloaded), named(RED_ONCE), named(RED_ONCE), commented()])[1]).toEqual(['G3:oracle-perturbed']);
  });

  it('is undecided when it differs once and its repetition came to no end', () => {
    const stopped = { execution: execution({ cause: 'timeout', exit_code: null }), report: { state: 'none' as const } };
    expect(G3([full(RED_ONCE), full(stopped)])).toEqual([
      'error: unit: differs once, which was not repeated to an end: required test failed: adds',
      ['G3:perturbation-inconclusive'],
    ]);
  });
});

it('does not judge runs with wrong expectations, which records of earlier versions have', () => {
  for (const seen of [GREEN, RED]) {
    const events = [
      perturbation({ kind: 'wrong-expectations', changes: { ...changes, expectations: 2 }, report: seen }),
    ];
    expect(judged(events)).toEqual(passes());
  }
});

describe('a contract that wants it always', () => {
  const status = (events: Said[]) =>
    inShort({
      contract: { oracle: { files: 'hidden', perturbation: { when: 'always' } } } as never,
      events: evaluated(
        { type: 'oracle_laid', payload: { files: [], restored: [], overwritten: [] } },
        acceptance(),
        ...events,
      ),
    }).status;

  it('makes an attempt that passes without it invalid', () => {
    expect(status([])).toBe('invalid');
    expect(status([perturbation()])).toBe('success');
    expect(status([perturbation(unchanged)])).toBe('success');
    expect(status([perturbation({ execution: undefined })])).toBe('invalid');
  });
});
