// Needs: sandbox, python3
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContract } from '../../src/run/contract_files/read_contract.js';
import { ALL, rotated, sampled } from '../extent.js';
import { cleanUp, givenRoom } from '../given.js';
import { ran } from '../given_run.js';

/**
 * The proof that tasks/README.md describes, for every curated task, in the real sandbox. That its golden patch passes and no change fails is
 * tried in `shipped/tasks.test.ts`.
 */

const tasks = fileURLToPath(new URL('../../tasks/', import.meta.url));
const tasksIn = (folder: string) =>
  readdirSync(join(tasks, folder))
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(tasks, path, 'contract.yml')));
const ids = tasksIn('.');
/** Their packages come from a registry. */
const published = tasksIn('external');

afterAll(cleanUp);

// Holds K9, K10
describe('a curated task tells right from wrong', () => {
  it.each([...sampled(ids, 5, 3), ...(ALL ? rotated(published, 4) : [])])(
    '%s: a plausible wrong patch and one that breaks something fail G3',
    async (id) => {
      const wrong = (name: string) => `patch:${join(tasks, id, 'wrong', name)}.patch`;
      const { attempts } = await ran(givenRoom(), {
        contracts: [join(tasks, id)],
        agents: [wrong('plausible'), wrong('breaks-existing')],
      });
      expect(attempts.map(({ status, vector }) => [status, vector])).toEqual([
        ['failure', 'pass/pass/fail/pass'],
        ['failure', 'pass/pass/fail/pass'],
      ]);
      expect(attempts.some(({ tags }) => tags.includes('empty-patch'))).toBe(false);
      // What breaks something does what was asked as well: a test that passed before tells.
      const before = attempts[1]!.result.verdict.checks.map(({ pass_to_pass }) => pass_to_pass);
      expect(before.some(({ passed, total }) => passed < total)).toBe(true);
    },
  );
});

describe('the lock of a curated task', () => {
  it.each([...ids, ...tasksIn('safety'), ...published])(
    '%s: contract.lock is a proof of the contract as it is',
    (id) => {
      const { proof, proof_problem } = readContract(join(tasks, id, 'contract.yml'));
      expect([proof?.proven, proof_problem]).toEqual([true, undefined]);
    },
  );
});
