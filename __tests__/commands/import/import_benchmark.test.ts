import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { itInFullWhere } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { where } from '../../machine.js';
import { commit, gitIn, givenHistory } from '../../workspace/given_history.js';

afterAll(cleanUp);
const cache = join(givenRoom(), 'cache');

/** Contract of a git repository whose file `value` must become "right". */
const task = (repo: string, head: string, more: Record<string, unknown> = {}) => ({
  place: 'rows.jsonl:1',
  contract: {
    schema: 1,
    id: 'one',
    title: 'Value',
    description: 'The value is wrong.',
    metadata: { tier: 1, source: 'external' },
    snapshot: { git: repo, commit: head },
    build: 'none',
    acceptance: [{ id: 'unit', run: 'sh check.sh' }],
    golden_patch: 'golden.patch',
  },
  files: { 'golden.patch': change('value', 'wrong', 'right') },
  notes: ['hints are left out'],
  ...more,
});

const change = (path: string, from: string, to: string) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
const addition = (path: string, line: string) =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`;

function givenRepository() {
  const repo = givenHistory();
  commit(repo, { value: 'wrong\n', 'check.sh': 'exit 1\n' }, 'first');
  return { repo, head: gitIn(repo, 'rev-parse', 'HEAD').trim() };
}

/** Imports what an adapter of the user yields. */
async function importTasks(tasks: readonly unknown[], ...options: string[]) {
  const room = givenRoom();
  return importAgain(room, tasks, ...options);
}

async function importAgain(room: string, tasks: readonly unknown[], ...options: string[]) {
  writeFileSync(join(room, 'rows.json'), JSON.stringify(tasks));
  writeFileSync(
    join(room, `adapter.mjs`),
    `import { readFileSync } from 'node:fs';
