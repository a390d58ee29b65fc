// Needs: sandbox
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatClock } from '../../../src/publish/report/view/attempt_row.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';

afterAll(cleanUp);
const room = givenRoom();

const AT = '2024-05-01T12:00:00Z';
const held = where('libfaketime');
/** The check passes on the declared day only, also in a child and in Node, and it takes no longer than it takes. */
const DAY = '[ "$(date -u +%Y-%m-%d)" = 2024-05-01 ]';
const given = (id: string, run: string, more: object = {}) =>
  givenShellTask(room, id, {
    contract: { environment: { clock: AT }, acceptance: [{ id: 'day', run }], ...more },
  });

// Holds K3
describe('environment.clock', () => {
  held('is the time of setup, agent and checks, and goes on from there; the record says what holds it', async () => {
    const run = `${DAY} && sh -c '${DAY}' && [ "$(cat made)" = 2024 ] && sleep 1 && [ "$(date +%H%M)" = 1200 ]`;
    const setup = [{ run: 'date -u +%Y > made' }];
    const contract = await given('dated', run, { setup });
    const { attempts } = await ran(room, {
      contracts: [contract],
      agents: ['golden', 'command:date -u +%Y-%m > value'],
    });
    for (const { result, path } of attempts) {
      expect([result.verdict.status, result.agent.name]).toEqual(['success', result.agent.name]);
      expect(result.clock).toEqual({ at: AT, held_by: 'libfaketime' });
      expect(result.configuration.tools.libfaketime).toBe('there');
      const { environment } = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
      expect(environment.clock).toEqual({ at: AT, held_by: 'libfaketime' });
    }
    const patch = readFileSync(
      join(attempts.find(({ result }) => result.agent.kind === 'command')!.path, 'patch.diff'),
    );
    expect(patch.toString()).toContain('+2024-05\n');
  });

  held('is kept by a replay, which comes to the same', async () => {
    const contract = await given('replayed', DAY);
    await ran(room, { contracts: [contract], agents: ['golden'], out: join(room, 'first') });
    const cache = ['--cache', join(room, 'cache')];
    const { code, log } = await typeCommand(room, ['score', '--rerun', 'first', '--out', 'again', ...cache]);
    expect([code, log]).toEqual([0, expect.stringContaining('same: 1 check compared, under the same conditions')]);
  });

  it('that is not held is said with the reason, and refused where the contract demands it', async () => {
    // A contract with a preloaded library of its own leaves no room for another.
    const environment = { clock: AT, variables: { LD_PRELOAD: '' } };
    const loose = await given('loose', 'true', { environment });
    const strict = await given('strict', 'true', { environment, policy: { guarantees: { clock: 'enforced' } } });
    const { attempts } = await ran(room, { contracts: [loose, strict], agents: ['golden'], out: join(room, 'open') });
    const [first, second] = ['loose', 'strict'].map((id) => attempts.find(({ result }) => result.contract.id === id)!);
    const because = 'the contract declares LD_PRELOAD itself';
    expect([first!.status, first!.result.clock]).toEqual(['success', { at: AT, held_by: null, because }]);
    expect(formatClock(first!.result.clock)).toBe(`clock ${AT} not held (${because})`);
    expect(second!.status).toBe('invalid');
    expect(second!.result.verdict.reason).toContain(`the declared clock is not held: ${because}`);
  });

  it('is the real one where a contract declares none, and must be a time', async () => {
    const contract = await givenShellTask(room, 'real');
    const { attempts } = await ran(room, { contracts: [contract], agents: ['noop'], out: join(room, 'real-out') });
    expect(attempts[0]!.result.clock).toBeUndefined();
    await given('wrong', 'true', { environment: { clock: 'yesterday' as never } });
    const { code, error } = await typeCommand(room, ['run', 'wrong', '--agent', 'noop', '--out', 'no']);
    expect([code, error]).toEqual([2, expect.stringContaining('must be "real" or a time such as')]);
  });
});
