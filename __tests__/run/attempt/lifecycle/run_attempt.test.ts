// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listRuns } from '../../../../src/record/storage/run_directory.js';
import { sampled } from '../../../extent.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { attemptsIn, ran, type Seen, summary } from '../../../given_run.js';
import {
  type ContractInput,
  type GivenTask,
  GOLDEN,
  givenShellTask,
  lineChange,
  newFile,
  tapCheck,
} from '../../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = attemptsIn(room);
const why = ({ result }: Seen, gate: string) => result.verdict.gates.find((one) => one.gate === gate)!.why;
const checkEvents = (seen: Seen) => [...seen.of('acceptance_check'), ...seen.of('canary')];

describe('the four gates over a real attempt', () => {
  // Holds R2
  it('golden passes, and the record tells every stage', async () => {
    const seen = await attempt('golden');
    expect(summary(seen)).toEqual({ exit_code: 0, status: 'success', vector: 'pass/pass/pass/pass', tags: [] });
    expect(seen.events.map(({ type, stage }) => `${type} ${stage}`)).toEqual([
      'run_started null',
      'stage_changed setup',
      'setup setup',
      'provisioning setup',
      'stage_changed briefing',
      'briefing briefing',
      'stage_changed extraction',
      'workspace_mutation extraction',
      'termination extraction',
      'stage_changed evaluation',
      'patch_applied evaluation',
      'road_unobserved evaluation',
      'patch_facts evaluation',
      'provisioning evaluation',
      'oracle_laid evaluation',
      'provisioning evaluation',
      'acceptance_check evaluation',
      'provisioning evaluation',
      'provisioning evaluation',
      'canary evaluation',
      'stage_changed packaging',
      'sealed packaging',
    ]);
    expect(readFileSync(join(seen.path, 'patch.diff'), 'utf8')).toBe(GOLDEN);
    expect(seen.of('oracle_laid')[0]!.payload.files.map(({ path }) => path)).toEqual([
      'hidden/canary.sh',
      'hidden/check.sh',
    ]);
  });

  it('noop fails with an empty patch', async () => {
    const seen = await attempt('noop');
    expect(summary(seen)).toEqual({
      exit_code: 1,
      status: 'failure',
      vector: 'pass/pass/fail/pass',
      tags: ['empty-patch', 'functional-failure', 'missing-fix'],
    });
    expect(why(seen, 'G3')).toContain('the value is right');
  });

  it('each event of an acceptance check says what its execution came to; one that did not run says why instead', async () => {
    const outcomes = async (...given: Parameters<typeof attempt>) =>
      (await attempt(...given))
        .of('acceptance_check')
        .map(({ payload }) => payload.outcome ?? payload.not_run?.because);
    expect(await outcomes('golden')).toEqual(['pass']);
    expect(await outcomes('noop')).toEqual(['fail']);
    const killed = [{ id: 'unit', run: 'kill -9 $$' }];
    expect(await outcomes('golden', { contract: { acceptance: killed } })).toEqual(['error']);
    expect(await outcomes({ patch: lineChange('value', 'other', 'right') })).toEqual(['patch']);
  });

  it('an attempt that could ask no model costs nothing for models; one that may have asked some is unknown', async () => {
    const costs = async (...given: Parameters<typeof attempt>) => (await attempt(...given)).result.cost;
    const free = { lm_usd: 0, total_usd: 0 };
    expect(await costs({ patch: GOLDEN })).toMatchObject({ lm_usd: null, total_usd: null });
    expect(await costs('command:echo right > value')).toMatchObject(free);
    const open = { contract: { policy: { network: { allow: ['api.example'] } } } };
    expect(await costs('command:echo right > value', open)).toMatchObject({ lm_usd: null, total_usd: null });
  });

  it('a patch that does not apply fails, names its hunk, and every check is recorded as not run', async () => {
    const seen = await attempt({ patch: lineChange('value', 'other', 'right') });
    expect(summary(seen)).toMatchObject({ exit_code: 1, status: 'failure', vector: 'fail/-/-/pass' });
    expect(why(seen, 'G1')).toBe('does not apply: hunk at value:1 does not match the snapshot');
    expect(checkEvents(seen).map(({ payload }) => payload.not_run?.because)).toEqual(['patch', 'patch']);
  });

  it('a patch that leads out is refused, which is a failure of two gates', async () => {
    const seen = await attempt({ patch: `${GOLDEN}${newFile('../../evil', 'x\n')}` });
    expect(summary(seen)).toMatchObject({ exit_code: 1, status: 'failure', vector: 'fail/-/-/fail' });
    expect(why(seen, 'G4')).toContain('leads out of the repository');
  });

  it('a build that fails decides, and no check is run', async () => {
    const seen = await attempt('golden', { contract: { build: [{ id: 'compile', run: 'exit 2' }] } });
    expect(summary(seen)).toMatchObject({ exit_code: 1, status: 'failure', vector: 'pass/fail/-/pass' });
    expect(checkEvents(seen).map(({ payload }) => payload.not_run?.because)).toEqual(['build', 'build']);
  });
});

