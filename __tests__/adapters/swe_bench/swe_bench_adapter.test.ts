import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdapterOutcome, type ImportedTask, isRejectedTask } from '../../../src/adapters/benchmark_adapter.js';
import { sweBenchAdapter } from '../../../src/adapters/swe_bench/swe_bench_adapter.js';
import { contractSchema } from '../../../src/contract/contract_schema.js';
import { cleanUp, givenRoom } from '../../given.js';
import { lineChange } from '../../given_task.js';

afterAll(cleanUp);

const BASE = 'c'.repeat(40);
/** A row of the classic form. */
const row = (changes: Record<string, unknown> = {}) => ({
  instance_id: 'axios__axios-1',
  repo: 'axios/axios',
  base_commit: BASE,
  patch: lineChange('lib/a.js', 'wrong', 'right'),
  test_patch: lineChange('test/unit/a.js', 'old', "describe('a', () => {"),
  problem_statement: '# The value is wrong\n\nIt should be right.',
  hints_text: 'Write "right".',
  created_at: '2022-11-27 10:00:00',
  version: '1',
  FAIL_TO_PASS: '["a is right (*)"]',
  PASS_TO_PASS: [],
  log_parser: 'parse_log_tap',
  eval_type: 'pass_and_fail',
  ...changes,
});

