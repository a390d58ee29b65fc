import { contractSchema } from '../../../src/contract/contract_schema.js';
import { NO_ABLATION, parseAblation } from '../../../src/contract/coordination/mechanism.js';
import type { LoadedContract } from '../../../src/contract/loaded_contract.js';
import type { ModelConfig } from '../../../src/gateway/model_config.js';
import { computeAttemptId, selectPullRequest } from '../../../src/run/attempt/attempt_spec.js';
import { smallContract } from '../../given_task.js';

const loaded = (version = 'v1', id = 'small') =>
  ({ contract: contractSchema.parse(smallContract({ id })), version }) as LoadedContract;
const agent = { kind: 'noop' as const, identity: 'a' };

describe('the id of an attempt', () => {
  it('is the same for the same attempt, readable, and a name for a folder', () => {
    const id = computeAttemptId(loaded(), agent, 1, 20260307, NO_ABLATION);
    expect(id).toBe(computeAttemptId(loaded(), agent, 1, 20260307, NO_ABLATION));
    expect(id).toMatch(/^small-noop-1-[0-9a-f]{12}$/);
    expect(computeAttemptId(loaded('v1', 'x'.repeat(128)), agent, 1, 1, NO_ABLATION).length).toBeLessThan(120);
  });

  it('stays the same from one version of gatebench to the next, and is another with models', () => {
    const upstream = { name: 'near', url: new URL('http://127.0.0.1:1') };
    const steering = { sha256: 'a'.repeat(64), backend: 'easysteer', rows: 1 };
    const id = (models?: object) =>
      computeAttemptId(loaded(), agent, 1, 20260307, NO_ABLATION, undefined, models as ModelConfig | undefined);
    expect(id()).toBe('small-noop-1-58c17861b078');
    const ids = [
      id(),
      id({ name: null, upstreams: [upstream] }),
      id({ name: 'm', upstreams: [upstream] }),
      id({ name: 'm', upstreams: [{ ...upstream, name: 'far' }] }),
      id({ name: 'm', upstreams: [upstream], steering }),
      id({ name: 'm', upstreams: [upstream], steering: { ...steering, sha256: 'b'.repeat(64) } }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    // Where a server of a name stands makes no difference.
    expect(id({ name: null, upstreams: [{ ...upstream, url: new URL('http://127.0.0.1:2') }] })).toBe(ids[1]);
  });

  it('is another for another pull request, base branch, base or head, where the attempt depends on them', () => {
    const pair = { number: 7, base_ref: 'main', base_sha: 'b'.repeat(40), head_sha: 'a'.repeat(40) };
    const changed = { ...agent, name: 'pull-request' };
    const based = { ...loaded(), contract: { ...loaded().contract, snapshot: { base: 'pull-request' as const } } };
    const id = (one: typeof pair | undefined, of = loaded(), by: { name: string } = changed) =>
      computeAttemptId(of, agent, 1, 1, NO_ABLATION, undefined, undefined, selectPullRequest(of, by, one));
    const others = [
      { ...pair, number: 11 },
      { ...pair, base_ref: 'release' },
      { ...pair, base_sha: 'c'.repeat(40) },
      { ...pair, head_sha: 'c'.repeat(40) },
    ];
    expect(new Set([undefined, pair, ...others].map((one) => id(one))).size).toBe(6);
    expect(id(pair, based, { name: 'noop' })).not.toBe(id(others[0], based, { name: 'noop' }));
    expect(id(pair, loaded(), { name: 'noop' })).toBe(id(undefined, loaded(), { name: 'noop' }));
  });

  // Holds K7
  it('is another for another title, build or test command, which the agent is told and no contract version binds', () => {
    const { contract } = loaded();
    const { metadata } = contract;
    const ids = [
      contract,
      { ...contract, title: 'The fix is a + b' },
      { ...contract, metadata: { ...metadata, test_command: 'true' } },
      { ...contract, metadata: { ...metadata, build_command: 'true' } },
      { ...contract, obligations: 'Add, do not subtract.' },
    ].map((contract) => computeAttemptId({ ...loaded(), contract }, agent, 1, 1, NO_ABLATION));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is the same whatever of the contract no agent is told', () => {
    const { contract } = loaded();
    const other = { ...contract, metadata: { ...contract.metadata, tier: 3 as const } };
    expect(computeAttemptId({ ...loaded(), contract: other }, agent, 1, 1, NO_ABLATION)).toBe(
      computeAttemptId(loaded(), agent, 1, 1, NO_ABLATION),
    );
  });

  it('is another for another contract version, agent, trial, seed or ablation', () => {
    const ids = [
      computeAttemptId(loaded(), agent, 1, 1, NO_ABLATION),
      computeAttemptId(loaded('v2'), agent, 1, 1, NO_ABLATION),
      computeAttemptId(loaded(), { ...agent, identity: 'b' }, 1, 1, NO_ABLATION),
      computeAttemptId(loaded(), agent, 2, 1, NO_ABLATION),
      computeAttemptId(loaded(), agent, 1, 2, NO_ABLATION),
      computeAttemptId(loaded(), agent, 1, 1, parseAblation('memory')),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
