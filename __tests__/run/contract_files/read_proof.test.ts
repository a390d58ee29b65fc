import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../../../src/contract/input/user_error.js';
import {
  type ContractLock,
  formatLock,
  proofSteps,
  toLockFileName,
} from '../../../src/contract/validation/contract_lock.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import { getLockPath, requireProof, sealLock } from '../../../src/run/contract_files/read_proof.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenReference } from '../../given_reference.js';
import { GOLDEN, givenShellTask } from '../../given_task.js';

afterAll(cleanUp);
const room = givenRoom();

const REFERENCE = givenReference();
const figures = { runs: 1, cpu_ms: null, peak_memory_bytes: null, disk_bytes: null, timeout_ms: 1000 };

function givenLock(version: string, changes: Partial<ContractLock> = {}): ContractLock {
  return sealLock({
    schema: 2,
    contract: { id: 'a', version, golden_sha256: sha256(GOLDEN) },
    made_at: '2026-10-10T00:00:00.000Z',
    harness: { version: '0.1.0', rubric: '2', runtime: { node: '24.0.0' } },
    sandbox: { backend: 'bubblewrap', class: 'x' },
    tools: {},
    snapshot: { kind: 'directory', identity: 'a', tree: 'a' },
    steps: proofSteps.map((step) => ({ step, verdict: 'proven', detail: '', reasons: [], warnings: [] })),
    mutants: { killed: 1, survived: [], undecided: 0, seed: 1 },
    flakiness: { reruns: 5, tolerance: 0, checks: [] },
    envelope: [
      { ...figures, check: 'unit', wall_ms: { max: 9, median: 7 } },
      { ...figures, check: 'unmeasured', wall_ms: null },
    ],
    perturbation: { equivalent: true },
    reference: REFERENCE,
    abc: [],
    evidence: { attempts: 1, heads_sha256: '0'.repeat(64) },
    ...changes,
  });
}

/** What is read of a contract with this beside it. */
async function read(name: string, lock: (version: string) => string | undefined) {
  const path = await givenShellTask(room, name);
  const { version } = readContract(path, room);
  const text = lock(version);
  if (text !== undefined) writeFileSync(getLockPath({ path }), text);
  const loaded = readContract(path, room);
  expect(loaded.version).toBe(version); // the lock is no part of it
  return { loaded, version, text };
}

describe('the proof beside a contract', () => {
  it('is read with it when it is for this version and this reference solution', async () => {
    const { loaded, text } = await read('good', (version) => formatLock(givenLock(version)));
    expect([loaded.proof, loaded.proof_problem]).toEqual([
      {
        lock_sha256: sha256(text!),
        proven: true,
        made_at: '2026-10-10T00:00:00.000Z',
        perturbation: { equivalent: true },
        reference: REFERENCE,
        reference_ms: { unit: 7 },
      },
      undefined,
    ]);
    expect(() => requireProof(loaded)).not.toThrow();
  });

  it('is not missed unless it is demanded', async () => {
    const { loaded } = await read('none', () => undefined);
    expect([loaded.proof, loaded.proof_problem]).toEqual([undefined, undefined]);
    expect(() => requireProof(loaded)).toThrow(UserError);
  });

  const other = 'f'.repeat(64);
  it.each<[string, (version: string) => string, RegExp]>([
    [
      'of another version',
      () => formatLock(givenLock(other)),
      new RegExp(`version ${other}, the contract is version [0-9a-f]{64}$`),
    ],
    [
      'with another reference solution',
      (version) => formatLock(givenLock(version, { contract: { id: 'a', version, golden_sha256: other } })),
      new RegExp(`reference solution ${other}, the contract has ${sha256(GOLDEN)}$`),
    ],
    [
      'that was edited',
      (version) => formatLock(givenLock(version)).replace('"equivalent": true', '"equivalent": false'),
      /damaged/,
    ],
    [
      'that says itself that a step is refuted',
      (version) => {
        const { steps } = givenLock(version);
        return formatLock(
          givenLock(version, {
            steps: steps.map((one) => (one.step === 'cheaters' ? { ...one, verdict: 'refuted' } : one)),
          }),
        );
      },
      /no proof: its step "cheaters" is not proven/,
    ],
    [
      'that leaves steps out',
      (version) => formatLock(givenLock(version, { steps: [] })),
      /its step "pins" is not proven/,
    ],
    ['that is cut off', (version) => formatLock(givenLock(version)).slice(0, -10), /damaged/],
    ['with a key of its own', (version) => formatLock(givenLock(version)).replace('{', '{"x": 1,'), /damaged/],
    ['that is empty', () => '', /damaged/],
    ['that is a list', () => '[]', /damaged/],
    ['that nests deeply', () => '['.repeat(200_000), /damaged/],
    ['that is huge', () => ' '.repeat(33 * 2 ** 20), /damaged: it has \d+ bytes/],
  ])('%s is none, and says why', async (what, lock, problem) => {
    const { loaded } = await read(what.replaceAll(' ', '-'), lock);
    expect(loaded.proof).toBeUndefined();
    expect(loaded.proof_problem).toMatch(problem);
    expect(() => requireProof(loaded)).toThrow(/is not proven: contract\.lock/);
  });

  it('is none when it is a link, wherever that leads', async () => {
    const path = await givenShellTask(room, 'link');
    const { version } = readContract(path, room);
    writeFileSync(join(room, 'elsewhere.lock'), formatLock(givenLock(version)));
    symlinkSync(join(room, 'elsewhere.lock'), join(dirname(path), 'contract.lock'));
    expect(readContract(path, room).proof_problem).toMatch(/link or a special file/);
    rmSync(join(dirname(path), 'contract.lock'));
  });
});

describe('a lock', () => {
  it.each([
    ['contract.yml', 'contract.lock'],
    ['mine.yaml', 'mine.lock'],
    ['odd', 'odd.lock'],
  ])('of %s is %s', (contract, lock) => {
    expect(toLockFileName(contract)).toBe(lock);
  });

  it('has the same bytes for the same value, and ends with a line break', async () => {
    const { text } = await read('bytes', (version) => formatLock(givenLock(version)));
    expect(formatLock(JSON.parse(text!) as ContractLock)).toBe(text);
    expect(text!.endsWith('}\n')).toBe(true);
    expect(readFileSync(getLockPath({ path: join(room, 'bytes', 'contract.yml') }), 'utf8')).toBe(text);
  });
});
