import type { LoadedContract } from '../../../src/contract/loaded.js';
import { NO_ABLATION, readAblation } from '../../../src/contract/mechanisms.js';
import { contractSchema } from '../../../src/contract/schema.js';
import { attemptId } from '../../../src/run/attempt/order.js';
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
