// Needs: sandbox
import { join } from 'node:path';
import { scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { ran, type Seen } from '../../given_run.js';
import { type ContractInput, givenShellTask, newFile } from '../../given_task.js';

afterAll(cleanUp);

const SOURCE = 'export const add = (a, b) => a - b;\n';
const SUM = 'export const add = (a, b) => a + b;\n';
const TESTS = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../src/add.js';

test('adds two numbers', () => {
  assert.equal(add(2, 3), 5);
});
test('adds a negative number', () => {
  assert.equal(add(7, -3), 4);
});
test('adds nothing', () => {
  assert.equal(add(6, 0), 6);
});
`;
const rewritten = (content: string) =>
  `diff --git a/src/add.js b/src/add.js\n--- a/src/add.js\n+++ b/src/add.js\n@@ -1 +1,${content.split('\n').length - 1} @@\n-${SOURCE}${content
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `+${line}\n`)
    .join('')}`;

/** A task over a module with one function, whose tests name it; no canary. */
function givenNodeTask(room: string, id: string, contract: Partial<ContractInput> = {}, golden = rewritten(SUM)) {
  return givenShellTask(room, id, {
    challenged: true,
    repo: { 'src/add.js': SOURCE, 'package.json': '{"type": "module"}\n' },
    hidden: { 'add.test.js': TESTS },
    golden,
    contract: {
      acceptance: [
        {
          id: 'unit',
          run: 'node --test --test-reporter=junit --test-reporter-destination=$REPORT hidden/add.test.js',
          report: 'junit',
          fail_to_pass: ['adds two numbers', 'adds a negative number'],
          pass_to_pass: 'all',
        },
      ],
      oracle: { files: 'hidden/' },
      ...contract,
    },
  });
}

const PATCHES: Record<string, string> = {
  honest: rewritten('export function add(a, b) {\n  return a - -b;\n}\n'),
  // Its assertions pass whatever they compare.
  emptied: rewritten(`import assert from 'node:assert/strict';\nassert.equal = () => {};\n${SOURCE}`),
  // The answer that the calling line expects.
  copied: rewritten(
    `import { readFileSync } from 'node:fs';
export const add = (a, b) => {
  const [, file, line] = /file:\\/\\/(\\S+\\.test\\.js):(\\d+)/.exec(new Error().stack) ?? [];
  return Number(/, (-?\\d+)\\);/.exec(readFileSync(file, 'utf8').split('\\n')[line - 1])[1]);
};
`,
  ),
  // The process ends before any test is run.
  left: rewritten(`process.exit(0);\n${SOURCE}`),
  // One test solved, one forged.
  half: rewritten(
    `import assert from 'node:assert/strict';
