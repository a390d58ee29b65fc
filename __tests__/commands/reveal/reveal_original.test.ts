import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { RUN_FILES, RunDirectory } from '../../../src/record/storage/run_directory.js';
import {
  openRestrictedStore,
  readAccessLog,
} from '../../../src/run/redaction/restricted_store/open_restricted_store.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenManifest } from '../../record/given_record.js';

afterAll(cleanUp);

const ORIGINAL = 'mail ada@corp.io\n\x1b[2Jthe rest';
const DIGEST = sha256(ORIGINAL);

async function said(cwd: string, ...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const output = new PassThrough();
  const code = await runCommandLine(
    ['records', 'reveal', ...argv],
    {
      log: (line) => void out.push(line),
      error: (line) => void err.push(line),
      signal: new AbortController().signal,
      terminal: { columns: 80, colour: false },
    },
    { cwd, search_path: '', user: 'ada\x1b', client: { input: new PassThrough(), output } },
  );
  return { code, out, err, bytes: (output.read() as Buffer | null)?.toString('utf8') };
}

function givenRun() {
  const cwd = givenRoom();
  mkdirSync(join(cwd, 'out/runs'), { recursive: true });
  const run = RunDirectory.create(join(cwd, 'out/runs/one'), givenManifest(), () => 1);
  openRestrictedStore('store', cwd, ['out']).openAttempt(run.manifest.attempt_id).keep(DIGEST, ORIGINAL);
  return { cwd, run: 'out/runs/one', store: join(cwd, 'store'), attempt_id: run.manifest.attempt_id };
}

// Holds R14
describe('gatebench reveal (R14)', () => {
  it('writes down who, what, when and why, then shows it so that a terminal obeys nothing', async () => {
    const { cwd, run, store, attempt_id } = givenRun();
    const { code, out, err } = await said(
      cwd,
      run,
      DIGEST.slice(0, 8),
      '--restricted-store',
      'store',
      '--reason',
      'a\ndispute',
    );
    expect({ code, out, err }).toEqual({ code: 0, out: ['mail ada@corp.io', '\\x1b[2Jthe rest'], err: [] });
    expect(readAccessLog(store)).toMatchObject([
      { seq: 0, by: 'ada', attempt_id, sha256: DIGEST, reason: 'a dispute' },
    ]);
  });

  it('gives the very bytes when asked to', async () => {
    const { cwd, run } = givenRun();
    expect((await said(cwd, run, DIGEST, '--restricted-store', 'store', '--reason', 'r', '--raw')).bytes).toBe(
      ORIGINAL,
    );
    const { out } = await said(cwd, run, DIGEST, '--restricted-store', 'store', '--reason', 'r', '--json');
    expect(JSON.parse(out[0]!)).toMatchObject({ sha256: DIGEST, original: ORIGINAL });
  });

  it('lists what there is and who has read it, which is no reading', async () => {
    const { cwd, run, store } = givenRun();
    await said(cwd, run, DIGEST, '--restricted-store', 'store', '--reason', 'why');
    const { out } = await said(cwd, run, '--restricted-store', 'store');
    expect(out).toEqual([
      expect.stringMatching(new RegExp(`^${DIGEST}  ${ORIGINAL.length} bytes  20`)),
      expect.stringMatching(new RegExp(`^read 20.* by ada  ${DIGEST.slice(0, 12)}  why$`)),
    ]);
    expect(readAccessLog(store)).toHaveLength(1);
  });

  it.each([
    ['no reason', (digest: string) => [digest], 'an original is shown for a reason only'],
    ['an empty reason', (digest: string) => [digest, '--reason', ' \x1b '], 'an original is shown for a reason only'],
    ['an unknown digest', () => ['00000000', '--reason', 'r'], 'the store has no original 00000000 of this run'],
    ['a path', () => ['../../etc/passwd', '--reason', 'r'], 'the store has no original ../../etc/passwd of this run'],
    ['too short a digest', (digest: string) => [digest.slice(0, 7), '--reason', 'r'], 'the store has no original'],
  ])('with %s shows nothing and writes nothing', async (_, argv, what) => {
    const { cwd, run, store } = givenRun();
    await expect(said(cwd, run, ...argv(DIGEST), '--restricted-store', 'store')).rejects.toThrow(what);
    expect(readAccessLog(store)).toEqual([]);
  });

  it('shows nothing where the log of readings was changed', async () => {
    const { cwd, run, store } = givenRun();
    await said(cwd, run, DIGEST, '--restricted-store', 'store', '--reason', 'one');
    const log = join(store, 'access.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').replace('"one"', '"two"'));
    await expect(said(cwd, run, DIGEST, '--restricted-store', 'store', '--reason', 'r')).rejects.toThrow(
      'was changed after',
    );
  });

  it('says 1 for an original that was changed, and that one was deleted', async () => {
    const { cwd, run, store, attempt_id } = givenRun();
    const file = join(store, attempt_id, DIGEST);
    writeFileSync(file, 'other');
    const { code, out, err } = await said(cwd, run, DIGEST, '--restricted-store', 'store', '--reason', 'r');
    expect({ code, out, err }).toEqual({
      code: 1,
      out: [],
      err: [`${DIGEST}  was changed: its digest is ${sha256('other')}`],
    });
    rmSync(file);
    await expect(said(cwd, run, DIGEST, '--restricted-store', 'store', '--reason', 'r')).rejects.toThrow('was deleted');
    expect((await said(cwd, run, '--restricted-store', 'store')).out[0]).toMatch(/ {2}deleted$/);
  });

  it('refuses a store that is not there, several runs, and a manifest without a name', async () => {
    const { cwd, run } = givenRun();
    await expect(said(cwd, run, '--restricted-store', 'nowhere')).rejects.toThrow(
      'there is no restricted store nowhere (ENOENT)',
    );
    RunDirectory.create(join(cwd, 'out/runs/two'), givenManifest(), () => 1);
    await expect(said(cwd, 'out', '--restricted-store', 'store')).rejects.toThrow('out has 2 runs');
    writeFileSync(join(cwd, run, RUN_FILES.manifest), '[]');
    await expect(said(cwd, run, '--restricted-store', 'store')).rejects.toThrow(
      'has no manifest that names its attempt',
    );
    expect((await said(cwd, run)).code).toBe(2);
  });
});
