import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contractSchema } from '../../src/contract/contract_schema.js';
import {
  applyRunCaps,
  type LoadedContract,
  type OracleFile,
  renderBriefing,
  toContractVersionContent,
} from '../../src/contract/loaded_contract.js';
import { computeDigest, sha256 } from '../../src/record/json/compute_digest.js';
import { type ContractInput, smallContract } from '../given_task.js';

const given = (budget: Parameters<typeof smallContract>[0] = {}): LoadedContract => ({
  contract: contractSchema.parse(smallContract(budget)),
  path: '/x/contract.yml',
  shown: 'contract.yml',
  folder: '/x',
  lines: {},
  text_sha256: '',
  oracle_files: [],
  oracle_folders: [],
  version: 'v',
});

describe('B_run: a run may allow an attempt less than its contract does', () => {
  it.each([
    ['less money', { budget: { usd: 2 } }, { run_usd: 1 }, { usd: 1, tokens: null }, { usd: 1, tokens: undefined }],
    [
      'fewer tokens',
      { budget: { usd: 2, tokens: 900 } },
      { run_tokens: 500 },
      { usd: null, tokens: 500 },
      { usd: 2, tokens: 500 },
    ],
    [
      'tokens where the contract has no cap',
      {},
      { run_tokens: 500 },
      { usd: null, tokens: 500 },
      { usd: 5, tokens: 500 },
    ],
    [
      'both',
      { budget: { usd: 2, tokens: 900 } },
      { run_usd: 1, run_tokens: 500 },
      { usd: 1, tokens: 500 },
      { usd: 1, tokens: 500 },
    ],
  ])('%s: the budget is lowered, the version stays, and it is said', (_, budget, caps, said, lowered) => {
    const loaded = given(budget);
    const capped = applyRunCaps(loaded, caps);
    expect([capped.caps, capped.version]).toEqual([said, 'v']);
    expect({ usd: capped.contract.budget.usd, tokens: capped.contract.budget.tokens }).toEqual(lowered);
    expect({ ...capped.contract, budget: 0 }).toEqual({ ...loaded.contract, budget: 0 });
  });

  it.each([
    ['none', {}],
    ['null', { run_usd: null, run_tokens: null }],
    ['as much', { run_usd: 2, run_tokens: 900 }],
    ['more', { run_usd: 9, run_tokens: 1000 }],
  ])('%s: it is the contract itself', (_, caps) => {
    const loaded = given({ budget: { usd: 2, tokens: 900 } });
    expect(applyRunCaps(loaded, caps)).toBe(loaded);
  });
});

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

const goldenFile = fileURLToPath(new URL('../fixtures/renderings/briefing.md', import.meta.url));
const contract = contractSchema.parse(
  smallContract({
    title: 'Sliding window drops requests at the boundary',
    description: 'The limiter lets **one** request too many through.\n\n```js\nlimit(10)\n```\n\n\n',
    obligations: 'Ten requests pass, the eleventh does not.\n',
    metadata: { tier: 2, test_command: 'npm test', build_command: 'npm run build', provenance: 'SECRET-provenance' },
    setup: [{ run: 'SECRET-setup' }],
    acceptance: [{ id: 'SECRET-check', run: 'SECRET-run', report: 'tap', fail_to_pass: ['SECRET-test'] }],
    oracle: { files: 'SECRET-folder/', canary: 'SECRET-canary', restore: ['SECRET-restore'] },
    golden_patch: 'SECRET-golden.patch',
    policy: { network: { allow: ['example.org'] }, change: { allow: ['src/**', 'docs/**'], deny: ['.github/**'] } },
    budget: { wall: '45m', usd: 3 },
  }),
);

describe('the briefing', () => {
  it('says what the task is, what may change, and nothing of how it is judged', () => {
    const text = renderBriefing(contract);
    if (process.env.UPDATE_GOLDEN) writeFileSync(goldenFile, text);
    expect(text).toBe(readFileSync(goldenFile, 'utf8'));
    expect(text).not.toContain('SECRET');
  });

  it('of a contract that says little says what holds by default', () => {
    const text = renderBriefing(contractSchema.parse(smallContract()));
    expect(text.split('\n').slice(-5)).toEqual(
      [
        'You work in a copy of the repository with one commit. Your change is the difference between the files as you leave them and that commit; you need not commit.',
        '',
        '- You may change: **',
        '- Network: none',
        '- Time: 30 minutes',
        '',
      ].slice(-5),
    );
  });
});