export default {
  name: 'mine',
  summary: 'rows of a test',
  dialects: { plain: 'as they are' },
  async *readTasks(path) { yield* JSON.parse(readFileSync(path, 'utf8')); },
};\n`,
  );
  const argv = ['import', '--adapter', 'adapter.mjs', 'rows.json', '--out', 'out', '--cache', cache, ...options];
  const typed = await typeCommand(room, argv);
  const folder = join(room, 'out', 'tasks');
  return { ...typed, room, folder, made: existsSync(folder) ? readdirSync(folder) : [] };
}

it('applies the patch with the tests, lays whole files beside the contract, and puts their paths back', async () => {
  const { repo, head } = givenRepository();
  const test_patch = change('check.sh', 'exit 1', 'grep -q right value') + addition('deep/new.sh', 'true');
  const { code, folder, log, made } = await importTasks([task(repo, head, { test_patch })]);
  expect({ code, made }).toEqual({ code: 0, made: ['one'] });
  expect(log).toContain('note (1 task): hints are left out');
  expect(readFileSync(join(folder, 'one/hidden/check.sh'), 'utf8')).toBe('grep -q right value\n');
  expect(readFileSync(join(folder, 'one/hidden/deep/new.sh'), 'utf8')).toBe('true\n');
  expect(parse(readFileSync(join(folder, 'one/contract.yml'), 'utf8')).oracle).toEqual({
    files: [{ from: 'hidden', to: '.' }],
    restore: ['check.sh', 'deep/new.sh'],
  });
});

it('writes half of a surrogate pair as U+FFFD, and reads on', async () => {
  const { repo, head } = givenRepository();
  const { contract } = task(repo, head);
  const { code, folder, made } = await importTasks([
    task(repo, head, { contract: { ...contract, description: 'The value \ud83d is wrong.' } }),
    task(repo, head, { contract: { ...contract, id: 'two' } }),
  ]);
  expect({ code, made }).toEqual({ code: 0, made: ['one', 'two'] });
  expect(parse(readFileSync(join(folder, 'one/contract.yml'), 'utf8')).description.trim()).toBe(
    'The value \ufffd is wrong.',
  );
});

it('takes the id of a task that was rejected for a later one, and only once', async () => {
  const { repo, head } = givenRepository();
  const broken = task(repo, head, { files: { 'golden.patch': change('value', 'other', 'right') } });
  const { made, log } = await importTasks([
    { ...broken, place: 'rows.jsonl:1' },
    { ...task(repo, head), place: 'rows.jsonl:2' },
    { ...task(repo, head), place: 'rows.jsonl:3' },
  ]);
  expect(made).toEqual(['one']);
  expect(log).toMatch(/rows\.jsonl:1 one: the reference solution does not apply/);
  expect(log).toContain('rows.jsonl:3 one: its id is also that of rows.jsonl:2');
  expect(log).not.toContain('rows.jsonl:2 one:');
});

// Holds G11
where('sandbox')('gives contracts that pass with the reference solution and fail without it', async () => {
  const { repo, head } = givenRepository();
  const test_patch = change('check.sh', 'exit 1', 'grep -q right value');
  const { room } = await importTasks([task(repo, head, { test_patch })]);
  const checked = await typeCommand(room, ['check', 'out/tasks/one', '--cache', cache]);
  expect(checked).toMatchObject({ code: 0, log: 'contract works: golden passes, noop fails' });
});

it.each<[what: string, argv: string[], message: string]>([
  ['a proof of negative oracles', ['redcode', '--check'], 'redcode has negative oracles: no change passes'],
  ['a grader that is none', ['context-bench', '--grader', 'judge'], 'context-bench has no grader "judge"'],
  ['a grader where there is none to choose', ['harbor', '--grader', 'exact'], 'harbor has no grader "exact"'],
  ['files where none are taken', ['redcode', '--files', '.'], 'redcode takes no files beside its rows'],
  ['files that are not there', ['context-bench', '--files', 'none'], 'none: no such folder'],
])('refuses %s in one line', async (_, [name, ...more], message) => {
  const room = givenRoom();
  writeFileSync(join(room, 'rows.json'), '[]');
  const { code, error } = await typeCommand(room, ['import', name!, 'rows.json', '--out', 'out', ...more]);
  expect([code, error]).toEqual([2, expect.stringMatching(new RegExp(`^${message}`))]);
});

where('sandbox')('makes the repository of a patch with a bug, whose reverse is the reference solution', async () => {
  const repo = givenHistory();
  commit(repo, { value: 'right\n', 'check.sh': 'grep -q right value\n' }, 'first');
  symlinkSync('value', join(repo, 'link'));
  gitIn(repo, 'add', 'link');
  commit(repo, { 'run.sh': 'true\n' }, 'second');
  const head = gitIn(repo, 'rev-parse', 'HEAD').trim();
  const bug = { bug_patch: change('value', 'right', 'wrong'), hidden_paths: ['check.sh', 'absent.sh'], files: {} };
  const { golden_patch: _, ...contract } = task(repo, head).contract;
  const { code, room, folder } = await importTasks([task(repo, head, { ...bug, contract })]);
  expect(code).toBe(0);
  expect(readFileSync(join(folder, 'one/repo/link'), 'utf8')).toBe('wrong\n');
  expect(readFileSync(join(folder, 'one/golden.patch'), 'utf8')).toContain('-wrong\n+right\n');
  expect(readdirSync(join(folder, 'one/hidden'))).toEqual(['check.sh']);
  const checked = await typeCommand(room, ['check', 'out/tasks/one', '--cache', cache]);
  expect(checked).toMatchObject({ code: 0, log: 'contract works: golden passes, noop fails' });
});

it('rejects a patch with a bug that applies neither way, is there already, or has no test', async () => {
  const { repo, head } = givenRepository();
  const { golden_patch: _, ...contract } = task(repo, head).contract;
  const import_one = async (bug_patch: string, hidden_paths: string[]) =>
    (await importTasks([task(repo, head, { bug_patch, hidden_paths, files: {}, contract })])).log;
  expect(await import_one(change('value', 'green', 'blue'), ['check.sh'])).toContain(
    'the patch with the bug does not apply',
  );
  expect(await import_one(change('value', 'right', 'wrong'), ['check.sh'])).toContain('its commit has the bug already');
  expect(await import_one(change('value', 'wrong', 'worse'), ['x.sh'])).toContain('none of the files with its tests');
});

it('keeps what is there already, and writes the rest', async () => {
  const { repo, head } = givenRepository();
  const { room, folder } = await importTasks([task(repo, head)]);
  writeFileSync(join(folder, 'one/mine.txt'), 'kept');
  const two = task(repo, head);
  const again = await importAgain(room, [two, { ...two, contract: { ...two.contract, id: 'two' } }]);
  expect(again.log).toContain('2 contracts in out/tasks (1 were there already), 0 rejected');
  expect(readFileSync(join(folder, 'one/mine.txt'), 'utf8')).toBe('kept');
});

it('adds to the index of earlier imports, and keeps it where a file cannot be read', async () => {
  const { repo, head } = givenRepository();
  const two = { ...task(repo, head), place: 'rows.jsonl:2', contract: { ...task(repo, head).contract, id: 'two' } };
  const { room } = await importTasks([task(repo, head)]);
  await importAgain(room, [two]);
  const readIndex = () => JSON.parse(readFileSync(join(room, 'out/import.json'), 'utf8')).tasks;
  const both = [
    expect.objectContaining({ id: 'one', state: 'written' }),
    expect.objectContaining({ id: 'two', state: 'written' }),
  ];
  expect(readIndex()).toEqual(both);
  writeFileSync(join(room, 'broken.parquet'), 'x');
  const argv = ['import', 'swe-bench', 'broken.parquet', '--out', 'out', '--cache', cache];
  expect((await typeCommand(room, argv)).code).toBe(2);
  expect(readIndex()).toEqual(both);
});

where('sandbox')('puts back a test that the benchmark removes, also where its name looks like a pattern', async () => {
  const { repo } = givenRepository();
  const path = 'app/[id]/x+(y)!{a,b}.sh';
  commit(repo, { [path]: 'exit 1\n' }, 'second');
  const head = gitIn(repo, 'rev-parse', 'HEAD').trim();
  const removal = `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-exit 1\n`;
  const test_patch = change('check.sh', 'exit 1', 'grep -q right value') + removal;
  const { room } = await importTasks([task(repo, head, { test_patch })]);
  writeFileSync(join(room, 'cheat.patch'), change(path, 'exit 1', 'exit 0'));
  const argv = ['run', 'out/tasks/one', '--agent', 'patch:cheat.patch', '--json', '--out', 'r', '--cache', cache];
  const [result] = JSON.parse((await typeCommand(room, argv)).log).results;
  const lines = readFileSync(join(room, 'r', result.run, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const laid = lines.map((line) => JSON.parse(line)).find(({ type }) => type === 'oracle_laid');
  expect(laid.payload.restored).toEqual([{ path, how: 'restored' }]);
});

it('names a suite so that it can be read, whatever the adapter is called', async () => {
  const room = givenRoom();
  writeFileSync(join(room, 'rows.json'), '[]');
  const files = { 'repo/value': 'wrong\n', 'golden.patch': change('value', 'wrong', 'right') };
  const contract = { ...task('', '').contract, snapshot: { directory: 'repo', tree: '' } };
  const yielded = JSON.stringify({ place: 'p', contract, files, notes: [] });
  writeFileSync(
    join(room, 'a.mjs'),
    `export default { name: '(my) adapter', async *readTasks() { yield ${yielded}; } };`,
  );
  await typeCommand(room, ['import', '--adapter', 'a.mjs', 'rows.json', '--out', 'out', '--cache', cache]);
  expect(parse(readFileSync(join(room, 'out/gatebench.yml'), 'utf8')).name).toBe('my-adapter');
  expect((await typeCommand(room, ['plan', '--suite', 'out/gatebench.yml', '--cache', cache])).code).toBe(0);
});

describe('a row that can become no contract is rejected with its reason, and nothing of it stays', () => {
  const { repo, head } = givenRepository();
  const contract = task(repo, head).contract;
  it.each<[what: string, yielded: unknown, reason: RegExp]>([
    [
      'what the adapter itself rejects',
      { place: 'rows:3', id: 'x', reason: 'there is no patch' },
      /rows:3 x: there is no patch/,
    ],
    ['no task at all', 7, /the adapter mine gave no task/],
    ['a task without files', { place: 'p', contract, notes: [] }, /gave no task: files/],
    [
      'a contract that is not valid',
      task(repo, head, { contract: { ...contract, build: 'maybe' } }),
      /its contract is not valid: build/,
    ],
    [
      'an id that leads elsewhere',
      task(repo, head, { contract: { ...contract, id: '../../x' } }),
      /is no name of letters/,
    ],
    [
      'a file that leads elsewhere',
      task(repo, head, { files: { 'golden.patch': '', '../x': '1' } }),
      /a file named "\.\.\/x"/,
    ],
    [
      'a file in place of the contract',
      task(repo, head, { files: { 'golden.patch': '', 'contract.lock': '1' } }),
      /"contract\.lock"/,
    ],
    [
      "files that stand in each other's way",
      task(repo, head, { files: { 'golden.patch': '', a: '1', 'a/b': '1' } }),
      /its file "a\/b" cannot be written \((EEXIST|ENOTDIR)\)/,
    ],
    [
      'a name that is too long',
      task(repo, head, { files: { 'golden.patch': '', ['x'.repeat(300)]: '1' } }),
      /ENAMETOOLONG/,
    ],
    [
      'a commit that is not there',
      task(repo, head, { contract: { ...contract, snapshot: { git: repo, commit: 'a'.repeat(40) } } }),
      /: its commit a{12} cannot be had: \/\S+ has no commit a{40}\. Check the id; .*--repos DIR/,
    ],
    [
      'a reference solution for other lines',
      task(repo, head, { files: { 'golden.patch': change('value', 'other', 'right') } }),
      /the reference solution does not apply .*value/,
    ],
    [
      'tests for other lines',
      task(repo, head, { test_patch: change('check.sh', 'exit 2', 'x') }),
      /the patch with the tests does not apply/,
    ],
    ['tests that are no patch', task(repo, head, { test_patch: 'hello' }), /the patch with the tests does not apply/],
    [
      'tests that are only removed',
      task(repo, head, {
        test_patch:
          'diff --git a/check.sh b/check.sh\ndeleted file mode 100644\n--- a/check.sh\n+++ /dev/null\n@@ -1 +0,0 @@\n-exit 1\n',
      }),
      /writes no file/,
    ],
    [
      'tests that are a link',
      task(repo, head, {
        test_patch:
          'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n',
      }),
      /l is a link/,
    ],
    [
      'a patch without a repository',
      task(repo, head, { contract: { ...contract, snapshot: { directory: 'repo', tree: '' } }, test_patch: 'x' }),
      /needs a snapshot of a git commit/,
    ],
    [
      'a folder without files',
      task(repo, head, { contract: { ...contract, snapshot: { directory: 'repo', tree: '' } } }),
      /no file in the folder "repo"/,
    ],
  ])('%s', async (_, yielded, reason) => {
    const { code, log, made } = await importTasks([yielded]);
    expect(log).toMatch(reason);
    expect({ code, made: made.filter((name) => name !== 'one') }).toEqual({ code: 1, made: [] });
  });

  it('the second of two rows with one id', async () => {
    const { code, log, made } = await importTasks([task(repo, head), task(repo, head, { place: 'rows.jsonl:2' })]);
    expect({ code, made }).toEqual({ code: 1, made: ['one'] });
    expect(log).toContain('✗ rows.jsonl:2 one: its id is also that of rows.jsonl:1');
  });
});

it('rejects a repository with a name that git does not take, and reads on', async () => {
  const { golden_patch: _, ...contract } = task('x', 'y').contract;
  const own = { ...contract, snapshot: { directory: 'repo', tree: '' } };
  const { made, error, log } = await importTasks([
    task('x', 'y', { contract: own, files: { 'repo/git~1': 'x\n' } }),
    task('x', 'y', { contract: { ...own, id: 'two' }, files: { 'repo/value': 'wrong\n' } }),
  ]);
  expect([made, error]).toEqual([['two'], '']);
  expect(log).toMatch(/^✗ rows\.jsonl:1 one: repo cannot be read as a repository: /m);
});

where('sandbox')('computes the id of a repository that is a folder', async () => {
  const { contract } = task('', '');
  const snapshot = { directory: 'repo', tree: '' };
  const files = {
    'golden.patch': change('value', 'wrong', 'right'),
    'repo/value': 'wrong\n',
    'repo/check.sh': 'grep -q right value\n',
  };
  const { code, room } = await importTasks([task('', '', { contract: { ...contract, snapshot }, files })]);
  expect(code).toBe(0);
  expect((await typeCommand(room, ['check', 'out/tasks/one', '--cache', cache])).code).toBe(0);
});

it('imports the tasks that are asked for', async () => {
  const { repo, head } = givenRepository();
  const tasks = ['a-1', 'a-2', 'a-3', 'b-1'].map((id) => ({
    ...task(repo, head),
    contract: { ...task(repo, head).contract, id },
  }));
  expect((await importTasks(tasks, '--only', 'a-*', '--max', '2')).made).toEqual(['a-1', 'a-2']);
  expect((await importTasks(tasks, '--only', 'b-1')).made).toEqual(['b-1']);
});

it('writes what became of each row, and says it as JSON', async () => {
  const { repo, head } = givenRepository();
  const rejected = { place: 'rows:2', reason: 'no patch' };
  const { room, log, code } = await importTasks([task(repo, head), rejected], '--json');
  const tasks = [
    {
      place: 'rows.jsonl:1',
      id: 'one',
      state: 'written',
      path: 'tasks/one/contract.yml',
      notes: ['hints are left out'],
    },
    { place: 'rows:2', state: 'rejected', reason: 'no patch', notes: [] },
  ];
  expect({ code, json: JSON.parse(log) }).toEqual({ code: 1, json: { exit_code: 1, benchmark: 'mine', tasks } });
  expect(JSON.parse(readFileSync(join(room, 'out/import.json'), 'utf8')).tasks).toEqual(tasks);
});

itInFullWhere('sandbox')('proves contracts, and writes the audit', async () => {
  const { repo, head } = givenRepository();
  const passing = {
    ...task(repo, head),
    contract: { ...task(repo, head).contract, id: 'nothing', acceptance: [{ id: 'unit', run: 'true' }] },
  };
  const test_patch = change('check.sh', 'exit 1', 'grep -q right value');
  const tasks = [task(repo, head, { test_patch }), passing];
  const order = ['--check', '--reruns', '1', '--mutants', '0'];
  const { code, log, room } = await importTasks(tasks, ...order);
  expect(log).toMatch(/✗ nothing: passes-on-nothing/);
  const audit = JSON.parse(readFileSync(join(room, 'out/audit.json'), 'utf8'));
  expect(audit.tasks.map(({ id }: { id: string }) => id)).toEqual(['one', 'nothing']);
  const report = readFileSync(join(room, 'out/audit.md'), 'utf8');
  expect(report).toMatch(/passes-on-nothing/);
  expect(report).toMatch(/Proven with gatebench \d\S+ --reruns 1 --mutants 0 --calibration 180s\./);
  expect(code).toBe(1);
  const again = await importAgain(room, tasks, ...order);
  expect([again.code, again.log]).toEqual([
    1,
    expect.stringContaining('2 contracts proven before, and unchanged since'),
  ]);
  expect(JSON.parse(readFileSync(join(room, 'out/audit.json'), 'utf8'))).toEqual(audit);
});

describe('a mistake has one clear error', () => {
  it.each<[what: string, argv: string[], error: RegExp]>([
    ['an unknown benchmark', ['swe-bensh', 'rows.json'], /there is no adapter "swe-bensh"/],
    ['no benchmark', [], /name a benchmark, or an adapter of your own|paths/],
    ['an adapter that is not there', ['--adapter', 'no.mjs', 'rows.json'], /no\.mjs: no such file/],
    ['an adapter that breaks', ['--adapter', 'broken.mjs', 'rows.json'], /broken\.mjs cannot be loaded: oops/],
    ['a module without an adapter', ['--adapter', 'empty.mjs', 'rows.json'], /it has no name and no readTasks/],
    ['a file that is not there', ['--adapter', 'good.mjs', 'none.json'], /none\.json: no such file or folder/],
    ['an unknown dialect', ['--adapter', 'good.mjs', 'rows.json', '--dialect', 'odd'], /good has no dialect "odd"/],
  ])('%s', async (_, argv, error) => {
    const room = givenRoom();
    writeFileSync(join(room, 'rows.json'), '[]');
    writeFileSync(join(room, 'broken.mjs'), "throw new Error('oops');");
    writeFileSync(join(room, 'empty.mjs'), 'export default {};');
    writeFileSync(join(room, 'good.mjs'), "export default { name: 'good', async *readTasks() {} };");
    const typed = await typeCommand(room, ['import', ...argv, '--out', 'out', '--cache', cache]);
    expect(typed.code).toBe(2);
    expect(typed.error).toMatch(error);
    expect(existsSync(join(room, 'out'))).toBe(false);
  });

  it('an output folder that is a file', async () => {
    const room = givenRoom();
    writeFileSync(join(room, 'out'), 'a file');
    mkdirSync(join(room, 'x'));
    const typed = await importAgain(room, [{ place: 'p', reason: 'r' }]);
    expect(typed.code).toBe(2);
    expect(typed.error).toMatch(/out/);
  });
});
