import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { BUILT_CLI } from '../../built.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';

afterAll(cleanUp);

async function type(cwd: string, ...argv: string[]) {
  const log: string[] = [];
  const error: string[] = [];
  const out = { log: (line: string) => log.push(line), error: (line: string) => error.push(line) };
  try {
    const terminal = { columns: 100, colour: false };
    const shown = { ...out, signal: new AbortController().signal, terminal };
    const code = await runCommandLine(argv, shown, { cwd, search_path: process.env.PATH ?? '', user: 'tester' });
    return { code, log, error };
  } catch (fault) {
    if (!(fault instanceof UserError)) throw fault;
    return { code: 2, log, error: [...error, fault.text] };
  }
}

/** A cache with one layer for each number of days, which no process uses. */
function givenLayers(room: string, ...days: number[]): void {
  for (const day of days) {
    const folder = join(room, 'cache', 'layers', String(day).padStart(64, '0'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'layer.json'), 'x'.repeat(100_000));
    const at = new Date(Date.now() - day * 86_400_000);
    for (const path of [join(folder, 'layer.json'), folder]) utimesSync(path, at, at);
  }
}
const layersIn = (room: string) =>
  readdirSync(join(room, 'cache', 'layers'))
    .map(Number)
    .sort((a, b) => a - b);

describe('cache', () => {
  where('sandbox')('lists what a run has left, by kind', async () => {
    const room = givenRoom();
    await givenShellTask(room, 'task');
    await type(room, 'run', 'task', '--agent', 'noop', '--cache', join(room, 'cache'));
    const { code, log } = await type(room, 'records', 'cache', '--cache', 'cache');
    expect([code, log]).toEqual([
      0,
      [
        expect.stringMatching(/^\S+\/cache {2}[\d.]+ [KM]i?B$/),
        expect.stringMatching(/^ {2}objects of repositories +1 +[\d.]+ \w+ {2}used 0 min ago$/),
        expect.stringMatching(/^ {2}prepared layers +1 +[\d.]+ \w+ {2}used 0 min ago, 1 in use$/),
      ],
    ]);
    const [json = ''] = (await type(room, 'records', 'cache', 'list', '--cache', 'cache', '--json')).log;
    expect(
      JSON.parse(json)
        .entries.map(({ kind, in_use }: Record<string, unknown>) => [kind, in_use])
        .sort(),
    ).toEqual([
      ['layer', true],
      ['objects', false],
    ]);
  });

  it('prunes by age and by size, and says before what would go', async () => {
    const room = givenRoom();
    givenLayers(room, 1, 5, 9, 30);
    const prune = (...argv: string[]) => type(room, 'records', 'cache', 'prune', '--cache', 'cache', ...argv);
    const dry = await prune('--older-than', '7d', '--dry-run');
    expect([dry.code, dry.log.map((line) => line.split('  ')[0]), layersIn(room)]).toEqual([
      0,
      ['would go', 'would go', expect.stringMatching(/^2 entries, .* would go; .* left in /)],
      [1, 5, 9, 30],
    ]);
    expect((await prune('--older-than', '10d')).code).toBe(0);
    expect(layersIn(room)).toEqual([1, 5, 9]);
    expect((await prune('--keep-size', '250KB')).code).toBe(0);
    expect(layersIn(room)).toEqual([1, 5]);
    expect((await prune('--keep-size', '0')).code).toBe(0);
    expect([layersIn(room), readdirSync(join(room, 'cache', 'scratch'))]).toEqual([[], []]);
  });

  it.each<[string[], RegExp]>([
    [['prune'], /nothing says what may go/],
    [['prune', '--older-than', 'soon'], /must be a time like 12h, 7d or 4w/],
    [['prune', '--keep-size', '5 bananas'], /must be a size like 5GiB or 500MB/],
  ])('%j is refused', async (argv, message) => {
    const { code, error } = await type(givenRoom(), 'records', 'cache', ...argv, '--cache', 'cache');
    expect([code, error.join('\n')]).toEqual([2, expect.stringMatching(message)]);
  });

  it('shows nothing where there is none, and makes none', async () => {
    const room = givenRoom();
    expect((await type(room, 'records', 'cache', '--cache', 'none')).log).toEqual([
      expect.stringMatching(/\/none {2}0 B$/),
    ]);
    expect(existsSync(join(room, 'none'))).toBe(false);
  });

  const asRoot = where('root');
  asRoot('as another user it says what it may not remove: 1', () => {
    const room = givenRoom();
    givenLayers(room, 30);
    const built = join(room, 'dist');
    cpSync(join(BUILT_CLI, '../..'), built, { recursive: true });
    execFileSync('chmod', ['-R', 'a+rX', built]);
    const argv = [
      join(built, 'cli/index.js'),
      'records',
      'cache',
      'prune',
      '--keep-size',
      '0',
      '--cache',
      join(room, 'cache'),
    ];
    expect(() => execFileSync(process.execPath, argv, { uid: 65534, gid: 65534, cwd: '/', stdio: 'pipe' })).toThrow(
      expect.objectContaining({ status: 1, stdout: expect.objectContaining({}) }),
    );
    expect(layersIn(room)).toEqual([30]);
  });
});