describe('a machine or a contract that cannot decide is an error or invalid, never a failure: exit status 3', () => {
  it.each<[string, GivenTask, string, string, RegExp]>(
    sampled<[string, GivenTask, string, string, RegExp]>(
      [
        [
          'the runner is missing',
          { contract: { acceptance: [tapCheck({ run: 'no-such-runner --x' })] } },
          'acceptance_error',
          'runner-missing',
          /not found/,
        ],
        [
          'the report is missing',
          { contract: { acceptance: [tapCheck({ run: 'true' })] } },
          'acceptance_error',
          'report-missing',
          /no tap report was written/,
        ],
        [
          'the report is garbage',
          { contract: { acceptance: [tapCheck({ run: 'echo nonsense > "$REPORT"', report: 'junit' })] } },
          'acceptance_error',
          'report-unreadable',
          /cannot be read/,
        ],
        [
          'the report is empty',
          { contract: { acceptance: [tapCheck({ run: ': > "$REPORT"' })] } },
          'acceptance_error',
          'report-unreadable',
          /the report is empty/,
        ],
        [
          'the report is a link',
          { contract: { acceptance: [tapCheck({ run: 'ln -s /etc/passwd "$REPORT"' })] } },
          'acceptance_error',
          'report-unreadable',
          /the report is a symbolic link/,
        ],
        [
          'the report is a folder',
          { contract: { acceptance: [tapCheck({ run: 'mkdir "$REPORT"' })] } },
          'acceptance_error',
          'report-unreadable',
          /the report is a folder: name its files by a pattern/,
        ],
        [
          'the report is a pipe',
          { contract: { acceptance: [tapCheck({ run: 'mkfifo "$REPORT"' })] } },
          'acceptance_error',
          'report-unreadable',
          /the report is not a file/,
        ],
        [
          'the report and the status disagree',
          { contract: { acceptance: [tapCheck({ run: 'sh hidden/check.sh "$REPORT"; exit 1' })] } },
          'acceptance_error',
          'oracle-inconsistent',
          /exit status 1, but no failure/,
        ],
        [
          'a check reaches its ceiling',
          { contract: { acceptance: [tapCheck({ run: 'sleep 30', timeout: '1s' })] } },
          'acceptance_error',
          'check-timeout',
          /reached its ceiling of 1(\.0)? s/,
        ],
        [
          'a check runs out of memory',
          {
            contract: {
              acceptance: [tapCheck({ run: 'x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done' })],
              budget: { memory: '24MiB', processes: 64 },
            },
          },
          'acceptance_error',
          'check-oom',
          /ran out of memory/,
        ],
        ['the canary passes', { hidden: { 'canary.sh': 'exit 0\n' } }, 'acceptance_error', 'oracle-disarmed', /./],
        ['setup fails', { contract: { setup: [{ run: 'echo no; exit 7' }] } }, 'invalid', 'setup-failure', /./],
        [
          'setup takes too long',
          { contract: { setup: [{ run: 'sleep 30', timeout: '300ms' }] } },
          'invalid',
          'setup-failure',
          /./,
        ],
        [
          'the snapshot is another',
          { contract: { snapshot: { directory: 'repo', tree: 'a'.repeat(40) } } },
          'invalid',
          'identity-mismatch',
          /./,
        ],
        [
          'a tool is missing',
          { contract: { environment: { tools: { 'no-such-tool': '*' } } } },
          'invalid',
          'setup-failure',
          /./,
        ],
        [
          'a tool is too old',
          { contract: { environment: { tools: { node: '>=99' } } } },
          'invalid',
          'setup-failure',
          /./,
        ],
      ],
      2,
    ),
  )('%s', async (_, task, status, tag, said) => {
    const seen = await attempt('golden', task);
    expect(summary(seen)).toMatchObject({ exit_code: 3, status, tags: expect.arrayContaining([tag]) });
    expect(why(seen, 'G3')).toMatch(said);
  });

  // Holds K2
  it('what is invalid says why in one line', async () => {
    const reasons = [];
    for (const contract of <NonNullable<GivenTask['contract']>[]>[
      { setup: [{ run: 'exit 7' }] },
      { environment: { tools: { 'no-such-tool': '*' } } },
      { environment: { tools: { node: '>=99' } } },
    ])
      reasons.push((await attempt('noop', { contract })).result.verdict.reason.replace(/version \S+,/, 'version V,'));
    expect(reasons).toEqual([
      'setup: setup command "exit 7": exit status 7',
      'setup: tool "no-such-tool" is not on this machine: install it, then try again',
      'setup: tool "node" is version V, the contract asks for >=99',
    ]);
  });
});

