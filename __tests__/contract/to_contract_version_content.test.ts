import { contractSchema } from '../../src/contract/contract_schema.js';
import type { OracleFile } from '../../src/contract/loaded_contract.js';
import { toContractVersionContent } from '../../src/contract/to_contract_version_content.js';
import { computeDigest, sha256 } from '../../src/record/json/compute_digest.js';
import { type ContractInput, smallContract } from '../given_task.js';

const file = (path: string, content: string, executable = false): OracleFile => ({
  path,
  content: Buffer.from(content),
  executable,
  sha256: sha256(content),
});
const FILES = [file('hidden/a.sh', 'a\n'), file('hidden/b.sh', 'b\n')];
const version = (changes: Partial<ContractInput> = {}, files = FILES) =>
  computeDigest(toContractVersionContent(contractSchema.parse(smallContract(changes)), files));
const same = version();
const check = { id: 'unit', run: 'true' };

// Holds K7
describe('the version of a contract', () => {
  it.each<[string, Partial<ContractInput>]>([
    ['the snapshot', { snapshot: { directory: 'repo', tree: '1'.repeat(40) } }],
    ['the environment', { environment: { variables: { A: 'b' } } }],
    ['a tool', { environment: { tools: { node: '>=20' } } }],
    ['the seed', { environment: { seed: 1 } }],
    ['the setup', { setup: [{ run: 'make' }] }],
    ['the build', { build: [{ id: 'compile', run: 'make' }] }],
    ['the command of a check', { acceptance: [{ ...check, run: 'false' }] }],
    ['a required test', { acceptance: [{ ...check, report: 'tap', fail_to_pass: ['a'] }] }],
    ['a timeout', { acceptance: [{ ...check, timeout: '1s' }] }],
    ['the canary', { oracle: { canary: 'false' } }],
    ['what is restored', { oracle: { restore: ['package.json'] } }],
    ['the policy', { policy: { network_attempts: 'fail' } }],
    ['the budget', { budget: { usd: 1 } }],
    ['the scoring', { scoring: { lambda: 2 } }],
    ['the issue', { description: 'Something else.\n' }],
    ['the obligations', { obligations: 'All of it.\n' }],
    ['the id', { id: 'other' }],
  ])('changes with %s', (_, changes) => {
    expect(version(changes)).not.toBe(same);
  });

  it.each<[string, OracleFile[]]>([
    ['the content of a hidden file', [file('hidden/a.sh', 'A\n'), FILES[1]!]],
    ['the place of a hidden file', [file('hidden/c.sh', 'a\n'), FILES[1]!]],
    ['the mode of a hidden file', [file('hidden/a.sh', 'a\n', true), FILES[1]!]],
    ['a hidden file more', [...FILES, file('hidden/c.sh', 'c\n')]],
    ['a hidden file less', [FILES[0]!]],
  ])('changes with %s', (_, files) => {
    expect(version({}, files)).not.toBe(same);
  });

  it.each<[string, Partial<ContractInput>]>([
    ['the title', { title: 'Another title' }],
    ['the metadata', { metadata: { tier: 3, difficulty: 'hard', strata: { a: 1 }, provenance: 'x' } }],
    ['the reference solution', { golden_patch: 'golden.patch' }],
    ['the flakiness screen', { flakiness: { reruns: 9 } }],
    ['a default that is written out', { environment: { timezone: 'UTC' }, setup: [] }],
    ['a duration in another unit', { budget: { wall: '1800s' } }],
  ])('stays the same with %s', (_, changes) => {
    expect(version(changes)).toBe(same);
  });

  it('stays the same with the order in which hidden files are found', () => {
    expect(version({}, [...FILES].reverse())).toBe(same);
  });
});
