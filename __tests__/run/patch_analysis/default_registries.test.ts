// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { GOLDEN, givenShellTask, newFile } from '../../given_task.js';

afterAll(cleanUp);

const lock = (host: string) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { 'left-pad': '1.0.0' } },
      'node_modules/left-pad': {
        version: '1.0.0',
        resolved: `https://${host}/left-pad/-/left-pad-1.0.0.tgz`,
        integrity: 'sha512-AAAA',
      },
    },
  });

/** Status and what was found of a patch that takes a package from a host, on a machine whose npm is configured for a mirror. */
async function judged(host: string, registries?: string[]) {
  const room = givenRoom();
  const contract = await givenShellTask(room, 'task', {
    contract: { policy: { dependencies: { declared: ['left-pad'], ...(registries ? { registries } : {}) } } },
  });
  writeFileSync(join(room, 'a.patch'), `${GOLDEN}${newFile('lib/package-lock.json', lock(host))}`);
  const tool_variables = { PATH: process.env.PATH ?? '', npm_config_registry: 'https://mirror.corp.example/npm/' };
  const { attempts } = await ran(room, {
    contracts: [contract],
    agents: [`patch:${join(room, 'a.patch')}`],
    way_out: { tool_variables },
  });
  const { findings } = attempts[0]!.result.verdict;
  return [attempts[0]!.status, findings.map(({ rule }) => rule).filter((rule) => rule === 'registry-not-allowed')];
}

describe('K6: `default` among registries is what the package manager of the machine asks', () => {
  // Holds K6
  it.each<[string, string, string[] | undefined, unknown]>([
    ['a mirror that npm is configured for is allowed as it is', 'mirror.corp.example', undefined, ['success', []]],
    ['also where others are', 'mirror.corp.example', ['default', 'other.example'], ['success', []]],
    ['but not where only others are', 'mirror.corp.example', ['other.example'], ['failure', ['registry-not-allowed']]],
    ['and no other host is', 'registry.example', undefined, ['failure', ['registry-not-allowed']]],
  ])('%s', async (_, host, registries, expected) => {
    expect(await judged(host, registries)).toEqual(expected);
  });
});