describe('what a patch does to the oracle does not count', () => {
  it('a file where a hidden one belongs is replaced, and reported as tampering', async () => {
    const forged = 'printf "TAP version 13\\n1..2\\nok 1 - the value is right\\nok 2 - the rest is kept\\n" > "$1"\n';
    const seen = await attempt({ patch: newFile('hidden/check.sh', forged) + newFile('hidden/extra.sh', 'x\n') });
    expect(summary(seen)).toMatchObject({ status: 'failure', vector: 'pass/pass/fail/fail' });
    expect(seen.tags).toContain('hidden-file-tampering');
    expect(seen.of('oracle_laid')[0]!.payload.overwritten).toEqual(['hidden/check.sh', 'hidden/extra.sh']);
  });

  it('runner configuration is put back, created hooks are removed, and both are reported', async () => {
    const packageJson = (test: string) => `{"name":"x","scripts":{"test":"${test}"}}`;
    const seen = await attempt(
      {
        patch:
          GOLDEN +
          lineChange('package.json', packageJson('real'), packageJson('forged')) +
          lineChange('pytest.ini', '[pytest]', '[evil]') +
          newFile('conftest.py', 'evil\n') +
          newFile('lib/.mocharc.json', '{}\n'),
      },
      {
        repo: { 'package.json': `${packageJson('real')}\n`, 'pytest.ini': '[pytest]\n' },
        contract: {
          acceptance: [
            tapCheck({
              run: 'cat package.json pytest.ini conftest.py lib/.mocharc.json; sh hidden/check.sh "$REPORT"',
            }),
          ],
        },
      },
    );
    expect(seen.of('oracle_laid')[0]!.payload.restored).toEqual([
      { path: 'conftest.py', how: 'removed' },
      { path: 'lib/.mocharc.json', how: 'removed' },
      { path: 'package.json', how: 'restored' },
      { path: 'pytest.ini', how: 'restored' },
    ]);
    const { stdout, stderr } = seen.of('acceptance_check')[0]!.payload.execution!;
    expect(stdout.head).not.toMatch(/forged|evil/);
    expect(stderr.head).toMatch(/conftest\.py[\s\S]*\.mocharc\.json/);
    expect(seen.status).toBe('success');
    expect(seen.tags).toContain('oracle-config-restored');
  });

  it('a report that the patch committed is not the report', async () => {
    const tap = 'TAP version 13\n1..2\nok 1 - the value is right\nok 2 - the rest is kept\n';
    const seen = await attempt(
      { patch: newFile('report.tap', tap) },
      { contract: { acceptance: [tapCheck({ run: 'true', report_file: 'report.tap' })] } },
    );
    expect([seen.status, seen.of('acceptance_check')[0]!.payload.report]).toEqual([
      'acceptance_error',
      { state: 'missing' },
    ]);
  });

  it('a report behind a link that the patch committed is not read', async () => {
    const link = `diff --git a/out b/out\nnew file mode 120000\n--- /dev/null\n+++ b/out\n@@ -0,0 +1 @@\n+kept\n\\ No newline at end of file\n`;
    const seen = await attempt(
      { patch: GOLDEN + link },
      {
        contract: {
          acceptance: [tapCheck({ run: 'sh hidden/check.sh out/report.tap', report_file: 'out/report.tap' })],
        },
      },
    );
    expect(seen.status).toBe('acceptance_error');
  });
});