async function readRows(rows: readonly unknown[], dialect?: string): Promise<AdapterOutcome[]> {
  const path = join(givenRoom(), 'rows.jsonl');
  writeFileSync(path, rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
  return readPath(path, dialect);
}

async function readPath(path: string, dialect?: string): Promise<AdapterOutcome[]> {
  const outcomes: AdapterOutcome[] = [];
  for await (const outcome of sweBenchAdapter.readTasks(path, { dialect })) outcomes.push(outcome);
  return outcomes;
}

/** Reads a row that becomes a task, whose contract is valid. */
async function readTask(changes: Record<string, unknown>): Promise<ImportedTask> {
  const [outcome] = await readRows([row(changes)]);
  if (outcome === undefined || isRejectedTask(outcome)) throw new Error(outcome?.reason);
  expect(contractSchema.safeParse(outcome.contract).error?.issues ?? []).toEqual([]);
  return outcome;
}

// Holds G11
it('makes a contract of a classic row', async () => {
  const { contract, files, test_patch, notes, place } = await readTask({});
  expect(place).toBe('rows.jsonl:1');
  expect(contract).toMatchObject({
    id: 'axios__axios-1',
    title: 'The value is wrong',
    description: '# The value is wrong\n\nIt should be right.\n',
    metadata: { source: 'external', created: '2022-11-27', affected_files: ['lib/a.js'] },
    snapshot: { git: 'https://github.com/axios/axios', commit: BASE },
    acceptance: [{ report: 'tap', fail_to_pass: ['a is right (\\*)'], pass_to_pass: [] }],
  });
  expect(contract.acceptance[0]!.run).toBe(
    'npx mocha test/unit/a.js --reporter tap --timeout 60000 --exit > "$REPORT"',
  );
  expect(Object.keys(files)).toEqual(['golden.patch', 'extra/test/unit/gatebench-canary.js']);
  expect(test_patch).toContain('test/unit/a.js');
  expect(notes).toContain('hints_text is left out: it may tell the solution');
  expect(JSON.stringify(contract)).not.toContain('Write');
});

describe('the runner of the tests', () => {
  const script = (command: string, ...prepare: string[]) =>
    [
      ...['#!/bin/bash', 'set -uxo pipefail', 'cd /testbed', 'git status', `git checkout ${BASE} test/unit/a.js`],
      ...["git apply -v - <<'EOF_114329324912'", '+npx jest', 'EOF_114329324912', ...prepare],
      ...[": '>>>>> Start Test Output'", command, ": '>>>>> End Test Output'", `git checkout ${BASE} test/unit/a.js`],
    ].join('\n');

  it.each<[what: string, changes: Record<string, unknown>, run: string]>([
    [
      'mocha, with the pattern of the script',
      { eval_script: script("(npx mocha test/unit/a.js -R tap -g 'Form Data') | cat", 'npm install') },
      `npx mocha test/unit/a.js --reporter tap --timeout 60000 --grep 'Form Data' --exit > "$REPORT"`,
    ],
    ['jest', { log_parser: 'parse_log_jest' }, 'npx jest test/unit/a.js --silent --json --outputFile="$REPORT"'],
    [
      'vitest by the script of pnpm',
      { log_parser: 'parse_log_vitest', eval_script: script('(pnpm run test test/unit/a.js --no-watch) | cat') },
      'npx vitest run test/unit/a.js --reporter=json --outputFile="$REPORT"',
    ],
    [
      'pytest by the names of the tests',
      {
        repo: 'some/project',
        log_parser: undefined,
        FAIL_TO_PASS: ['tests/test_a.py::test_x'],
        test_patch: lineChange('tests/test_a.py', 'a', 'b'),
      },
      'export PATH="$PWD/.gatebench-venv/bin:$PATH"; python -m pytest tests/test_a.py --junitxml="$REPORT" -o junit_family=xunit1',
    ],
    [
      'jasmine',
      { repo: 'markedjs/marked', log_parser: 'parse_log_marked' },
      'node gatebench-jasmine.cjs "$REPORT" jasmine.json',
    ],
    [
      'a name with a blank and a quote',
      { log_parser: 'parse_log_jest', test_patch: lineChange("test/it's a.test.js", 'a', 'b') },
      `npx jest 'test/it'\\''s a.test.js' --silent --json --outputFile="$REPORT"`,
    ],
  ])('is %s', async (_, changes, run) => {
    expect((await readTask(changes)).contract.acceptance[0]!.run).toBe(run);
  });

  it('builds what the script builds, and leaves its installation to setup', async () => {
    const eval_script = script('npx jest test/unit/a.js', 'npm install', 'npm ci && npm run build');
    const { contract } = await readTask({ log_parser: 'parse_log_jest', eval_script });
    expect(contract.acceptance[0]!.run).toBe(
      '{ npm run build; } >&2; npx jest test/unit/a.js --silent --json --outputFile="$REPORT"',
    );
  });

  it('keeps commands over several lines together, and takes no file for an option', async () => {
    const eval_script = script('npx jest --help.test.js', 'if [ -f x ]; then', 'make x', 'fi');
    const test_patch = lineChange('--help.test.js', 'a', 'b');
    const { contract } = await readTask({ log_parser: 'parse_log_jest', eval_script, test_patch });
    expect(contract.acceptance[0]!.run).toBe(
      '{ if [ -f x ]; then\nmake x\nfi; } >&2; npx jest ./--help.test.js --silent --json --outputFile="$REPORT"',
    );
  });

  it('is told as missing, with the parser or the command', async () => {
    const outcomes = await readRows([
      row({ log_parser: 'parse_log_karma' }),
      row({ log_parser: 'parse_log_x', eval_script: script('cargo test') }),
      row({ repo: 'mrdoob/three.js' }),
    ]);
    expect(outcomes.map((outcome) => isRejectedTask(outcome) && outcome.reason)).toEqual([
      'its tests (parse_log_karma) have no runner here whose report names each test, and the row has no eval_script with their command',
      'its tests (parse_log_x) have no runner here whose report names each test',
      'its tests (parse_log_tap) have no runner here whose report names each test, and the row has no eval_script with their command',
    ]);
  });

  it('is the script of the row, whose log is the report, where its tool has none that names the same tests', async () => {
    const eval_script = script('RUSTFLAGS=-Awarnings cargo test --lib x | cat', 'cargo fetch', 'npm ci && make all');
    const test_patch = lineChange('src/lib.rs', 'a', 'b');
    const { contract, files, notes } = await readTask({ log_parser: 'parse_log_cargo', eval_script, test_patch });
    expect(contract).toMatchObject({
      environment: { tools: { cargo: '*' } },
      acceptance: [{ run: 'bash gatebench-tests.sh > "$REPORT" 2>&1', report: 'log', log: 'cargo' }],
      setup: [{ run: 'cargo fetch' }],
    });
    expect(contract.oracle?.canary).toBeUndefined();
    expect(files['extra/gatebench-tests.sh']).toMatch(
      /\{\ncargo fetch\nmake all\n:\n\} >&2\nset -x\nRUSTFLAGS=-Awarnings cargo test --lib x \| cat\n$/,
    );
    expect(notes.join()).toContain('a pass is weaker evidence than one by a report');
  });

  it('writes a report where the tool of the script can: events of Go, TAP of QUnit', async () => {
    const go = await readTask({
      log_parser: 'parse_log_gotest',
      eval_script: script('(go test ./a -v -run "^T") | cat'),
    });
    expect(go.contract.acceptance[0]).toMatchObject({
      report: 'go-test-json',
      run: 'bash gatebench-tests.sh > "$REPORT"',
    });
    expect(go.files['extra/gatebench-tests.sh']).toContain('(go test -json ./a -v -run "^T") | cat');
    const qunit = await readTask({ repo: 'mrdoob/three.js', eval_script: script('npx qunit test/a.js') });
    expect(qunit.contract.acceptance[0]).toMatchObject({ report: 'tap' });
  });

  it('reads markers that the script echoes, and the features and units of one repository by the id', async () => {
    const echoed = script('bundle exec cucumber').replaceAll(": '>>>>>", "echo '>>>>>");
    const logs = [];
    for (const id of ['jekyll__jekyll-8761', 'jekyll__jekyll-8047']) {
      const { contract } = await readTask({ instance_id: id, log_parser: 'parse_log_jekyll', eval_script: echoed });
      logs.push(contract.acceptance[0]!.log);
    }
    expect(logs).toEqual(['cucumber', 'minitest']);
  });
});

it('installs packages that the reference solution adds, since checks have no network', async () => {
  const patch = `diff --git a/package.json b/package.json\n--- a/package.json\n+++ b/package.json\n@@ -1,2 +1,3 @@\n {\n+    "formdata-node": "^5.0.0",\n }\n`;
  const { contract, notes } = await readTask({ patch });
  expect(contract.setup?.[1]?.run).toContain("--no-save 'formdata-node@^5.0.0'");
  expect(notes.join()).toContain('adds formdata-node@^5.0.0');
});

describe('the rules of grading', () => {
  const failures = "echo x\n: '>>>>> Start Test Output'\ngrunt test --force\n: '>>>>> End Test Output'";

  it('accept a skipped test of PASS_TO_PASS, and with pytest an expected failure', async () => {
    const accepts = async (changes: Record<string, unknown>) =>
      (await readTask(changes)).contract.acceptance[0]!.accept;
    expect(await accepts({ PASS_TO_PASS: [] })).toBeUndefined();
    expect(await accepts({ PASS_TO_PASS: ['b'] })).toEqual(['skipped']);
    const python = { repo: 'pallets/flask', log_parser: 'parse_log_flask', PASS_TO_PASS: ['b'] };
    expect(await accepts({ ...python, test_patch: lineChange('tests/test_a.py', 'a', 'b') })).toEqual([
      'skipped',
      'expected-failure',
    ]);
  });

  it('accept a test without a report where the log names failures only', async () => {
    const changes = { log_parser: 'parse_log_p5js', eval_type: 'fail_only', eval_script: failures };
    const { contract, notes } = await readTask(changes);
    expect(contract.acceptance[0]).toMatchObject({
      ...{ accept: ['unreported'], log: 'mocha-failures' },
      run: `bash gatebench-tests.sh > "$REPORT" 2>&1 && ! grep -Eq '^ *[0-9]+ failing' "$REPORT"`,
    });
    expect(notes).toContain('the log names failing tests only: a required test that it does not name counts as passed');
  });

  it('shorten a path in a parameter, and leave out lines of progress', async () => {
    const { contract } = await readTask({
      ...{ repo: 'psf/requests', log_parser: 'parse_log_requests' },
      test_patch: lineChange('test_requests.py', 'a', 'b'),
      FAIL_TO_PASS: ['test_requests.py::test_x[/a.svg]', 'test_requests.py::test_y[//a]'],
      PASS_TO_PASS: ['[100%]', 'test_requests.py::test_z'],
    });
    expect(contract.acceptance[0]).toMatchObject({
      fail_to_pass: ['test_requests.py::test_x[*/a.svg]', 'test_requests.py::test_y[//a]'],
      pass_to_pass: ['test_requests.py::test_z'],
    });
  });
});

it('reads a name that was cut off as the beginning of names', async () => {
  const { contract } = await readTask({ FAIL_TO_PASS: ['t.py::test_x[a?b'], PASS_TO_PASS: ['t.py::test_y[1]'] });
  expect(contract.acceptance[0]).toMatchObject({
    fail_to_pass: ['t.py::test_x[a\\?b*'],
    pass_to_pass: ['t.py::test_y[1]'],
  });
});

describe('the dialects', () => {
  it('Multi-SWE-bench', async () => {
    const [outcome] = await readRows([
      {
        ...{ org: 'axios', repo: 'axios', number: 12, base: { sha: BASE, ref: 'main', label: 'x' } },
        fix_patch: lineChange('lib/a.js', 'a', 'b'),
        test_patch: lineChange('test/a.js', 'a', 'b'),
        resolved_issues: [{ number: 1, title: 'Broken', body: 'It breaks.' }],
        ...{ title: 'Fix by doing x', body: 'Does x', hints: '' },
        f2p_tests: { one: { run: 'FAIL', test: 'FAIL', fix: 'PASS' } },
        ...{ s2p_tests: {}, n2p_tests: { two: {} }, p2p_tests: { three: {} } },
      },
    ]);
    expect(outcome).toMatchObject({
      contract: {
        id: 'axios__axios-12',
        acceptance: [{ fail_to_pass: ['* one', '* two'], pass_to_pass: ['* three'] }],
      },
    });
    expect(JSON.stringify(outcome)).not.toContain('Does x');
  });

  it('SWE-bench Pro', async () => {
    const { contract } = await readTask({
      ...{ FAIL_TO_PASS: undefined, PASS_TO_PASS: undefined, log_parser: undefined, repo: 'some/project' },
      fail_to_pass: "['tests/test_a.py::test_x', \"tests/test_a.py::test_it's\"]",
      pass_to_pass: '[]',
      selected_test_files_to_run: "['tests/test_a.py']",
      ...{ before_repo_set_cmd: 'x', repo_language: 'python', requirements: '- must be right' },
    });
    expect(contract.acceptance[0]).toMatchObject({
      run: expect.stringContaining('pytest tests/test_a.py'),
      fail_to_pass: ['tests/test_a.py::test_x', "tests/test_a.py::test_it's"],
    });
    expect(contract.description).toContain('## Requirements\n\n- must be right');
  });

  it('SWE-PolyBench', async () => {
    const { contract } = await readTask({
      ...{ FAIL_TO_PASS: undefined, PASS_TO_PASS: undefined, log_parser: undefined, repo: 'some/project' },
      ...{ F2P: "['a']", P2P: '[]', Dockerfile: 'FROM node', test_command: 'yarn jest', language: 'JavaScript' },
    });
    expect(contract.metadata.strata).toMatchObject({
      benchmark: 'swe-polybench',
      language: 'JavaScript',
      runner: 'jest',
    });
  });

  it('SWE-smith, whose patch makes the bug', async () => {
    const { test_patch: _, ...smith } = row({
      ...{ repo: 'swesmith/oauthlib__oauthlib.1fd52536', patch: lineChange('oauthlib/a.py', 'right', 'wrong') },
      ...{ FAIL_TO_PASS: ['tests/test_a.py::T::test_x'], PASS_TO_PASS: ['tests/test_b.py::test_y[a.py::b]'] },
      ...{ image_name: 'swesmith/x', log_parser: undefined },
    });
    const [outcome, lost] = await readRows([smith, { ...smith, base_commit: undefined }]);
    if (outcome === undefined || isRejectedTask(outcome)) throw new Error(outcome?.reason);
    expect(outcome).toMatchObject({
      bug_patch: smith.patch,
      hidden_paths: ['tests/test_a.py', 'tests/test_b.py'],
      contract: { snapshot: { git: 'https://github.com/swesmith/oauthlib__oauthlib.1fd52536', commit: BASE } },
    });
    expect(outcome.test_patch).toBeUndefined();
    expect(outcome.contract.golden_patch).toBeUndefined();
    expect(lost).toMatchObject({ id: 'axios__axios-1', reason: 'there is no base_commit' });
  });
});

it.each<[what: string, changes: Record<string, unknown>, reason: RegExp]>([
  ...['instance_id', 'repo', 'base_commit', 'patch', 'test_patch', 'problem_statement'].map(
    (name): [string, Record<string, unknown>, RegExp] => [
      `no ${name}`,
      { [name]: undefined },
      new RegExp(`there is no ${name}`),
    ],
  ),
  ...['instance_id', 'repo', 'base_commit', 'patch', 'test_patch', 'problem_statement'].map(
    (name): [string, Record<string, unknown>, RegExp] => [
      `${name} of a wrong type`,
      { [name]: { a: 1 } },
      new RegExp(`${name} is an object, not a text`),
    ],
  ),
  ['no test that begins to pass', { FAIL_TO_PASS: [] }, /no test has to begin to pass/],
  ['names that are no list', { FAIL_TO_PASS: 'x' }, /FAIL_TO_PASS is a text that is no list/],
  ['a short commit', { base_commit: 'abc' }, /base_commit "abc" is no full commit id/],
  ['a repository that leads elsewhere', { repo: '../../etc' }, /repo "..\/..\/etc" is not of the form/],
  ['an unknown kind of evaluation', { eval_type: 'both' }, /eval_type "both" is neither/],
  ['tests that are no code', { test_patch: lineChange('test/a.json', 'a', 'b') }, /no file that a test runner takes/],
])('rejects a row with %s', async (_, changes, reason) => {
  const [outcome, next] = await readRows([row(changes), row({ instance_id: 'next' })]);
  expect(isRejectedTask(outcome!) && outcome.reason).toMatch(reason);
  expect(isRejectedTask(next!)).toBe(false);
});

describe('a task repository', () => {
  function givenTask(folder: string, files: Record<string, string>): void {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  }
  const { patch, test_patch, problem_statement, FAIL_TO_PASS, ...task } = row();
  const files = {
    'task.yaml': JSON.stringify(task),
    'tests.json': JSON.stringify({ FAIL_TO_PASS: JSON.parse(FAIL_TO_PASS) }),
    'problem_statement.md': problem_statement,
    'gold.patch': patch,
    'test.patch': test_patch,
  };

  it('is read task by task, with a reason for each that is broken', async () => {
    const room = givenRoom();
    givenTask(join(room, 'tasks/a'), files);
    givenTask(join(room, 'tasks/b'), { ...files, 'task.yaml': 'a: [' });
    givenTask(join(room, 'tasks/c'), { 'task.yaml': files['task.yaml'] });
    writeFileSync(join(room, 'sweb.yaml'), 'datasets: {}');
    const outcomes = await readPath(room);
    expect(outcomes.map((one) => (isRejectedTask(one) ? one.reason : one.contract.id))).toEqual([
      'axios__axios-1',
      expect.stringMatching(/^cannot be read: /),
      'there is no patch',
    ]);
    expect(await readPath(join(room, 'tasks/a'))).toHaveLength(1);
  });

  it('never follows a link', async () => {
    const room = givenRoom();
    givenTask(join(room, 'tasks/a'), { ...files, 'gold.patch': '' });
    writeFileSync(join(room, 'secret'), patch);
    symlinkSync(join(room, 'secret'), join(room, 'tasks/a/gold2.patch'));
    const { rmSync } = await import('node:fs');
    rmSync(join(room, 'tasks/a/gold.patch'));
    symlinkSync(join(room, 'secret'), join(room, 'tasks/a/gold.patch'));
    expect(await readPath(room)).toEqual([expect.objectContaining({ reason: 'there is no patch' })]);
  });

  it('is told from a folder that is none', async () => {
    await expect(readPath(givenRoom())).rejects.toThrow(/has no tasks\/<id>\/task\.yaml/);
  });
});

describe('in the image of the benchmark', () => {
  const script = (...lines: string[]) =>
    [...lines, ": '>>>>> Start Test Output'", 'npx jest test/unit/a.js', ": '>>>>> End Test Output'"].join('\n');

  it('a Python repository runs in its environment of conda, and nothing is installed', async () => {
    const changes = {
      repo: 'pallets/flask',
      log_parser: 'parse_log_flask',
      test_patch: lineChange('tests/test_a.py', 'a', 'b'),
    };
    const { image, contract } = await readTask({ ...changes, image: 'swebench/x:latest' });
    expect(contract.setup).toMatchObject([
      { run: expect.stringMatching(/-m venv .*bin\/python -m pip install -e \. pytest$/) },
    ]);
    expect(image).toMatchObject({
      ...{ names: ['swebench/x:latest'], path: ['/opt/miniconda3/envs/testbed/bin', '/opt/miniconda3/condabin'] },
      contract: {
        setup: [],
        environment: { workdir: '/testbed', image_files: true, variables: { CONDA_DEFAULT_ENV: 'testbed' } },
      },
    });
    const enter = 'export PATH="$PWD/.gatebench-venv/bin:$PATH"; ';
    expect(contract.acceptance[0]!.run).toBe(`${enter}${image!.contract.acceptance[0]!.run}`);
    expect(contract.environment!.tools).toEqual({ python3: '*' });
    expect(image!.contract.environment!.tools).toEqual({ python: '*' });
    expect(image!.notes.join()).not.toContain('the newest that fit');
  });

  it.each<[what: string, changes: Record<string, unknown>, workdir: string, path: number]>([
    ['a Node repository has the PATH of its image', {}, '/testbed', 0],
    ['a script says whether conda is activated', { eval_script: script('conda activate testbed') }, '/testbed', 2],
    ['SWE-bench Pro lies at /app', { selected_test_files_to_run: ['test/unit/a.js'], dockerhub_tag: 'a.b' }, '/app', 0],
  ])('%s', async (_, changes, workdir, path) => {
    const { image } = await readTask(changes);
    expect(image!.contract.environment!.workdir).toBe(workdir);
    expect(image!.path).toHaveLength(path);
    const pinned = { ...image!.contract.environment, image: `sha256:${'1'.repeat(64)}` };
    expect(contractSchema.safeParse({ ...image!.contract, environment: pinned }).error?.issues ?? []).toEqual([]);
  });

  it('only what the reference solution adds is installed', async () => {
    const added =
      'diff --git a/package.json b/package.json\n--- a/package.json\n+++ b/package.json\n@@ -1 +1,2 @@\n {\n+    "x": "^1.0.0",\n';
    const { image } = await readTask({ patch: added });
    expect(image!.contract.setup).toMatchObject([{ run: expect.stringMatching(/--no-save 'x@\^1\.0\.0'$/) }]);
  });

  it('a row whose image only its author knows has none', async () => {
    const smith = {
      patch: lineChange('a.py', 'a', 'b'),
      FAIL_TO_PASS: ['tests/test_a.py::x'],
      repo: 'a/b',
      log_parser: undefined,
    };
    const [outcome] = await readRows([{ ...row(smith), test_patch: undefined }], 'swe-smith');
    expect((outcome as ImportedTask).image).toBeUndefined();
  });
});
