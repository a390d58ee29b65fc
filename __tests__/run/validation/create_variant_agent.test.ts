import { contractSchema } from '../../../src/contract/contract_schema.js';
import type { LoadedContract } from '../../../src/contract/loaded_contract.js';
import {
  createNarrowContract,
  createVariantAgent,
  createVariantContract,
} from '../../../src/run/validation/create_variant_agent.js';
import { smallContract } from '../../given_task.js';

const loaded = {
  contract: contractSchema.parse(
    smallContract({
      build: [{ id: 'make', run: 'make', timeout: '2m' }],
      acceptance: [
        { id: 'unit', run: 'true', timeout: '60s' },
        { id: 'quick', run: 'true', timeout: '1s' },
      ],
      oracle: { canary: 'false' },
      scoring: { maintainability: [{ id: 'lint', run: 'true' }] },
    }),
  ),
  version: 'v',
  proof: { lock_sha256: '', proven: true, made_at: '', perturbation: { equivalent: true, expectations: true } },
} as unknown as LoadedContract;
const of = (role: 'golden' | 'perturbed' | 'mutant' | 'cheater', ceiling_ms?: number) =>
  createVariantContract(loaded, { role, name: 'n', change: 'c' }, ceiling_ms);

describe('the contract as an attempt of a proof sees it', () => {
  it('is the contract itself, without an earlier proof that could vouch for it', () => {
    const { proof: _, ...bare } = loaded;
    expect(of('golden', 5000)).toEqual(bare);
    expect(of('cheater', 5000)).toEqual(bare);
  });

  it('is perturbed always in the attempt that looks for that, and nowhere else', () => {
    expect(of('perturbed').contract.oracle.perturbation.when).toBe('always');
    expect(of('golden').contract.oracle.perturbation.when).toBe('auto');
  });

  it('gives a mutant no longer than the ceiling for any command, and never longer than the contract does', () => {
    const { build, acceptance, oracle, scoring } = of('mutant', 5000).contract;
    const all = [...(build === 'none' ? [] : build), ...acceptance, ...scoring.maintainability];
    expect(all.map(({ timeout }) => timeout)).toEqual([5000, 5000, 1000, 5000]);
    expect(oracle.canary).toEqual({ run: 'false', report: 'exit-code', timeout: 5000, environment: {} });
    expect(of('mutant', 1e9).contract.acceptance).toEqual(loaded.contract.acceptance);
  });
});

describe('the contract that asks for less', () => {
  const narrowed = (challenge: object, fail_to_pass = ['adds']) => {
    const acceptance = [
      { id: 'unit', run: 'all', report: 'tap', fail_to_pass, pass_to_pass: 'all' },
      { id: 'quick', run: 'true' },
    ];
    const contract = contractSchema.parse(
      smallContract({ acceptance, oracle: { canary: 'false', challenge } } as never),
    );
    return createNarrowContract({ ...loaded, contract })?.contract;
  };

  it('has the narrower command alone, and the tests that have to begin to pass', () => {
    const { acceptance, oracle } = narrowed({ run: 'some' })!;
    expect(acceptance.map(({ id, run, fail_to_pass, pass_to_pass }) => [id, run, fail_to_pass, pass_to_pass])).toEqual([
      ['unit', 'some', ['adds'], []],
    ]);
    expect([oracle.canary, oracle.perturbation.when]).toEqual([undefined, 'never']);
  });

  it('does not exist without such a command or such tests', () => {
    expect([narrowed({}), narrowed({ run: 'some' }, [])]).toEqual([undefined, undefined]);
  });
});

type Make = (name: string) => ReturnType<typeof createVariantAgent>;

describe('the agent of a variant', () => {
  it('is the ordinary one for base and reference, and else one by the patch and its name', async () => {
    const patch = Buffer.from('p');
    const [one, again] = [0, 1].map(
      () => (name: string) => createVariantAgent({ role: 'mutant', name, change: 'c', file: 'a', line: 3, patch }),
    ) as [Make, Make];
    expect(createVariantAgent({ role: 'base', name: 'b', change: '' }).kind).toBe('noop');
    expect(createVariantAgent({ role: 'golden', name: 'g', change: '' }).kind).toBe('golden');
    expect([one('a').kind, one('a').name, one('a').identity === again('a').identity]).toEqual([
      'patch',
      'mutant:a',
      true,
    ]);
    expect(one('a').identity).not.toBe(one('b').identity);
    const agent = one('a');
    expect('patch' in agent && (await agent.patch(loaded))).toEqual(patch);
  });
});
