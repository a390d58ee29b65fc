// Needs: nothing
import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../src/cli/run_command_line.js';
import { cleanUp, givenRoom, write } from '../given.js';
import { givenShellTask } from '../given_task.js';

/** Files that nobody should name: they are refused in words before they are read. */

const room = givenRoom();
afterAll(cleanUp);

const out = { log() {}, error() {}, signal: new AbortController().signal, terminal: { columns: 100, colour: false } };
const told = (...argv: string[]) =>
  runCommandLine([...argv, '--out', 'out', '--cache', join(room, 'cache')], out, {
    cwd: room,
    search_path: process.env.PATH ?? '',
    user: 'tester',
  }).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

/** Creates a sparse file of 600 MB. */
function makeLarge(path: string): string {
  writeFileSync(join(room, path), '');
  truncateSync(join(room, path), 600 * 2 ** 20);
  return path;
}

beforeAll(async () => {
  await givenShellTask(room, 'fine');
  await givenShellTask(room, 'heavy');
  mkdirSync(join(room, 'folder/contract.yml'), { recursive: true });
  mkdirSync(join(room, 'pipe'));
  execFileSync('mkfifo', [join(room, 'pipe/contract.yml')]);
  mkdirSync(join(room, 'large'));
  write(room, { 'suite.yml': 'schema: 1\nname: x\ncontracts: []\n' });
});

describe('a file that cannot be meant', () => {
  it.each<[string, () => string[], string]>([
    ['a folder as contract', () => ['folder', '--agent', 'noop'], 'folder/contract.yml: cannot be read (not a file)'],
    ['a pipe as contract', () => ['pipe/contract.yml', '--agent', 'noop'], 'cannot be read (not a file)'],
    [
      'a large contract',
      () => [makeLarge('large/contract.yml'), '--agent', 'noop'],
      'large/contract.yml: cannot be read (larger than 16 MiB)',
    ],
    ['a large suite', () => ['--suite', makeLarge('large.yml')], 'large.yml cannot be read (larger than 16 MiB)'],
    ['a large agent', () => ['fine', '--agent', `agent:${makeLarge('agent.yml')}`], 'agent.yml is larger than 16 MiB'],
    [
      'a large patch',
      () => ['fine', '--agent', `patch:${makeLarge('large.patch')}`],
      'patch file large.patch cannot be read (larger than 256 MiB)',
    ],
    [
      'a large golden patch',
      () => {
        makeLarge('heavy/golden.patch');
        return ['heavy', '--agent', 'golden'];
      },
      'golden_patch: "golden.patch" is larger than 256 MiB',
    ],
    [
      'a large hidden file',
      () => {
        write(room, { 'heavy/golden.patch': '' });
        makeLarge('heavy/hidden/data.bin');
        return ['heavy', '--agent', 'noop'];
      },
      'oracle.files: "hidden/data.bin" is larger than 256 MiB',
    ],
    [
      'a suite without contracts',
      () => ['--suite', 'suite.yml'],
      'suite.yml:3:12  contracts: must have at least 1 entry',
    ],
  ])('%s', async (_, argv, said) => {
    expect(await told('run', ...argv())).toContain(said);
  });
});
