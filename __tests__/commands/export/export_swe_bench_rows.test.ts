import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { GOLDEN, givenShellTask, tapCheck } from '../../given_task.js';
import { commit, gitIn, givenHistory } from '../../workspace/given_history.js';

afterAll(cleanUp);

const room = givenRoom();
const cache = ['--cache', join(room, 'cache')];
const NAMES = { fail_to_pass: ['the value is right'], pass_to_pass: ['the rest is kept'] };
let head: string;
let repo: string;

beforeAll(async () => {
  repo = givenHistory(room, 'upstream');
  head = commit(repo, { value: 'wrong\n', kept: 'kept\n', 'hidden/check.sh': 'exit 1\n' });
  const snapshot = { git: repo, commit: head };
  await givenShellTask(room, 'mined', { contract: { snapshot, acceptance: [tapCheck(NAMES)] } });
  await givenShellTask(room, 'folder', { contract: { acceptance: [tapCheck(NAMES)] } });
  await givenShellTask(room, 'open', {
    contract: { snapshot, acceptance: [tapCheck({ fail_to_pass: [], pass_to_pass: 'all' })] },
  });
});

const readRows = (out: string) =>
  readFileSync(join(room, out, 'dataset.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

it('writes a row in the columns of the datasets, whose patches apply to its commit', async () => {
  const { code, log } = await typeCommand(room, ['export', 'swe-bench', 'mined', '--out', 'rows', ...cache]);
  expect([code, log]).toEqual([0, '1 of 1 contracts in rows/dataset.jsonl']);
  const [row] = readRows('rows');
  expect(row).toEqual({
    ...{ repo: 'local/upstream', instance_id: 'local__upstream-mined', base_commit: head, patch: GOLDEN },
    ...{ test_patch: expect.any(String), problem_statement: expect.stringMatching(/^.+\n\n/) },
    ...{ hints_text: '', created_at: '', version: '', environment_setup_commit: head, eval_script: expect.any(String) },
    ...{ FAIL_TO_PASS: '["the value is right"]', PASS_TO_PASS: '["the rest is kept"]' },
  });
  const clone = join(room, 'clone');
  gitIn(room, 'clone', '--quiet', repo, clone);
  for (const patch of [row.patch, row.test_patch]) execFileSync('git', ['apply', '-'], { cwd: clone, input: patch });
  expect(readFileSync(join(clone, 'value'), 'utf8')).toBe('right\n');
  expect(readFileSync(join(clone, 'hidden/check.sh'), 'utf8')).toBe(
    readFileSync(join(room, 'mined/hidden/check.sh'), 'utf8'),
  );
});

it('has a script that lays the tests and runs the command', async () => {
  await typeCommand(room, ['export', 'swe-bench', 'mined', '--out', 'again', ...cache]);
  const [{ eval_script, patch }] = readRows('again');
  const outcomes = [undefined, patch].map((solution) => {
    const testbed = join(givenRoom(), 'testbed');
    gitIn(room, 'clone', '--quiet', repo, testbed);
    if (solution !== undefined) execFileSync('git', ['apply', '-'], { cwd: testbed, input: solution });
    const script = eval_script.replaceAll('/testbed', testbed);
    return execFileSync('bash', [], { input: script, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  });
  expect(outcomes).toEqual([
    expect.stringMatching(/^not ok 1 - the value is right\nok 2 - the rest is kept$/m),
    expect.stringMatching(/^ok 1 - the value is right\nok 2 - the rest is kept$/m),
  ]);
});

it('is made of all contracts of a folder, whose repositories mirrors serve', async () => {
  const at = givenRoom();
  gitIn(room, 'clone', '--quiet', '--bare', repo, join(at, 'mirrors/owner+name'));
  const snapshot = { git: 'https://forge.invalid/owner/name.git', commit: head };
  await givenShellTask(join(at, 'contracts'), 'one', { contract: { snapshot, acceptance: [tapCheck(NAMES)] } });
  const { code, error } = await typeCommand(at, [
    ...['export', 'swe-bench', 'contracts', '--out', 'rows', '--repos', 'mirrors'],
    ...['--cache', join(at, 'cache')],
  ]);
  expect([code, error]).toEqual([0, '']);
  expect(JSON.parse(readFileSync(join(at, 'rows/dataset.jsonl'), 'utf8'))).toMatchObject({
    ...{ repo: 'owner/name', instance_id: 'owner__name-one' },
  });
});

it('tells which contracts have no row, and why', async () => {
  const { code, error } = await typeCommand(room, [
    'export',
    'swe-bench',
    'mined',
    'folder',
    'open',
    '--out',
    'some',
    ...cache,
  ]);
  expect(code).toBe(1);
  expect(error.split('\n')).toEqual([
    expect.stringContaining('has no row: its repository is no commit of a git repository'),
    expect.stringContaining('has no row: a check requires `pass_to_pass: all`: list the tests by name'),
  ]);
  expect(readRows('some')).toHaveLength(1);
});
