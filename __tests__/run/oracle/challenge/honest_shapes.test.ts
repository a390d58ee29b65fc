// Needs: pytest
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../../../../src/contract/checks/check.js';
import { contractSchema } from '../../../../src/contract/contract_schema.js';
import type { ChallengeVariant, OracleReference } from '../../../../src/contract/validation/contract_lock.js';
import { evaluateChallengeRound } from '../../../../src/record/checks/evaluate_challenge_round.js';
import { planChallenge } from '../../../../src/record/checks/plan_challenge.js';
import type { TestReportResult } from '../../../../src/record/events/event.js';
import { resolveRequiredNames } from '../../../../src/record/tests/evaluate_required_tests.js';
import { calibratePlaces } from '../../../../src/run/oracle/challenge/calibrate_places.js';
import { findFailedTests, readCheckRun } from '../../../../src/run/oracle/challenge/check_reading.js';
import { createOracleReference } from '../../../../src/run/oracle/challenge/create_oracle_reference.js';
import { listChallengePlaces } from '../../../../src/run/oracle/challenge/list_challenge_places.js';
import { applyReplacements } from '../../../../src/run/oracle/expectations/expectation_site.js';
import { readReport } from '../../../../src/run/oracle/readers/read_report.js';
import { rotated } from '../../../extent.js';
import { cleanUp, givenRoom, write } from '../../../given.js';
import { smallContract } from '../../../given_task.js';
import { execution } from '../../../judge/rubric/given_record.js';
import { JS_SHAPES, PY_SHAPES } from './honest/shapes.js';

afterAll(cleanUp);

const HONEST = join(import.meta.dirname, 'honest');
/** Rounds of each shape; those of pytest take four times as long. */
const ROUNDS = { node: 6, python: 3 };

interface Runner {
  title: string;
  tests: string;
  module: string;
  shapes: Record<string, string>;
  report: Check['report'];
  command: (report: string) => [string, ...string[]];
}

const node: Pick<Runner, 'tests' | 'module' | 'shapes'> = {
  tests: 'hidden/duration.test.mjs',
  module: 'duration.mjs',
  shapes: JS_SHAPES,
};
const python: typeof node = { tests: 'test_duration.py', module: 'duration.py', shapes: PY_SHAPES };
const RUNNERS: Runner[] = [
  {
    ...{ title: 'node --test, by JUnit', ...node, report: 'junit' },
    command: (to) => [
      process.execPath,
      '--test',
      '--test-reporter=junit',
      `--test-reporter-destination=${to}`,
      node.tests,
    ],
  },
  {
    ...{ title: 'node --test, by TAP', ...node, report: 'tap' },
    command: (to) => [
      process.execPath,
      '--test',
      '--test-reporter=tap',
      `--test-reporter-destination=${to}`,
      node.tests,
    ],
  },
  {
    ...{ title: 'node --test, by exit status', ...node, report: 'exit-code' },
    command: () => [process.execPath, '--test', node.tests],
  },
  {
    ...{ title: 'pytest', ...python, report: 'pytest-junit' },
    command: (to) => [
      'python3',
      '-B',
      '-m',
      'pytest',
      '-q',
      '-p',
      'no:cacheprovider',
      `--junitxml=${to}`,
      python.tests,
    ],
  },
  {
    ...{ title: 'pytest, by exit status', ...python, report: 'exit-code' },
    command: () => ['python3', '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', python.tests],
  },
];

/** Runs the tests over a solution with these wrong expectations, as a check would. */
function createRun({ tests, module, report, command }: Runner, check: Check) {
  const room = givenRoom();
  write(room, { [tests]: '', [module]: '' });
  const text = readFileSync(join(HONEST, `${tests.split('/').at(-1)}.txt`), 'utf8');
  let solution = '';
  return {
    text,
    solve: (of: string) => {
      solution = of;
    },
    run: async (wrong: readonly ChallengeVariant[]) => {
      writeFileSync(join(room, module), solution);
      writeFileSync(join(room, tests), applyReplacements(text, wrong));
      const path = join(room, 'report');
      rmSync(path, { force: true });
      const [program, ...args] = command(path);
      const exit_code = await new Promise<number>((done) => {
        const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
        execFile(program, args, { cwd: room, env, timeout: 120_000 }, (error) => done(error ? Number(error.code) : 0));
      });
      const read: TestReportResult =
        report === 'exit-code' ? { state: 'none' } : toResult(readReport(report, readFileSync(path), room));
      return { check, execution: execution({ exit_code }), report: read };
    },
  };
}

