import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AdapterOutcome, type ImportedTask, isRejectedTask } from '../../../src/adapters/benchmark_adapter.js';
import { harborAdapter } from '../../../src/adapters/harbor/harbor_adapter.js';
import { describeInFull, itInFullWhere } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { where } from '../../machine.js';

afterAll(cleanUp);

/** A task: a word has to be written into a file. */
const TASK: Record<string, string> = {
  'task.toml':
    'schema_version = "1.4"\n[task]\nname = "team/write-word"\n[metadata]\ndifficulty = "easy"\n[agent]\ntimeout_sec = 90.5\n[verifier]\ntimeout_sec = 30\n[environment]\nmemory_mb = 512\n',
  'instruction.md': '<!-- benchmark-canary GUID 1 -->\n\nWrite "right" into /app/word.txt. Leave /apple alone.\n',
  'environment/Dockerfile':
    'FROM ubuntu:24.04\nRUN apt-get update && \\\n    apt-get install -y curl\nWORKDIR /app\nCOPY data/ ./data/\n',
  'environment/data/given.txt': 'given\n',
  'tests/test.sh':
    '#!/bin/bash\nif grep -qx right /app/word.txt; then echo 1; else echo 0; fi > /logs/verifier/reward.txt\n',
  'solution/solve.sh': '#!/bin/bash\necho right > /app/word.txt\n',
};

