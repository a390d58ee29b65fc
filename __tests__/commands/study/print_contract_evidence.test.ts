import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { CommandContext } from '../../../src/commands/io/command_context.js';
import { printContractEvidence, requireStrength } from '../../../src/commands/study/print_contract_evidence.js';
import { readContracts } from '../../../src/commands/study/read_contracts.js';
import type { LoadedContract } from '../../../src/contract/loaded_contract.js';
import type { ProofSummary } from '../../../src/contract/validation/contract_lock.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { givenReference } from '../../given_reference.js';
import { ran } from '../../given_run.js';
import { type GivenTask, givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';

afterAll(cleanUp);

function contractStandings(contracts: readonly LoadedContract[]): string[] {
  const lines: string[] = [];
  printContractEvidence(contracts, { json: false }, {
    error: (line: string) => lines.push(line),
  } as unknown as CommandContext);
  return lines;
}

const contractStanding = (loaded: LoadedContract): string => contractStandings([loaded]).join('\n');

async function givenLoaded(task: GivenTask = {}): Promise<LoadedContract> {
  const room = givenRoom();
  await givenShellTask(room, 'small', { challenged: true, ...task });
  return readContracts(['small/contract.yml'], room)[0]!;
}

/** A proof as a lock that holds gives it; the steps before it are not looked at here. */
const proofOf = (strength: number | null, because = ''): ProofSummary => ({
  lock_sha256: '0'.repeat(64),
  proven: true,
  made_at: '2026-03-07T01:02:03Z',
  perturbation: { equivalent: true },
  reference_ms: {},
  reference: givenReference({ rounds: 4, strength, because }),
});

const refused = (loaded: LoadedContract, wanted: number): string => {
  try {
    requireStrength(loaded, wanted);
    return '';
  } catch (error) {
    return (error as { text?: string }).text ?? String(error);
  }
};

describe('a line says of a contract what its passes rest on', () => {
  it('with the strength of its lock, or that the first attempt measures it', async () => {
    const loaded = await givenLoaded();
    expect([
      contractStanding(loaded),
      contractStanding({ ...loaded, proof: proofOf(12) }),
      contractStanding({ ...loaded, proof: proofOf(4, 'only 1 test can be varied') }),
      contractStanding({ ...loaded, proof: proofOf(null, 'no expectation can be varied') }),
      contractStanding({ ...loaded, proof_problem: 'contract.lock was made for version 1234' }),
    ]).toEqual([
      'small/contract.yml: not proven (no contract.lock), canary, strength: measured in the first attempt',
      'small/contract.yml: proven, canary, strength 2^-12',
      'small/contract.yml: proven, canary, strength 2^-4 (only 1 test can be varied)',
      'small/contract.yml: proven, canary, strength none: no expectation can be varied',
      'small/contract.yml: not proven (contract.lock was made for version 1234), canary, strength: measured in the first attempt',
    ]);
  });

  it('in one line for all that have the same', async () => {
    const loaded = await givenLoaded();
    const given = (shown: string, strength: number | null, because = '') => ({
      ...{ ...loaded, shown: `${shown}.yml` },
      proof: proofOf(strength, because),
    });
    const contracts = [given('a', 12), given('b', null, 'in b'), given('c', 12), given('d', null, 'in d')];
    expect(contractStandings(contracts)).toEqual([
      'a.yml, c.yml: proven, canary, strength 2^-12',
      'b.yml, d.yml: proven, canary, strength none (the locks say why)',
    ]);
    const alike = ['a', 'b', 'c', 'd', 'e'].map((name) => given(name, null, 'no place'));
    expect(contractStandings(alike)).toEqual([
      'a.yml, b.yml, c.yml and 2 more: proven, canary, strength none: no place',
    ]);
  });

  it('with the reason why there can be no strength', async () => {
    const loaded = await givenLoaded({ contract: { oracle: { files: 'hidden', challenge: { rounds: 0 } } } });
    const { golden: _, ...open } = await givenLoaded();
    expect([contractStanding(loaded), contractStanding({ ...open, oracle_files: [] }), contractStanding(open)]).toEqual(
      [
        'small/contract.yml: not proven (no contract.lock), no canary, strength none: switched off (oracle.challenge.rounds: 0)',
        'small/contract.yml: not proven (no contract.lock), canary, strength none: no hidden files, so that no expectation can be varied',
        'small/contract.yml: not proven (no contract.lock), canary, strength none: no reference solution to calibrate on (golden_patch)',
      ],
    );
  });

  it('shows control characters of names as text', async () => {
    const loaded = await givenLoaded();
    expect(contractStanding({ ...loaded, shown: 'a\x1b[2J.yml' })).not.toMatch(/\p{Cc}/u);
  });
});

describe('a contract that is known to be weaker than asked for is refused, with what to do', () => {
  it('by its lock, or since it can have no strength', async () => {
    const loaded = await givenLoaded();
    const { golden: _, ...open } = loaded;
    expect([
      refused({ ...loaded, proof: proofOf(7, 'few tests') }, 8),
      refused(open, 1),
      refused({ ...loaded, oracle_files: [] }, 1),
    ]).toEqual([
      [
        'small/contract.yml: strength 2^-7 (few tests), but 2^-8 is asked for (min-strength 8)',
        'Let more tests fail before the patch, or raise oracle.challenge (rounds, strength, share); then gatebench validate small/contract.yml --update-lock',
      ].join('\n  '),
      [
        'small/contract.yml: strength none: no reference solution to calibrate on (golden_patch), but 2^-1 is asked for (min-strength 1)',
        'Add a reference solution (golden_patch), then prove the contract: gatebench validate small/contract.yml',
      ].join('\n  '),
      [
        'small/contract.yml: strength none: no hidden files, so that no expectation can be varied, but 2^-1 is asked for (min-strength 1)',
        'Keep the tests as hidden files (oracle.files).',
      ].join('\n  '),
    ]);
  });

  it('and no other', async () => {
    const loaded = await givenLoaded();
    const switched_off = await givenLoaded({ contract: { oracle: { files: 'hidden', challenge: { rounds: 0 } } } });
    expect([refused({ ...loaded, proof: proofOf(8) }, 8), refused(loaded, 64), refused(switched_off, 0)]).toEqual([
      '',
      '',
      '',
    ]);
  });
});

/** Runs a suite whose gate asks for strength. */
function ranSuite(room: string, agent: string, min_strength: number) {
  const agents = [{ name: 'tested', agent }];
  const suite = { schema: 1, name: 's', contracts: ['small'], agents, baselines: { noop: false } };
  write(room, { 'gatebench.yml': stringify({ ...suite, gate: { fail_on: 'gates', min_strength } }) });
  return ran(room, { contracts: [], agents: [], suite: 'gatebench.yml' });
}

describe('min_strength of a suite', () => {
  where('sandbox')(
    'says of each contract what its passes rest on, and fails for a pass below what is asked for',
    async () => {
      const room = givenRoom();
      await givenShellTask(room, 'small', { challenged: true });
      const { outcome, errors, lines } = await ranSuite(room, 'patch:small/golden.patch', 64);
      expect([outcome.exit_code, outcome.conclusion]).toEqual([1, 'failure']);
      expect(errors).toContain(
        'small/contract.yml: not proven (no contract.lock), canary, strength: measured in the first attempt',
      );
      expect(errors.at(-1)).toMatch(
        /^small\/contract\.yml \(patch:small\/golden\.patch, trial 1\): a pass of strength (?:none|2\^-\d+), wanted 2\^-64$/,
      );
      expect(lines.join('\n')).toMatch(/ · strength (?:none|2\^-\d+)/);
      const report = readFileSync(join(room, 'out/report.md'), 'utf8');
      expect(report).toContain('1 of 1 attempt passed, 1 below strength 2^-64');
    },
  );

  it('is refused before the first attempt where the contract switched its rounds off', async () => {
    const room = givenRoom();
    await givenShellTask(room, 'small', { contract: { oracle: { files: 'hidden', challenge: { rounds: 0 } } } });
    const order = { contracts: ['small/contract.yml'], agents: ['golden'] };
    await expect(ranSuite(room, 'golden', 1)).rejects.toThrow('strength none: switched off');
    const dry = await ran(room, { ...order, dry_run: true });
    expect(dry.errors).toContain(
      'small/contract.yml: not proven (no contract.lock), no canary, strength none: switched off (oracle.challenge.rounds: 0)',
    );
    expect((await ran(room, { ...order, dry_run: true, json: true })).errors).toEqual([]);
  });
});