describe('a check whose report is many files', () => {
  it('reads those that a pattern matches, and finds the files of tests among those that exist', async () => {
    const suite = (name: string) =>
      `<testsuite><testcase classname="hidden.test_app.${name}" name="test_a"/></testsuite>`;
    const write = (name: string) => `echo '${suite(name)}' > "$REPORT/TEST-${name}.xml"`;
    const seen = await attempt(
      { patch: newFile('out/reports/TEST-forged.xml', suite('forged')) },
      {
        hidden: { 'test_app.py': '' },
        contract: {
          acceptance: [
            {
              id: 'unit',
              run: `mkdir -p "$REPORT"; ${write('test_B')}; ${write('test_C')}`,
              report: 'pytest-junit' as const,
              report_file: 'out/**/TEST-*.xml',
              fail_to_pass: ['hidden/test_app.py'],
            },
          ],
        },
      },
    );
    const { report } = seen.of('acceptance_check')[0]!.payload;
    expect([seen.status, report.state === 'read' && report.report.tests]).toEqual([
      'success',
      ['test_B', 'test_C'].map((name) => ({
        path: [name, 'test_a'],
        file: 'hidden/test_app.py',
        classname: `hidden.test_app.${name}`,
        outcome: 'passed',
      })),
    ]);
  });
});

describe('a task for node', () => {
  it('is judged by the reports of its own test runner', async () => {
    const contract = {
      environment: { tools: { node: '>=20' } },
      acceptance: [
        {
          id: 'unit',
          run: 'node --test --test-reporter=junit --test-reporter-destination="$REPORT" hidden/add.test.mjs',
          report: 'junit' as const,
          fail_to_pass: ['adds'],
          pass_to_pass: ['adds nothing'],
        },
      ],
      oracle: {
        files: 'hidden/',
        canary: {
          run: 'node --test --test-reporter=junit --test-reporter-destination="$REPORT" hidden/canary.test.mjs',
          report: 'junit' as const,
        },
      },
    };
    const test = (name: string, code: string) =>
      `import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../add.mjs';\ntest('${name}', () => ${code});\n`;
    const task: GivenTask = {
      contract,
      repo: { 'add.mjs': 'export const add = (a, b) => a - b;\n' },
      hidden: {
        'add.test.mjs': `${test('adds', 'assert.equal(add(1, 2), 3)')}test('adds nothing', () => assert.equal(add(1, 0), 1));\n`,
        'canary.test.mjs': test('canary', 'assert.equal(add(1, 2), 4)'),
      },
      golden: lineChange('add.mjs', 'export const add = (a, b) => a - b;', 'export const add = (a, b) => a + b;'),
    };
    expect(summary(await attempt('golden', task))).toEqual({
      exit_code: 0,
      status: 'success',
      vector: 'pass/pass/pass/pass',
      tags: [],
    });
    expect(summary(await attempt('noop', task))).toMatchObject({
      exit_code: 1,
      status: 'failure',
      vector: 'pass/pass/fail/pass',
    });
    // Leaves the runner with success before a test has run.
    const cheat = lineChange('add.mjs', 'export const add = (a, b) => a - b;', 'process.exit(0);');
    expect((await attempt({ patch: cheat }, task)).status).not.toBe('success');
  });
});

