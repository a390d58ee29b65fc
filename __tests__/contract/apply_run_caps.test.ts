import { applyRunCaps } from '../../src/contract/apply_run_caps.js';
import { contractSchema } from '../../src/contract/contract_schema.js';
import type { LoadedContract } from '../../src/contract/loaded_contract.js';
import { smallContract } from '../given_task.js';

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
