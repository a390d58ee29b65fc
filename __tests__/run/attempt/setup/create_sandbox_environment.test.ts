import { contractSchema } from '../../../../src/contract/contract_schema.js';
import { createSandboxEnvironment } from '../../../../src/run/attempt/setup/create_session_options.js';
import { type ContractInput, smallContract } from '../../../given_task.js';

const environment = (changes: ContractInput['environment'] = {}, seed = 7) =>
  createSandboxEnvironment(contractSchema.parse(smallContract({ environment: changes })), '/bin', seed);

describe('the environment of a sandboxed command', () => {
  it("is a fixed base, and nothing of the caller's", () => {
    const before = environment();
    Object.assign(process.env, { GATEBENCH_TEST_CANARY: 'x', NODE_OPTIONS_CANARY: 'x' });
    try {
      expect(environment()).toEqual(before);
    } finally {
      delete process.env.GATEBENCH_TEST_CANARY;
      delete process.env.NODE_OPTIONS_CANARY;
    }
    expect(before).toMatchObject({ PATH: '/bin', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC', GATEBENCH_SEED: '7' });
    for (const name of ['HOME', 'USER', 'NODE_OPTIONS', 'LD_PRELOAD']) expect(before[name]).toBeUndefined();
  });

  // Holds K3
  it('has what the contract declares over it, and not what the contract declares absent', () => {
    const { A, TZ, LANG, CI, PATH, GATEBENCH_SEED } = environment(
      { variables: { A: 'b', CI: 'maybe' }, absent: ['LANG'], timezone: 'Europe/Vienna' },
      20260307,
    );
    expect({ A, TZ, LANG, CI, PATH, GATEBENCH_SEED }).toEqual({
      A: 'b',
      TZ: 'Europe/Vienna',
      LANG: undefined,
      CI: 'maybe',
      PATH: '/bin',
      GATEBENCH_SEED: '20260307',
    });
  });

  it('has a hash seed that Python takes, whatever the seed', () => {
    expect(environment({}, 2 ** 40 + 5).PYTHONHASHSEED).toBe('5');
  });
});