describe('an interruption', () => {
  it('before the first attempt makes none, and says which are missing', async () => {
    const contract = await givenShellTask(room, 'never');
    const order = { contracts: [contract], agents: ['golden'], trials: 2, out: join(room, 'out/never') };
    const { outcome } = await ran(room, order, AbortSignal.abort());
    expect({ ...outcome, missing: outcome.missing.length, places: 0 }).toMatchObject({
      exit_code: 130,
      conclusion: 'interrupted',
      results: [],
      missing: 2,
    });
  });

  it.each<[string, Partial<ContractInput>, string]>([
    ['setup', { setup: [{ run: 'sleep 20', timeout: '60s' }] }, '"to":"setup"'],
    [
      'a run of the reference solution',
      { acceptance: [tapCheck({ run: 'sleep 20', timeout: '60s' })] },
      '"to":"evaluation"',
    ],
    [
      'a check',
      {
        acceptance: [tapCheck({ run: 'sleep 20', timeout: '60s' })],
        oracle: { files: 'hidden/', challenge: { rounds: 0 } },
      },
      '"type":"oracle_laid"',
    ],
    ['the canary', { oracle: { files: 'hidden/', canary: 'sleep 20; false' } }, '"type":"acceptance_check"'],
    [
      'the perturbation',
      { oracle: { files: 'hidden/', perturbation: { when: 'always' } } },
      '"type":"acceptance_check"',
    ],
  ])(
    'during %s makes the attempt invalid, and is no fault of machine, contract or agent',
    async (what, changes, seen) => {
      const id = `cut-${what.replaceAll(' ', '-')}`;
      const contract = await givenShellTask(room, id, { contract: changes });
      writeFileSync(join(room, `${id}.patch`), GOLDEN);
      const stop = new AbortController();
      const out = join(room, 'out', id);
      const order = { contracts: [contract], agents: [`patch:${join(room, `${id}.patch`)}`], out };
      const running = ran(room, order, stop.signal);
      const logs = () => listRuns(join(out, 'runs')).map((run) => readFileSync(join(run, 'events.jsonl'), 'utf8'));
      while (!logs().some((log) => log.includes(seen))) await pause(5);
      stop.abort();
      const { attempts, outcome } = await running;
      expect([attempts[0]!.status, attempts[0]!.result.verdict.reason, outcome.exit_code]).toEqual([
        'invalid',
        expect.stringMatching(/^interrupted: interrupted during/),
        130,
      ]);
      expect(attempts[0]!.tags).toContain('interrupted');
    },
  );

  it('while a repository is fetched is an interruption, not a mistake', async () => {
    const contract = await givenShellTask(room, 'fetched', {
      contract: { snapshot: { git: 'http://192.0.2.1:9/owner/name', commit: 'a'.repeat(40) } },
    });
    const stop = new AbortController();
    const running = ran(room, { contracts: [contract], agents: ['noop'], out: join(room, 'out/fetched') }, stop.signal);
    stop.abort();
    expect((await running).outcome.exit_code).toBe(130);
  });
});

it('a patch that takes away the folder of a check is no fault of the machine, which would give another try', async () => {
  const patch = 'diff --git a/sub/x b/sub/x\ndeleted file mode 100644\n--- a/sub/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n';
  const seen = await attempt(
    { patch },
    {
      repo: { 'sub/x': 'x\n' },
      contract: { acceptance: [tapCheck({ working_directory: 'sub' })], oracle: { files: 'hidden/' } },
    },
  );
  expect(seen.status).toBe('acceptance_error');
  expect(seen.tags).toContain('report-missing');
  expect(seen.tags).not.toContain('check-not-started');
});
