import { contractSchema } from '../../../src/contract/schema.js';
import { sandboxEnvironment } from '../../../src/run/attempt/environment.js';
import { type ContractInput, smallContract } from '../../given_task.js';

const environment = (changes: ContractInput['environment'] = {}, seed = 7) =>
  sandboxEnvironment(contractSchema.parse(smallContract({ environment: changes })), '/bin', seed);

describe('the environment of a sandboxed command', () => {
  it("is a fixed base, and nothing of the caller's", () => {
    process.env.GATEBENCH_TEST_CANARY = 'x';
    const names = Object.keys(environment()).sort();
    delete process.env.GATEBENCH_TEST_CANARY;
    expect(names).toEqual([
      'CI',
      'GATEBENCH_SEED',
      'LANG',
      'LC_ALL',
      'NO_COLOR',
      'NO_UPDATE_NOTIFIER',
      'PATH',
      'PIP_DISABLE_PIP_VERSION_CHECK',
      'PYTHONDONTWRITEBYTECODE',
      'PYTHONHASHSEED',
      'TERM',
      'TZ',
      'npm_config_audit',
      'npm_config_fund',
      'npm_config_update_notifier',
    ]);
  });

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