function givenTask(changes: Record<string, string | undefined> = {}, folder = join(givenRoom(), 'task')): string {
  for (const [path, text] of Object.entries({ ...TASK, ...changes })) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function readAll(path: string): Promise<AdapterOutcome[]> {
  const outcomes: AdapterOutcome[] = [];
  for await (const outcome of harborAdapter.readTasks(path, {})) outcomes.push(outcome);
  return outcomes;
}

async function readTask(changes: Record<string, string | undefined> = {}): Promise<ImportedTask> {
  const [outcome] = await readAll(givenTask(changes));
  if (outcome === undefined || isRejectedTask(outcome)) throw new Error(outcome?.reason);
  return outcome;
}

/** Replaces a part of the settings. */
const settings = (from: string, to: string) => ({ 'task.toml': TASK['task.toml']!.replace(from, to) });

it('makes a contract of a task folder, with the paths of the workspace', async () => {
  const { contract, files, solution_script, notes } = await readTask();
  expect(contract).toMatchObject({
    id: 'team__write-word',
    description: 'Write "right" into /work/word.txt. Leave /apple alone.\n',
    metadata: { difficulty: 'easy', source: 'external' },
    acceptance: [{ run: 'sh gatebench-tests/gatebench-verify.sh', report: 'exit-code', timeout: '30s' }],
    budget: { wall: '91s', memory: 512 * 2 ** 20 },
  });
  expect(Object.keys(files).sort()).toEqual([
    'hidden/gatebench-tests/gatebench-verify.sh',
    'hidden/gatebench-tests/test.sh',
    'repo/data/given.txt',
  ]);
  expect(solution_script).toContain('/work/word.txt');
  expect(notes.join('\n')).toMatch(/ubuntu:24\.04 is not used[\s\S]*not installed: apt-get/);
});

// Holds G11
where('sandbox')('is imported with its solution as the reference, which passes, and no change fails', async () => {
  const room = givenRoom();
  givenTask({}, join(room, 'tasks/one'));
  const cache = ['--cache', join(room, 'cache')];
  const imported = await typeCommand(room, ['import', 'harbor', 'tasks', '--out', 'out', ...cache]);
  expect([imported.code, imported.log.split('\n').at(-1)]).toEqual([
    0,
    '1 task read: 1 contracts in out/tasks, 0 rejected',
  ]);
  const checked = await typeCommand(room, ['check', 'out/tasks/*/contract.yml', ...cache]);
  expect([checked.code, checked.log]).toEqual([0, 'contract works: golden passes, noop fails']);
});

describeInFull('neither the reward nor the exit status is trusted alone', () => {
  where('sandbox').each<[what: string, script: string, passes: boolean]>([
    ['both say success', 'echo 1 > /logs/verifier/reward.txt', true],
    ['a reward of 1.0 as JSON', `echo '{"reward": 1.0}' > /logs/verifier/reward.json`, true],
    ['a reward below 1', 'echo 0.9 > /logs/verifier/reward.txt', false],
    ['one of two rewards below 1', `echo '{"a": 1, "b": 0.5}' > /logs/verifier/reward.json`, false],
    ['a reward that only begins like one', 'echo 10e-5 > /logs/verifier/reward.txt', false],
    ['a reward of two lines', 'printf "1\\n0\\n" > /logs/verifier/reward.txt', false],
    ['a reward that is no number', 'echo yes > /logs/verifier/reward.txt', false],
    ['an empty reward', ': > /logs/verifier/reward.txt', false],
    ['no reward', 'true', false],
    ['a reward, and a failure', 'echo 1 > /logs/verifier/reward.txt; exit 1', false],
  ])('%s: %s', async (_, script, passes) => {
    const room = givenRoom();
    const test = `#!/bin/bash\n[ -f /app/word.txt ] || exit 1\n${script}\n`;
    givenTask({ 'tests/test.sh': test }, join(room, 'tasks/one'));
    const cache = ['--cache', join(room, 'cache')];
    await typeCommand(room, ['import', 'harbor', 'tasks', '--out', 'out', ...cache]);
    const run = ['run', 'out/tasks/team__write-word', '--agent', 'golden', '--json', '--out', 'r', ...cache];
    const { results } = JSON.parse((await typeCommand(room, run)).log);
    expect(results[0].verdict.status).toBe(passes ? 'success' : 'failure');
  });
});

it('runs pytest itself where the script only fetches and starts it', async () => {
  const script = [
    ...[
      '#!/bin/bash',
      'set -e',
      'apt-get update',
      'curl -LsSf https://example.org/install.sh | sh',
      'source $HOME/env',
    ],
    ...['uvx \\', '  --with pytest==8.4.1 \\', '  pytest --ctrf /logs/verifier/ctrf.json /tests/test_state.py -rA'],
    ...[
      'if [ $? -eq 0 ]; then',
      '  echo 1 > /logs/verifier/reward.txt',
      'else',
      '  echo 0 > /logs/verifier/reward.txt',
      'fi',
    ],
  ].join('\n');
  const test =
    'from pathlib import Path\n\ndef test_word():\n    assert Path("/app/word.txt").read_text() == "right\\n"\n';
  const { contract, files } = await readTask({ 'tests/test.sh': script, 'tests/test_state.py': test });
  expect(contract.acceptance[0]).toMatchObject({
    run: 'python3 -m pytest gatebench-tests/test_state.py -p no:cacheprovider --junitxml="$REPORT" -o junit_family=xunit1',
    report: 'pytest-junit',
  });
  expect(contract.oracle?.canary).toMatchObject({ must_fail: ['test_gatebench_canary'] });
  expect(files['hidden/gatebench-tests/test_state.py']).toMatchObject({
    content: expect.stringContaining('"/work/word.txt"'),
  });
  for (const line of [
    'make extra',
    'if python3 /tests/check.py; then',
    'if [ "$(cat /app/x)" = y ]; then',
    'echo a && ./b',
  ]) {
    const odd = await readTask({ 'tests/test.sh': `${script}\n${line}`, 'tests/test_state.py': test });
    expect([line, odd.contract.acceptance[0]!.run]).toEqual([line, 'sh gatebench-tests/gatebench-verify.sh']);
  }
});

it('takes a script that only turns the status of pytest into a reward for pytest', async () => {
  const script =
    'pytest /tests/test_state.py -rA\n_EXIT_CODE=$?\nif [ $_EXIT_CODE -eq 0 ]; then\n    echo 1 > /logs/verifier/reward.txt\nelse\n    echo 0 > /logs/verifier/reward.txt\nfi\nexit $_EXIT_CODE\n';
  const tests = { 'tests/test.sh': script, 'tests/test_state.py': 'def test_a():\n    assert True\n' };
  expect((await readTask(tests)).contract.acceptance[0]).toMatchObject({ report: 'pytest-junit' });
});

it('gives the solution its files and variables, and the verifier its own', async () => {
  const { contract, solution_script } = await readTask({
    'task.toml':
      `${TASK['task.toml']}[verifier.env]\nMODE = "/app/strict"\nKEY = "\${KEY}"\n[solution.env]\nWORD = "it's"\n`.replace(
        '[verifier]\ntimeout_sec = 30\n',
        '',
      ),
    'solution/solve.sh': 'patch -p1 < /solution/fix.patch\n',
    'solution/fix.patch': '--- a/x\n',
  });
  expect(contract.acceptance[0]).toMatchObject({ environment: { MODE: '/work/strict' } });
  expect(solution_script!.split('\n')).toEqual([
    `mkdir -p "$(dirname '/tmp/gatebench-solution/fix.patch')"`,
    `echo ${Buffer.from('--- a/x\n').toString('base64')} | base64 -d > '/tmp/gatebench-solution/fix.patch'`,
    `export WORD='it'\\''s'`,
    'patch -p1 < /tmp/gatebench-solution/fix.patch',
    '',
  ]);
});

it('tells each setting that has no counterpart', async () => {
  const { notes } = await readTask({
    'task.toml': `artifacts = ["x"]\nodd = 1\n${TASK['task.toml']}cpus = 2\nskills_dir = "s"\nenv = {TOKEN = "\${TOKEN}"}\n[solution]\nother = 1\n[extra]\na = 1\n[[steps]]\nname = "a"\nmin_reward = 0.5\n`,
    'steps/a/instruction.md': 'One.\n',
  });
  for (const part of [
    ...['artifacts is left out', 'odd is left out', 'extra is left out', 'environment.cpus is left out'],
    ...['environment.skills_dir is left out', 'solution.other is left out', `variable not set: TOKEN=\${TOKEN}`],
    'steps.min_reward is left out',
  ])
    expect(notes.join('\n')).toContain(part);
});

itInFullWhere('sandbox')(
  'is solved in folders outside of the working one, after the commands of its image',
  async () => {
    const room = givenRoom();
    givenTask(
      {
        'environment/Dockerfile':
          'FROM x\nWORKDIR /app\nCOPY data/given.txt /data/in/given.txt\nRUN mkdir -p /app/out && chown me /app/out\n',
        'instruction.md': 'Copy /data/in/given.txt to /app/out/, and its length to /tmp/length.txt.\n',
        'tests/test.sh':
          'cmp /data/in/given.txt /app/out/given.txt || exit 1\ngrep -qx 6 /tmp/length.txt || exit 1\necho 1 > /logs/verifier/reward.txt\n',
        'solution/solve.sh': 'cp /data/in/given.txt /app/out\nsh /solution/count.sh\n',
        'solution/count.sh': 'printf 6 > /tmp/length.txt\n',
      },
      join(room, 'tasks/one'),
    );
    const cache = ['--cache', join(room, 'cache')];
    const imported = await typeCommand(room, ['import', 'harbor', 'tasks', '--out', 'out', ...cache]);
    expect([imported.code, imported.log]).toEqual([0, expect.stringContaining('1 contracts in out/tasks, 0 rejected')]);
    const checked = await typeCommand(room, ['check', 'out/tasks/*/contract.yml', ...cache]);
    expect([checked.code, checked.log]).toEqual([0, 'contract works: golden passes, noop fails']);
  },
);

where('sandbox')(
  'keeps the files that commands of its image make in the repository, where a patch can change them',
  async () => {
    const room = givenRoom();
    givenTask(
      {
        'environment/Dockerfile':
          'FROM x\nWORKDIR /app\nCOPY data/given.txt old.txt\nRUN echo port=1 > /app/config.ini && mv old.txt new.txt\nRUN mkdir -p out/deep /data\n',
        'tests/test.sh':
          '[ -d /app/out/deep ] && [ -d /data ] && [ -f /app/new.txt ] && [ ! -f /app/old.txt ] || exit 1\ngrep -qx port=2 /app/config.ini || exit 1\necho 1 > /logs/verifier/reward.txt\n',
        'solution/solve.sh': 'sed -i s/1/2/ /app/config.ini\n',
      },
      join(room, 'tasks/one'),
    );
    const cache = ['--cache', join(room, 'cache')];
    const imported = await typeCommand(room, ['import', 'harbor', 'tasks', '--out', 'out', ...cache]);
    expect([imported.code, imported.log]).toEqual([0, expect.stringContaining('1 contracts in out/tasks, 0 rejected')]);
    const folder = join(room, 'out/tasks/team__write-word');
    expect(readFileSync(join(folder, 'repo/config.ini'), 'utf8')).toBe('port=1\n');
    expect(existsSync(join(folder, 'repo/old.txt'))).toBe(false);
    expect(readFileSync(join(folder, 'contract.yml'), 'utf8')).toContain('run: mkdir -p out/deep');
    const checked = await typeCommand(room, ['check', 'out/tasks/*/contract.yml', ...cache]);
    expect([checked.code, checked.log]).toEqual([0, 'contract works: golden passes, noop fails']);
  },
);

where('sandbox')(
  'rejects a task whose image commands fail here, also where only an option of the shell ends them',
  async () => {
    const room = givenRoom();
    const commands = {
      'mv none there': 'cd /work && mv none there',
      'set -e; cp none there; touch x': 'cd /work && cp none there && touch x',
      'set -e; cp none there; rm y || true': 'cd /work && { set -e; cp none there; rm y || true; }',
    };
    for (const [at, command] of Object.keys(commands).entries()) {
      const dockerfile = `FROM x\nWORKDIR /app\nRUN ${command}\n`;
      const name = settings('team/write-word', `team/task-${at}`);
      givenTask({ ...name, 'environment/Dockerfile': dockerfile }, join(room, `tasks/${at}`));
    }
    const argv = ['import', 'harbor', 'tasks', '--out', 'out', '--cache', join(room, 'cache')];
    const imported = await typeCommand(room, argv);
    expect(imported.code).toBe(1);
    for (const [at, setup] of Object.values(commands).entries())
      expect(imported.log).toContain(
        `task-${at}: its repository cannot be made: setup command "${setup}": exit status 1`,
      );
  },
);

it.each<[what: string, solve: string, other: Record<string, string>, becomes: string]>([
  ['a folder', 'cd /solution && sh x.sh', {}, 'cd /tmp/gatebench-solution && sh x.sh'],
  [
    'a longer path',
    'cat /app/solution/x.py /solution/x.py',
    {},
    'cat /work/solution/x.py /tmp/gatebench-solution/x.py',
  ],
  ['another name', 'cat /solutions/x.py "/solution"', {}, 'cat /solutions/x.py "/tmp/gatebench-solution"'],
  [
    'a folder that the tests look at',
    'cp /solution/x.py /solution/x.pyc',
    { 'tests/test.sh': 'cat /solution/x.pyc' },
    'cp /tmp/gatebench-solution/x.py /work/outside/solution/x.pyc',
  ],
  [
    'a file below a folder with the name of the working one',
    'cp /solution/app/x.py /app/x.py',
    { 'solution/app/x.py': 'pass\n' },
    'cp /tmp/gatebench-solution/app/x.py /work/x.py',
  ],
  [
    'a file below a folder with the name of that of the tests',
    'cat /solution/tests/x /tests/x',
    {},
    'cat /tmp/gatebench-solution/tests/x /work/gatebench-tests/x',
  ],
])('moves the paths of the solution, and no others: %s', async (_, solve, other, becomes) => {
  const task = await readTask({ 'solution/solve.sh': solve, 'solution/x.py': 'pass\n', ...other });
  expect(task.solution_script!.split('\n').at(-1)).toBe(becomes);
});

it.each(['app', '.', '', '/app/../x', '/app//x'])('rejects the working folder %j', async (workdir) => {
  const [outcome] = await readAll(givenTask(settings('memory_mb = 512', `workdir = "${workdir}"`)));
  expect(outcome).toMatchObject({ reason: `workdir is "${workdir}", which is no plain absolute path` });
});

it('takes a working folder without the slash at its end', async () => {
  const { contract } = await readTask(settings('memory_mb = 512', 'workdir = "/app/"'));
  expect(contract.description).toContain('into /work/word.txt');
});

it('tells what a docker-compose file sets beside the build', async () => {
  const { notes } = await readTask({
    'environment/docker-compose.yaml':
      'services:\n  main:\n    build: {context: ., args: {A: 1}}\n    environment: [A=1]\n    command: ./serve\nvolumes: {v: {}}\n',
  });
  for (const part of ['build.args', 'environment of the service', 'command of the service', 'volumes'])
    expect(notes).toContain(`docker-compose: ${part} is left out`);
});

it('leaves out what .dockerignore keeps from the image', async () => {
  const { files } = await readTask({
    'environment/Dockerfile': 'FROM x\nWORKDIR /app\nCOPY . .\n',
    'environment/.dockerignore': '# no answers\nanswers/\n**/*.key\n!data/kept.key\n.dockerignore\n',
    ...{ 'environment/answers/a.txt': 'a', 'environment/data/x.key': 'k', 'environment/data/kept.key': 'k' },
  });
  expect(Object.keys(files).filter((path) => path.startsWith('repo/'))).toEqual([
    'repo/data/given.txt',
    'repo/data/kept.key',
  ]);
});

it('reads any pattern of .dockerignore without a special sign but stars', async () => {
  const { files } = await readTask({
    'environment/Dockerfile': 'FROM x\nWORKDIR /app\nCOPY . .\n',
    'environment/.dockerignore': `.dockerignore\n(a|b).txt\n${'*a'.repeat(40)}*b\n${'x'.repeat(70_000)}\n`,
    ...{ 'environment/(a|b).txt': '', 'environment/a.txt': '', [`environment/${'a'.repeat(200)}`]: '' },
  });
  expect(Object.keys(files).filter((path) => path.startsWith('repo/'))).toEqual(
    ['a.txt', 'a'.repeat(200), 'data/given.txt'].map((path) => `repo/${path}`),
  );
});

it('joins the steps of a task, and takes the tests of the last', async () => {
  const step = (name: string, text: string) => ({
    [`steps/${name}/instruction.md`]: `${text}\n`,
    [`steps/${name}/tests/test.sh`]: `test ${name}`,
    [`steps/${name}/solution/solve.sh`]: `solve ${name}`,
  });
  const { contract, files, solution_script, notes } = await readTask({
    ...{ 'instruction.md': undefined, 'tests/test.sh': undefined, 'solution/solve.sh': undefined },
    'tests/shared.sh': 'shared',
    'task.toml': `${TASK['task.toml']}[[steps]]\nname = "a"\n[[steps]]\nname = "b"\n`,
    ...step('a', 'First.'),
    ...step('b', 'Second.'),
  });
  expect(contract.description).toBe('## Step 1\n\nFirst.\n\n## Step 2\n\nSecond.\n');
  expect(files['hidden/gatebench-tests/test.sh']).toMatchObject({ content: 'test b' });
  expect(files['hidden/gatebench-tests/shared.sh']).toMatchObject({ content: 'shared' });
  expect(solution_script).toBe('(\nsolve a\n)\n(\nsolve b\n)\n');
  expect(notes.join()).toContain('the tests of the last one decide');
});

it('reads the older form of Terminal-Bench', async () => {
  const folder = join(givenRoom(), 'old-task');
  mkdirSync(join(folder, 'tests'), { recursive: true });
  writeFileSync(
    join(folder, 'task.yaml'),
    'instruction: |\n  Write it.\ndifficulty: hard\nmax_agent_timeout_sec: 60\n',
  );
  writeFileSync(join(folder, 'tests/test_outputs.py'), 'def test_a():\n    assert True\n');
  writeFileSync(join(folder, 'solution.sh'), 'echo x > x');
  expect(await readAll(folder)).toMatchObject([
    {
      contract: {
        id: 'old-task',
        description: 'Write it.\n',
        budget: { wall: '60s' },
        metadata: { difficulty: 'hard' },
      },
      solution_script: 'echo x > x',
    },
  ]);
});

it('reads what lies beside an older task, and one service of its docker-compose file', async () => {
  const folder = join(givenRoom(), 'old-task');
  const files = {
    'task.yaml': 'instruction: Do it.\nrun_tests_in_same_shell: true\nparser_name: pytest\n',
    Dockerfile: 'FROM x\nWORKDIR /app\nCOPY . .\n',
    'docker-compose.yaml': 'services:\n  client:\n    build: .\n',
    'data/in.txt': 'in',
    'solution.sh': 'secret',
    'run-tests.sh': 'secret',
    'tests/test_outputs.py': 'def test_a():\n    assert True\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const [task] = (await readAll(folder)) as ImportedTask[];
  expect(Object.keys(task!.files).filter((path) => path.startsWith('repo/'))).toEqual([
    'repo/data/in.txt',
    'repo/docker-compose.yaml',
  ]);
  expect(task!.notes).toContain('run_tests_in_same_shell is left out');
});

it.each<[what: string, changes: Record<string, string | undefined>, reason: RegExp]>([
  ['no instruction', { 'instruction.md': undefined }, /there is no instruction\.md/],
  ['no tests', { 'tests/test.sh': undefined }, /there is no tests\/test\.sh/],
  ['settings that are no TOML', { 'task.toml': 'a = 1\nb = [' }, /^task\.toml:2:\d+ {2}/],
  ['a time of a wrong type', settings('90.5', '"soon"'), /timeout_sec is no number/],
  ['a GPU', settings('memory_mb = 512', 'gpus = 1'), /it needs a GPU/],
  ['MCP servers', settings('memory_mb = 512', 'mcp_servers = [{name = "x"}]'), /it needs MCP servers/],
  [
    'several containers',
    { 'environment/docker-compose.yaml': 'services: {a: {}, b: {}}' },
    /several containers \(docker-compose, 2 services\)/,
  ],
  [
    'a pattern of .dockerignore that is not read',
    { 'environment/.dockerignore': 'a[bc]' },
    /its \.dockerignore has the pattern a\[bc\], which is not read here/,
  ],
  [
    'an environment that its image makes',
    { 'environment/Dockerfile': 'FROM x\nWORKDIR /app\nRUN make data\n' },
    /runs "make data"/,
  ],
  [
    'a copy of what is not there',
    { 'environment/Dockerfile': 'FROM x\nWORKDIR /app\nCOPY none .\n' },
    /copies none, which is not there/,
  ],
  [
    'a step that leads elsewhere',
    { 'task.toml': `${TASK['task.toml']}[[steps]]\nname = "../.."\n` },
    /a step has the name/,
  ],
])('rejects a task with %s', async (_, changes, reason) => {
  const [outcome] = await readAll(givenTask(changes));
  expect(isRejectedTask(outcome!) && outcome.reason).toMatch(reason);
});

it('never follows a link of a task', async () => {
  const folder = givenTask({ 'instruction.md': undefined });
  symlinkSync('/etc/hostname', join(folder, 'instruction.md'));
  expect(await readAll(folder)).toMatchObject([{ reason: 'instruction.md is a link or no file' }]);
  const other = givenTask();
  symlinkSync('/etc/hostname', join(other, 'tests/data'));
  expect(await readAll(other)).toMatchObject([{ reason: 'tests/data is a link or no file' }]);
});

it('tells a folder that holds no task', async () => {
  await expect(readAll(givenRoom())).rejects.toThrow(/has no task\.toml or task\.yaml/);
});
