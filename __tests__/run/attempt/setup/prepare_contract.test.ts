// Needs: sandbox
import { join } from 'node:path';
import { sha256 } from '../../../../src/record/json/compute_digest.js';
import { createToolchain } from '../../../../src/run/agents/installation/toolchain.js';
import { prepareContract } from '../../../../src/run/attempt/setup/prepare_contract.js';
import { readContract } from '../../../../src/run/contract_files/read_contract.js';
import { selectBackend } from '../../../../src/sandbox/selection/select_backend.js';
import { openCache } from '../../../../src/workspace/cache/workspace_cache.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { type ContractInput, givenShellTask } from '../../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
let n = 0;

async function prepare(environment: ContractInput['environment']) {
  const path = await givenShellTask(room, `p${n++}`, { contract: { environment }, repo: { 'lock.json': '{}\n' } });
  const cache = await openCache(join(room, 'cache'));
  const choice = await selectBackend({ sandbox: 'auto', unsafe: false });
  if ('refusal' in choice) throw new Error(choice.refusal.reason);
  const toolchain = createToolchain(choice.backend, cache, (process.env.PATH ?? '').split(':'));
  return prepareContract(readContract(path), cache, toolchain, { repos: [] });
}

// Holds R2
describe('what is recorded of the environment before anything runs', () => {
  it('is the version of every declared tool, as the sandbox sees it, and the digest of every lockfile', async () => {
    const { tools, tool_problems, lockfiles, snapshot } = await prepare({
      tools: { node: '>=20', sh: '*', git: '2.x' },
      lockfiles: ['lock.json'],
    });
    expect(tool_problems).toEqual([]);
    expect(tools).toEqual({ node: process.versions.node, sh: expect.any(String), git: expect.stringMatching(/^2\./) });
    expect(lockfiles).toEqual({ 'lock.json': sha256('{}\n') });
    expect(snapshot.observed).toBe(snapshot.identity);
  });

  it('names everything that is missing or does not fit, each in one line', async () => {
    const { tool_problems } = await prepare({
      tools: { 'no-such-tool': '*', node: '>=99', git: 'not a range' },
      lockfiles: ['gone.lock'],
    });
    expect(tool_problems.map((problem) => problem.replace(/version \S+,/, 'version V,'))).toEqual([
      'tool "no-such-tool" is not on this machine: install it, then try again',
      'tool "node" is version V, the contract asks for >=99',
      'tool "git" is version V, the contract asks for not a range',
      'lockfile "gone.lock" is not in the repository',
    ]);
  });
});

it('records the package manager that a lockfile at the root implies, where it is there', async () => {
  const path = await givenShellTask(room, 'implied', { repo: { 'package-lock.json': '{}\n', 'poetry.lock': '' } });
  const cache = await openCache(join(room, 'cache'));
  const choice = await selectBackend({ sandbox: 'auto', unsafe: false });
  if ('refusal' in choice) throw new Error(choice.refusal.reason);
  const toolchain = createToolchain(choice.backend, cache, (process.env.PATH ?? '').split(':'));
  const { tools, tool_problems } = await prepareContract(readContract(path), cache, toolchain, { repos: [] });
  expect(tool_problems).toEqual([]);
  expect(tools.npm).toMatch(/^\d+\.\d+\.\d+/);
});

it('records package managers that files in any folder or the setup name, without making them tools of the contract', async () => {
  const path = await givenShellTask(room, 'managers', {
    contract: { setup: [{ run: 'true || pip3 install x', network: [] }] },
    repo: { 'packages/one/package.json': '{}\n', 'tools/Cargo.toml': '' },
  });
  const cache = await openCache(join(room, 'cache'));
  const choice = await selectBackend({ sandbox: 'auto', unsafe: false });
  if ('refusal' in choice) throw new Error(choice.refusal.reason);
  const toolchain = createToolchain(choice.backend, cache, (process.env.PATH ?? '').split(':'));
  const seen = toolchain.path;
  const { tools, package_managers } = await prepareContract(readContract(path), cache, toolchain, { repos: [] });
  expect(tools).toEqual({});
  expect(package_managers.npm).toMatch(/^\d+\.\d+\.\d+/);
  expect(Object.keys(package_managers).filter((name) => !['npm', 'pip', 'cargo'].includes(name))).toEqual([]);
  expect(toolchain.path).toBe(seen);
});