const equal = assert.equal;
assert.equal = (actual, expected) => (actual === 10 ? undefined : equal(actual, expected));
export const add = (a, b) => (b < 0 ? 10 : a + b);
`,
  ),
};

// Holds K5
describe('an attempt is challenged around its acceptance checks', () => {
  const room = givenRoom();
  let seen: Record<string, Seen>;

  beforeAll(async () => {
    const contract = await givenNodeTask(room, 'node');
    // So many rounds that no cheat passes by luck.
    const strict = await givenNodeTask(room, 'strict', {
      oracle: { files: 'hidden/', challenge: { strength: 60, share: 100 } },
    });
    const names = Object.keys(PATCHES);
    write(room, Object.fromEntries(names.map((name) => [`${name}.patch`, PATCHES[name]!])));
    const agents = ['golden', 'noop', ...names.map((name) => `patch:${join(room, `${name}.patch`)}`)];
    const { attempts } = await ran(room, { contracts: [contract], agents: agents.slice(0, 3) });
    const cheats = await ran(room, { contracts: [strict], agents: agents.slice(3), out: join(room, 'strict-out') });
    const all = [...attempts, ...cheats.attempts];
    seen = Object.fromEntries(['golden', 'noop', ...names].map((name, i) => [name, all[i]!]));
  });

  it('an honest patch passes, with the strength of its rounds', () => {
    const { status, result, of } = seen.honest!;
    // The coins of four rounds leave out a test in one attempt of eight.
    const wrong = new Set(of('challenge').flatMap(({ payload }) => payload.wrong.map(({ test }) => test)));
    const varied = ['adds two numbers', 'adds a negative number'].filter((title) =>
      [...wrong].some((name) => name.endsWith(title)),
    ).length;
    expect([status, result.verdict.oracle.strength]).toEqual([
      'success',
      {
        ...{ bits: 8, rounds: 4, repeated: 0, tests: 2, total: 2, per_test_bits: 4, because: '' },
        places: { varied, total: 2 },
      },
    ]);
    expect(of('challenge')).toHaveLength(4);
    expect(result.verdict.gates[2]!.why).toContain(
      `strength 2^-8: 4 challenge rounds over 2 tests, ${varied} of 2 places varied`,
    );
  });

  it('none of the cheats does', () => {
    const ends = Object.fromEntries(Object.keys(PATCHES).map((name) => [name, seen[name]!.status]));
    expect(ends).toEqual({
      honest: 'success',
      emptied: 'failure',
      copied: 'failure',
      left: 'failure',
      half: 'failure',
    });
  });

  it('says of a cheat what happened', () => {
    const reasons = [...new Set(['emptied', 'copied'].flatMap((name) => seen[name]!.tags))];
    expect(reasons).toContain('expectations-forged');
    expect(seen.left!.tags).toContain('oracle-prevented');
  });

  it('commits to the order before the first run and reveals it after the last', () => {
    const { events } = seen.honest!;
    const at = (type: string) => events.flatMap((event) => (event.type === type ? [event.seq] : []));
    const runs = [...at('challenge'), ...at('acceptance_check')];
    expect(at('challenge_commitment')[0]).toBeLessThan(Math.min(...runs));
    expect(at('challenge_reveal')[0]).toBeGreaterThan(Math.max(...runs));
    const before = at('challenge').filter((seq) => seq < at('acceptance_check')[0]!).length;
    expect(seen.honest!.of('challenge_reveal')[0]!.payload.position).toBe(before);
  });

  it('the verdict is computed again from the record alone', () => {
    for (const { path, result } of Object.values(seen)) {
      const { manifest, events } = verifyRun(path);
      expect(scoreAttempt({ manifest: manifest!, events })).toEqual(result.verdict);
    }
  });

  it('wrong values are searched for once for all attempts, and an empty patch and the reference solution are not challenged', () => {
    const steps = Object.values(seen).flatMap(({ of }) => of('oracle_reference').map(({ payload }) => payload.steps));
    // Once for each of the two contracts.
    expect(steps.filter((count) => count > 2)).toHaveLength(2);
    expect([seen.golden!.of('challenge'), seen.noop!.of('challenge')]).toEqual([[], []]);
    expect([seen.golden!.status, seen.noop!.status]).toEqual(['success', 'failure']);
  });

  it('asks for every test that passed before: pass_to_pass all', () => {
    const [reference] = seen.honest!.of('oracle_reference');
    expect(reference!.payload.checks[0]!.base_passed.map((name) => name.replace(/^.* > /, ''))).toEqual([
      'adds nothing',
    ]);
    expect(seen.honest!.result.verdict.checks.at(-1)!.pass_to_pass).toEqual({ passed: 1, total: 1 });
  });
});

describe('what cannot be challenged is told', () => {
  const room = givenRoom();
  const only = async (id: string, contract: Partial<ContractInput>, patch = PATCHES.honest!) => {
    const path = await givenNodeTask(room, id, contract);
    write(room, { [`${id}.patch`]: patch });
    const { attempts } = await ran(room, {
      contracts: [path],
      agents: [`patch:${join(room, `${id}.patch`)}`],
      out: join(room, 'out', id),
    });
    return attempts[0]!;
  };
  const acceptance = (more: object) => [{ id: 'unit', run: 'node --test hidden/add.test.js', ...more }];

  it('rounds that the contract switches off', async () => {
    const { status, result } = await only('off', {
      oracle: { files: 'hidden/', challenge: { rounds: 0 } },
      acceptance: acceptance({}),
    });
    expect([status, result.verdict.oracle.strength.bits, result.verdict.oracle.strength.because]).toEqual([
      'success',
      null,
      'the contract asks for no challenge rounds',
    ]);
  });

  it('a contract without a reference solution', async () => {
    const { status, result } = await only('bare', { golden_patch: undefined, acceptance: acceptance({}) } as never);
    expect([status, result.verdict.oracle.strength.because]).toEqual([
      'success',
      'the contract has no reference solution that builds',
    ]);
  });

  it('is an error where the policy asks for more', async () => {
    const { status, tags } = await only('policy', {
      policy: { min_strength: 16 },
      oracle: { files: 'hidden/', challenge: { rounds: 1, strength: 1 } },
    });
    expect([status, tags.includes('strength-too-low')]).toEqual(['acceptance_error', true]);
  });

  it('a check without a report is one test: the exit status has a strength as well', async () => {
    // A slow machine must not make fewer rounds.
    const oracle = { files: 'hidden/', challenge: { share: 100 } };
    const { status, result } = await only('status', { acceptance: acceptance({}), oracle });
    expect([status, result.verdict.oracle.strength]).toMatchObject(['success', { bits: 8, rounds: 14, tests: 1 }]);
    const forged = await only('forged', { acceptance: acceptance({}), oracle }, PATCHES.left);
    expect(forged.status).toBe('failure');
  });
});

it('searches for no wrong values where an attempt has no rounds: base and reference solution are run once each', async () => {
  const room = givenRoom();
  const path = await givenNodeTask(room, 'measured');
  write(room, { 'honest.patch': PATCHES.honest! });
  const run = async (...agents: string[]) => {
    const { attempts } = await ran(room, { contracts: [path], agents, out: join(room, agents[0]!.slice(0, 5)) });
    return attempts.map(({ status, of }) => [status, of('oracle_reference')[0]!.payload.steps]);
  };
  const unchallenged = await run('noop', 'golden');
  expect(unchallenged.map(([status]) => status)).toEqual(['failure', 'success']);
  expect(unchallenged.map(([, steps]) => steps).sort()).toEqual([0, 2]);
  const [challenged] = await run(`patch:${join(room, 'honest.patch')}`);
  expect(challenged).toEqual(['success', expect.any(Number)]);
  expect(challenged![1]).toBeGreaterThan(2);
});

it('fails an empty patch whose tests do not load and leave no report, where the reference solution leaves one', async () => {
  const room = givenRoom();
  const run = 'node --test --test-reporter=junit --test-reporter-destination=$REPORT hidden/add.test.js';
  const acceptance = [
    { id: 'unit', run: `grep -q + src/add.js && ${run}`, report: 'junit', fail_to_pass: ['adds two numbers'] },
  ];
  const path = await givenNodeTask(room, 'unloaded', { acceptance } as Partial<ContractInput>);
  const { attempts } = await ran(room, { contracts: [path], agents: ['noop'], out: join(room, 'out') });
  expect(attempts.map(({ status }) => status)).toEqual(['failure']);
});

it('keeps what it found of the reference solution for the next run', async () => {
  const room = givenRoom();
  const path = await givenNodeTask(room, 'kept');
  write(room, { 'honest.patch': PATCHES.honest!, 'new.txt': newFile('x', 'x\n') });
  const once = async (out: string) => {
    const { attempts } = await ran(room, {
      contracts: [path],
      agents: [`patch:${join(room, 'honest.patch')}`],
      out: join(room, out),
    });
    return attempts[0]!.of('oracle_reference')[0]!.payload.steps;
  };
  expect([(await once('first')) > 0, await once('second')]).toEqual([true, 0]);
});
