// Needs: sandbox
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { GOLDEN, givenShellTask } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);

/** A task whose repository holds a copy of its own hidden test, of its golden patch, and a file that only has the same name. */
async function givenExposed(id: string): Promise<string> {
  const hidden = readFileSync(join(await givenShellTask(room, `${id}-source`).then(folderOf), 'hidden', 'check.sh'));
  return givenShellTask(room, id, {
    repo: {
      'tasks/mine/hidden/check.sh': hidden,
      'tasks/mine/golden.patch': GOLDEN,
      'src/check.sh': 'another file\n'.repeat(10),
    },
  });
}

const folderOf = (path: string) => readContract(path).folder;

// Holds R4
describe('a contract kept inside the repository that it pins', () => {
  it('is invalid for an agent that works there, and names what it could read', async () => {
    const path = await givenExposed('exposed');
    const { attempts, outcome } = await ran(room, { contracts: [path], agents: ['command:true'] });
    const { verdict } = attempts[0]!.result;
    expect([verdict.status, outcome.exit_code, attempts[0]!.of('tool_invocation')]).toEqual(['invalid', 3, []]);
    expect(verdict.reason).toMatch(/^setup: .*tasks\/mine\/golden\.patch.*tasks\/mine\/hidden\/check\.sh/);
    expect(verdict.reason).not.toContain('src/check.sh');
  });

  it('is judged as ever for a patch that is given, which reads nothing', async () => {
    const { attempts } = await ran(room, { contracts: [await givenExposed('given')], agents: ['golden'] });
    expect(attempts[0]!.status).toBe('success');
  });
});
