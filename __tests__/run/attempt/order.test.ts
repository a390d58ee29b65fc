import type { LoadedContract } from '../../../src/contract/loaded.js';
import { NO_ABLATION, readAblation } from '../../../src/contract/mechanisms.js';
import { contractSchema } from '../../../src/contract/schema.js';
import { attemptId, pairFor } from '../../../src/run/attempt/order.js';
import type { Models } from '../../../src/run/gateway/models.js';
import { smallContract } from '../../given_task.js';

const loaded = (version = 'v1', id = 'small') =>
  ({ contract: contractSchema.parse(smallContract({ id })), version }) as LoadedContract;
const agent = { kind: 'noop' as const, identity: 'a' };

describe('the id of an attempt', () => {
  it('is the same for the same attempt, readable, and a name for a folder', () => {
    const id = attemptId(loaded(), agent, 1, 20260307, NO_ABLATION);
    expect(id).toBe(attemptId(loaded(), agent, 1, 20260307, NO_ABLATION));
    expect(id).toMatch(/^small-noop-1-[0-9a-f]{12}$/);
    expect(attemptId(loaded('v1', 'x'.repeat(128)), agent, 1, 1, NO_ABLATION).length).toBeLessThan(120);
  });

  it('stays what it was before there were models, and is another with them', () => {
    const upstream = { name: 'near', url: new URL('http://127.0.0.1:1') };
    const steering = { sha256: 'a'.repeat(64), backend: 'easysteer', rows: 1 };
    const id = (models?: object) =>
      attemptId(loaded(), agent, 1, 20260307, NO_ABLATION, undefined, models as Models | undefined);
    expect(id()).toBe('small-noop-1-6cba46b29684');
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
      attemptId(of, agent, 1, 1, NO_ABLATION, undefined, undefined, pairFor(of, by, one));
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

  it('is another for another contract version, agent, trial, seed or ablation', () => {
    const ids = [
      attemptId(loaded(), agent, 1, 1, NO_ABLATION),
      attemptId(loaded('v2'), agent, 1, 1, NO_ABLATION),
      attemptId(loaded(), { ...agent, identity: 'b' }, 1, 1, NO_ABLATION),
      attemptId(loaded(), agent, 2, 1, NO_ABLATION),
      attemptId(loaded(), agent, 1, 2, NO_ABLATION),
      attemptId(loaded(), agent, 1, 1, readAblation('memory')),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