const toResult = (read: ReturnType<typeof readReport>): TestReportResult =>
  read.ok
    ? { state: 'read', report: read.report, artifact: '0'.repeat(64), bytes: 1 }
    : { state: 'unreadable', reason: read.reason };

/** Finds the reference of the tests with the plain solution, by the calibration of validations. */
async function calibrate(
  runner: Runner,
): Promise<{ reference: OracleReference; made: ReturnType<typeof createRun>; check: Check }> {
  const acceptance = [{ id: 'unit', run: 'true', report: runner.report } as never];
  const contract = contractSchema.parse(smallContract({ acceptance, oracle: { files: 'hidden' } }));
  const [check] = contract.acceptance as [Check];
  const made = createRun(runner, check);
  const see = async (wrong: readonly ChallengeVariant[]) => {
    const { execution, report } = await made.run(wrong);
    return [readCheckRun(check, execution, report)];
  };
  made.solve('');
  const base = await see([]);
  made.solve(runner.shapes.plain!);
  const golden = await see([]);
  const oracle_files = [{ path: runner.tests, content: Buffer.from(made.text), sha256: '', executable: false }];
  const groups = listChallengePlaces({ oracle_files } as never);
  const limits = { runs: 400, over: () => false, interrupted: () => false };
  const { tests } = await calibratePlaces(
    groups,
    async (wrong) => findFailedTests(await see(wrong), golden),
    limits,
    randomInt,
    runner.report === 'exit-code' ? 'unit\0' : undefined,
  );
  return {
    reference: createOracleReference({ contract, base, golden, calibrated: tests, round_cpu_ms: 1, stopped: '' }),
    ...{ made, check },
  };
}

// Holds K5
describe.each(RUNNERS)('honest solutions of other shapes, by $title', (runner) => {
  let known: Awaited<ReturnType<typeof calibrate>>;
  beforeAll(async () => {
    known = await calibrate(runner);
  });

  it('are judged by places that the reference solution has', () => {
    const { pool, strength } = known.reference;
    expect(pool.length).toBeGreaterThan(0);
    expect(strength).not.toBeNull();
  });

  const names = Object.keys(runner.shapes).slice(1);
  const isMain = /junit/.test(runner.report!);
  // What is read another way has the same places. An eighth of the shapes is tried, in turn.
  const some = isMain ? rotated(names, 8) : names.filter((_, i) => i % 8 === RUNNERS.indexOf(runner));
  const rounds = isMain ? ROUNDS[runner.shapes === PY_SHAPES ? 'python' : 'node'] : 4;
  it.each(some)('%s: none is accused, and no round fails', async (name) => {
    const { made, check } = known;
    const { pool } = known.reference;
    made.solve(runner.shapes[name]!);
    const accepted = await made.run([]);
    expect(accepted.execution.exit_code).toBe(0);
    const plan = planChallenge(`${name} ${randomInt(2 ** 40)}`, {
      tests: pool.map(({ variants, sites }) => ({ variants: variants.length, sites })),
      rounds,
    });
    for (const choices of plan.rounds.slice(0, rounds)) {
      const wrong = choices.map(({ test, variant }) => pool[test]!.variants[variant]!);
      const { execution, report } = await made.run(wrong);
      const result = evaluateChallengeRound(execution, report, {
        check: check.id,
        pool: pool.map((one) => ({ ...one, variants: one.variants.length })),
        wrong: new Set(choices.map(({ test }) => pool[test]!.test)),
        renamed: new Map(
          choices.flatMap(({ test }, i) =>
            wrong[i]!.renamed === undefined ? [] : [[wrong[i]!.renamed, pool[test]!.test]],
          ),
        ),
        required: resolveRequiredNames(check, []),
        narrow: false,
      });
      expect(result).toEqual({ kind: 'held' });
    }
  });
});
