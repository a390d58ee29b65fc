// Needs: sandbox, root
import { cleanUp, givenRoom } from '../../given.js';
import { attemptsIn } from '../../given_run.js';
import { tapCheck } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = attemptsIn(room);

const few = { memory: '512MiB', processes: 8, disk: '64MiB' } as const;
/** Starts more processes than there may be and gives up. */
const GREEDY = 'i=0; while [ $i -lt 12 ]; do sleep 2 & i=$((i+1)); done 2> /dev/null';

describe('processes that the kernel refuses at the limit', () => {
  it('make a check an error, not a failure of the patch', async () => {
    const contract = { budget: few, acceptance: [tapCheck({ run: `sh -c '${GREEDY}; exit 134'` })] };
    const seen = await attempt('golden', { contract });
    const [check] = seen.of('acceptance_check');
    expect(check!.payload.execution!.forks_refused).toBeGreaterThan(0);
    const [gate] = seen.result.verdict.gates.filter(({ gate }) => gate === 'G3');
    expect([gate!.outcome, gate!.why]).toEqual([
      'error',
      expect.stringContaining('refused at the limit (budget.processes)'),
    ]);
  });

  it('are an alert in the stages of an agent, which goes on', async () => {
    const seen = await attempt(`command:sh -c '${GREEDY}'; echo right > value`, { contract: { budget: few } });
    const alerts = seen.of('alert').filter(({ payload }) => payload.code === 'process-limit');
    expect([seen.status, alerts.map(({ payload }) => payload.signals.forks_refused)]).toEqual([
      'success',
      [expect.any(Number)],
    ]);
  });
});
