import { join } from 'node:path';
import { contractSchema } from '../../../src/contract/contract_schema.js';
import type { Policy } from '../../../src/contract/policy/policy.js';
import { createGuard } from '../../../src/guard/create_guard.js';
import { NO_PRICE_RATES } from '../../../src/record/events/model_payloads.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { RunDirectory } from '../../../src/record/storage/run_directory.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import type { Operator } from '../../../src/run/escalation/operator.js';
import { openActMonitor } from '../../../src/run/supervisor/acts/open_act_monitor.js';
import { computeSampleGap, SAMPLE_INTERVAL_MS } from '../../../src/run/supervisor/compute_sample_gap.js';
import { createResourceSampler } from '../../../src/run/supervisor/create_resource_sampler.js';
import { findAlertFaults } from '../../../src/run/supervisor/find_alert_faults.js';
import { openSupervisor } from '../../../src/run/supervisor/open_supervisor.js';
import type { TreeRestorer } from '../../../src/run/supervisor/rollback_controller.js';
import { createCommandLogSink, executeCommand } from '../../../src/sandbox/execution/execute_command.js';
import { cleanUp, givenRoom } from '../../given.js';
import { type ContractInput, smallContract } from '../../given_task.js';
import { where } from '../../machine.js';
import { givenManifest } from '../../record/given_record.js';
import { bubblewrap, givenFolder, inSession, order, removeFolders } from '../../sandbox/given.js';
import { ALLOW, answering, silent } from '../escalation/given_question.js';
import { call, cost, type Given, prompt, response, sample, times, tree } from './given_events.js';

afterAll(cleanUp);
afterAll(removeFolders);

/** A supervisor over an empty record, whose clock stands still unless `tick` moves it. */
function given(
  settings: Pick<ContractInput, 'policy' | 'budget'>,
  operators: Operator[] = [],
  wait?: () => Promise<void>,
  put_back?: TreeRestorer,
) {
  const contract = contractSchema.parse(smallContract(settings));
  const manifest = givenManifest();
  let now_ms = 0;
  const run = RunDirectory.create(
    join(givenRoom(), 'run'),
    { ...manifest, contract: { ...manifest.contract, body: contract } },
    () => now_ms * 1e6,
  );
  const interruption = new AbortController();
  const waits: number[] = [];
  const acts = openActMonitor({ run, contract, guard: createGuard(), guarded: true, isolated: true });
  const supervisor = openSupervisor({
    run,
    contract,
    acts,
    operators,
    signal: interruption.signal,
    wait: wait ?? (async (ms) => void waits.push(ms)),
    restore_tree: put_back,
  });
  run.log.enterStage('write');
  const log = ({ type, payload }: Given) => void run.log.append(type, 'agent', payload as never);
  const tick = (ms: number) => {
    now_ms += ms;
  };
  const told = () =>
    run.log.events.flatMap((event) => {
      if (event.type === 'alert') return [`alert ${event.payload.code}`];
      if (event.type === 'intervention') return [event.payload.action];
      return event.type === 'escalation' ? [`${event.payload.decision} ${event.payload.condition}`] : [];
    });
  const replayed = () => findAlertFaults(verifyRun(run.path), manifest.harness.version);
  return { run, supervisor, interruption, waits, log, tick, told, replayed };
}

const DENY = { ...ALLOW, decision: 'deny' as const, justification: 'not worth it' };
const identical = { breakers: { identical_calls: 2 }, escalate: { conditions: ['identical-calls' as const] } };
const same = () => call({ run: 'make', tree: tree(1) });

describe('a workspace that goes back', () => {
  const policy = { breakers: { rollback: 1, suspend_writes: 0 } };
  const failed = () => call({ run: 'make test', cycle: 'failed', tree: tree(2) });
  const back = async (to: string | null) => ({ from: tree(2), to: to ?? tree(0), written: 1, removed: 2, kept: 3 });

  it('does so while everything stands still, and nothing begins before it is over', async () => {
    const steps: string[] = [];
    const { supervisor, log, told, replayed } = given({ policy }, [], undefined, async (to) => {
      steps.push('back');
      return back(to);
    });
    supervisor.enter({ pause: async () => void steps.push('pause'), resume: async () => void steps.push('resume') });
    const heard: string[] = [];
    supervisor.trees.onNotice((text) => heard.push(text));
    log(call({ run: 'make test', cycle: 'passed', tree: tree(1) }));
    log(failed());
    expect((await supervisor.admit({ tool: 'command', arguments: {} })).refused).toBeUndefined();
    expect(steps).toEqual(['pause', 'back', 'resume']);
    expect(told()).toEqual(['alert failed-since-good-tree', 'rollback']);
    expect(heard).toEqual([expect.stringContaining('The harness took the workspace back')]);
    expect([supervisor.trees.takeNotice(), supervisor.trees.takeNotice()]).toEqual([heard[0], undefined]);
    await supervisor.close();
    expect(replayed()).toEqual([]);
  });

  it.each<[string, TreeRestorer | undefined]>([
    ['it is another one than it has to be', () => Promise.reject(new Error('not this tree'))],
    ['there is none', undefined],
  ])('ends the attempt by a fault of the harness, never silently, where %s', async (_, put_back) => {
    const { supervisor, log, told, replayed } = given({ policy }, [], undefined, put_back);
    log(failed());
    expect((await supervisor.admit({ tool: 'command', arguments: {} })).refused).toBe('the agent was stopped');
    expect(told()).toEqual(['alert failed-since-good-tree', 'alert rollback-failed']);
    await expect(supervisor.close()).rejects.toThrow('the workspace could not be taken back: ');
    expect(replayed()).toEqual([]);
  });

  it('waits for the end of a test stage', async () => {
    const { supervisor, log, told, run } = given({ policy }, [], undefined, back);
    run.log.enterStage('test');
    log(failed());
    await supervisor.settled();
    expect(told()).toEqual(['alert failed-since-good-tree']);
    await supervisor.trees.runPostponed();
    expect(told()).toEqual(['alert failed-since-good-tree', 'rollback']);
  });
});

describe('a condition that asks a person', () => {
  it('goes on when it is allowed, and the count begins anew', async () => {
    const { supervisor, log, told, replayed } = given({ policy: identical }, [answering(ALLOW)]);
    log(same());
    log(same());
    expect((await supervisor.admit({ tool: 'command', arguments: {} })).refused).toBeUndefined();
    expect([supervisor.stop, supervisor.signal.aborted]).toEqual([undefined, false]);
    log(same());
    expect(told()).toEqual(['alert identical-calls', 'pending identical-calls', 'allow identical-calls']);
    log(same());
    await supervisor.settled();
    expect(told().filter((line) => line.startsWith('alert'))).toHaveLength(2);
    expect(replayed()).toEqual([]);
  });

  it('ends the agent as the breaker says when it is denied', async () => {
    const { supervisor, log, told, replayed, run } = given({ policy: identical }, [answering(DENY)]);
    log(same());
    log(same());
    await supervisor.settled();
    const [alert] = selectEvents(run.log.events, 'alert');
    expect(supervisor.stop).toEqual({
      kind: 'resource',
      cap: 'identical-calls',
      because: `the same call was made 2 times in a row and changed nothing (denied by ${DENY.by})`,
      evidence_seq: alert!.seq,
    });
    expect(supervisor.signal.aborted).toBe(true);
    expect(told()).toEqual(['alert identical-calls', 'pending identical-calls', 'deny identical-calls', 'kill']);
    expect((await supervisor.admit({ tool: 'command', arguments: {} })).refused).toBe('the agent was stopped');
    expect(replayed()).toEqual([]);
  });

  it('ends it by the operator where the breaker alone would only tell', async () => {
    const { supervisor, log, run } = given(
      { policy: { escalate: { conditions: ['no-milestone' as const] } }, budget: { tokens: 100 } },
      [answering(DENY)],
    );
    log(cost('token', 85));
    await supervisor.settled();
    expect(supervisor.stop).toMatchObject({ kind: 'operator', evidence_seq: run.log.events.at(-1)!.seq });
  });

  it('lets a catastrophic act pass once it is allowed, that one only, and the agent goes on', async () => {
    const policy = { escalate: { conditions: ['os-level-risk' as const] } };
    const answers = [ALLOW, ALLOW, DENY];
    const { supervisor, log, told, replayed } = given({ policy }, [{ ask: async () => answers.shift() }]);
    const wanted = (run: string) => ({ tool: 'command', arguments: { command: run } });
    expect((await supervisor.admit(wanted('rm -rf /etc'))).refused).toBeUndefined();
    log(call({ run: 'rm -rf /etc' }));
    expect((await supervisor.admit(wanted('rm -rf /etc'))).refused).toBeUndefined();
    expect((await supervisor.admit(wanted('rm -rf /usr'))).refused).toBeUndefined();
    expect((await supervisor.admit(wanted('rm -rf /bin'))).refused).toMatch(/^This deletes the file system/);
    expect(supervisor.stop?.kind).toBe('operator');
    expect(told().filter((line) => line.startsWith('alert'))).toHaveLength(3);
    expect(replayed()).toEqual([]);
  });

  it('lets a prohibited command pass once it is allowed, that one only', async () => {
    const policy = { commands: { deny: ['curl'] }, escalate: { conditions: ['prohibited-command' as const] } };
    const answers = [ALLOW, DENY];
    const { supervisor, log, told, replayed } = given({ policy }, [{ ask: async () => answers.shift() }]);
    const wanted = (run: string) => ({ tool: 'command', arguments: { command: run } });
    expect((await supervisor.admit(wanted('curl a'))).refused).toBeUndefined();
    log(call({ run: 'curl a' }));
    expect((await supervisor.admit(wanted('curl a'))).refused).toBeUndefined();
    expect((await supervisor.admit(wanted('curl b'))).refused).toBe('prohibited by the rule "curl"');
    expect(supervisor.stop?.kind).toBe('safety');
    expect(told().filter((line) => !line.startsWith('pending'))).toEqual([
      'alert prohibited-command',
      'allow prohibited-command',
      'alert prohibited-command',
      'deny prohibited-command',
      'quarantine',
    ]);
    expect(replayed()).toEqual([]);
  });

  it('asks one question after the other', async () => {
    const open: string[] = [];
    let most = 0;
    const operator: Operator = {
      ask: async ({ condition }) => {
        open.push(condition);
        most = Math.max(most, open.length);
        await new Promise((resolve) => setImmediate(resolve));
        open.pop();
        return ALLOW;
      },
    };
    const conditions: Policy['escalate']['conditions'] = ['memory-limit', 'disk-limit'];
    const { supervisor, log, told } = given({ policy: { escalate: { conditions } } }, [operator]);
    log(call({ execution: { cause: 'oom' } }));
    log(call({ execution: { cause: 'disk-limit' } }));
    await supervisor.settled();
    expect([most, told().filter((line) => line.startsWith('allow'))]).toEqual([
      1,
      ['allow memory-limit', 'allow disk-limit'],
    ]);
  });

  it('that is open when the run is interrupted ends nothing by itself', async () => {
    const { supervisor, log, interruption } = given({ policy: identical }, [silent()]);
    log(same());
    log(same());
    interruption.abort(new Error('interrupted'));
    await supervisor.settled();
    expect([supervisor.stop, supervisor.signal.aborted]).toEqual([undefined, true]);
  });
});

describe('leave for a call', () => {
  it('waits as long as the breakers say, once, and never beyond the wall clock of the agent', async () => {
    const settings = { policy: { breakers: { calls_per_minute: 2 } }, budget: { wall: '1s' } };
    const { supervisor, log, tick, waits } = given(settings);
    const admitted = async () => (await supervisor.admit({ tool: 'command', arguments: {} })).refused === undefined;
    log(call({ run: 'a' }));
    log(call({ run: 'b' }));
    expect([await admitted(), await admitted()]).toEqual([true, true]);
    tick(900);
    log(call({ run: 'c' }));
    await admitted();
    // The events themselves stand a few nanoseconds apart.
    expect(waits.map(Math.round)).toEqual([250, 100]);
  });

  it('is refused beyond the budget of calls; what was refused is recorded', async () => {
    const { supervisor, log, run, told } = given({ budget: { tool_calls: 1 }, policy: { breakers: { dominance: 0 } } });
    log(call());
    const wanted = { tool: 'command', arguments: { command: 'ls' } };
    expect((await supervisor.admit(wanted)).refused).toBe('the budget of 1 tool calls is used up');
    expect(selectEvents(run.log.events, 'tool_invocation').at(-1)!.payload).toEqual({
      ...wanted,
      summary: 'not run: the budget of 1 tool calls is used up',
      refused: true,
    });
    expect(told()).toEqual(['alert tool-call-cap', 'kill']);
  });

  it('is refused where calls that are under way take what is left of the budget in USD', async () => {
    const { supervisor, log, told, replayed } = given({ budget: { usd: 8 }, policy: { breakers: { dominance: 0 } } });
    log({
      type: 'cost_projection',
      payload: {
        projection: 'table:x',
        rates: { ...NO_PRICE_RATES, tool_call: 3 },
        assumed: [],
        kept_bytes: 0,
        reserve: { evaluation_minutes: 0, basis: 'timeouts', stored_bytes: 0, usd: 0 },
      },
    });
    const ask = () => supervisor.admit({ tool: 'command', arguments: { command: 'ls' } });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ refused }) => refused === undefined)).toEqual([true, true, false]);
    expect([told(), supervisor.other_usd]).toEqual([[], 0]);
    log(call());
    log(call());
    expect(supervisor.other_usd).toBe(6);
    expect((await ask()).refused).toContain('does not pay for another call');
    expect(told()).toEqual(['alert usd-cap', 'kill']);
    expect(replayed()).toEqual([]);
  });
});

describe('an agent that waits by itself', () => {
  it('never waits beyond its wall clock', async () => {
    const { supervisor, tick, waits } = given({ budget: { wall: '1s' } });
    tick(900);
    await supervisor.wait(50);
    await supervisor.wait(5000);
    tick(900);
    await supervisor.wait(5000);
    expect(waits.map(Math.round)).toEqual([50, 100, 0]);
  });
});

describe('leave for a request to a model', () => {
  const nobody = new AbortController().signal;
  const fast = { policy: { breakers: { calls_per_minute: 2 } } };

  it('is held back as long as the breakers say, by calls or by requests, once', async () => {
    const { supervisor, log, waits } = given(fast);
    log(prompt());
    log(prompt());
    expect(await supervisor.hold(nobody)).toEqual({ held_ms: expect.any(Number) });
    await supervisor.hold(nobody);
    log(call({ run: 'a' }));
    log(call({ run: 'b' }));
    await supervisor.hold(nobody);
    expect(waits).toEqual([250, 250]);
  });

  it('waits behind a request that is held already, and says how long', async () => {
    let go = () => {};
    const { supervisor, log, tick } = given(fast, [], () => new Promise((resolve) => (go = resolve)));
    log(prompt());
    log(prompt());
    const answered: string[] = [];
    const first = supervisor.hold(nobody).then((held) => answered.push(`first ${JSON.stringify(held)}`));
    const second = supervisor.hold(nobody).then((held) => answered.push(`second ${JSON.stringify(held)}`));
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toEqual([]);
    tick(250);
    go();
    await Promise.all([first, second]);
    expect(answered).toEqual(['first {"held_ms":250}', 'second {"held_ms":250}']);
  });

  it('waits for a person who is asked', async () => {
    const { supervisor, log } = given({ policy: identical }, [answering(DENY)]);
    log(same());
    log(same());
    expect(await supervisor.hold(nobody)).toBe('stopped');
  });

  it('ends when the client goes away, though nobody has answered', async () => {
    const { supervisor, log, interruption } = given({ policy: identical }, [silent()]);
    log(same());
    log(same());
    const gone = new AbortController();
    const held = supervisor.hold(gone.signal);
    gone.abort();
    expect(await held).toEqual({ held_ms: 0 });
    interruption.abort();
    await supervisor.settled();
  });

  it('is not given once the gateway refused one at a cap: that ends the agent as a resource, and verification finds the same', async () => {
    const { supervisor, log, told, replayed, run } = given({ budget: { usd: 1 } });
    log(prompt({ upstream: null }));
    log(response('usd-cap'));
    expect(supervisor.stop).toEqual({
      kind: 'resource',
      cap: 'usd',
      because: 'the gateway refused a request to a model: refused for usd-cap',
      evidence_seq: selectEvents(run.log.events, 'alert')[0]!.seq,
    });
    expect(await supervisor.hold(nobody)).toBe('stopped');
    expect([told(), replayed()]).toEqual([['alert usd-cap', 'kill'], []]);
  });

  it('nor after the watch is over', async () => {
    const { supervisor } = given({});
    await supervisor.close();
    expect(await supervisor.hold(nobody)).toBe('stopped');
  });
});

describe('a running command', () => {
  where('sandbox')('is ended when a breaker trips meanwhile; its end and the stop name the breaker', async () => {
    const { supervisor, log, run } = given({ budget: { tokens: 100, headroom: 0 } });
    const execution = await inSession(bubblewrap(), order(givenFolder()), (session) =>
      executeCommand(
        session,
        {
          run: 'sleep 60',
          timeout_ms: 600_000,
          signal: supervisor.signal,
          sample_ms: 10,
          on_sample: () => log(cost('token', 100)),
        },
        createCommandLogSink(run),
      ),
    );
    expect([execution.cause, execution.detail]).toEqual([
      'cancelled',
      'the agent used 100 of 100 tokens; 0 % are kept back',
    ]);
    expect(supervisor.stop).toMatchObject({ kind: 'resource', cap: 'tokens' });
  });

  it('gets no more time than one command may take, and no more than is left of the wall clock', async () => {
    const { supervisor, tick } = given({ budget: { wall: '10s', command: '4s' } });
    const ceiling = (timeout_ms?: number) =>
      inSession(bubblewrap(), order(givenFolder()), (session) =>
        supervisor.execute(session, { run: 'true', ...(timeout_ms === undefined ? {} : { timeout_ms }) }),
      ).then((execution) => execution.timeout_ms);
    expect([await ceiling(), await ceiling(3000), await ceiling(5000)]).toEqual([4000, 3000, 4000]);
    tick(7500);
    // Rounded up: the events themselves stand a few nanoseconds apart.
    expect(await ceiling()).toBe(2501);
    tick(5000);
    expect(await ceiling()).toBe(1);
  });
});

describe('samples in the record', () => {
  it('come every five seconds, then more and more rarely, so that a day of them stays bounded', async () => {
    const { run, tick } = given({});
    const watching = createResourceSampler(run).begin();
    const { type: _, payload } = sample();
    const { tree: __, ...standing } = payload as ReturnType<typeof sample>['payload'];
    for (let i = 0; i < (24 * 3600 * 1000) / SAMPLE_INTERVAL_MS; i += 1) {
      tick(SAMPLE_INTERVAL_MS);
      watching.see(standing);
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    }
    watching.end();
    const at = selectEvents(run.log.events, 'resource_sample').map(({ t }) => t / 1e6);
    expect(at.slice(0, 200)).toEqual(times(200, (i) => (i + 1) * SAMPLE_INTERVAL_MS));
    expect([at.length > 500, at.length < 1500]).toEqual([true, true]);
    expect([computeSampleGap(199), computeSampleGap(200), computeSampleGap(400)]).toEqual([
      SAMPLE_INTERVAL_MS,
      SAMPLE_INTERVAL_MS,
      11 * SAMPLE_INTERVAL_MS,
    ]);
  });

  it('carry the tree of the workspace, unless the command ended while it was taken', async () => {
    const { run, tick } = given({});
    const states = [tree(1), tree(2)].map((id) => ({ tree: id, manifests: '0'.repeat(64) }));
    const watching = createResourceSampler(run, async () => states.shift() ?? null).begin();
    const { payload } = sample();
    const { tree: _, ...standing } = payload as ReturnType<typeof sample>['payload'];
    tick(SAMPLE_INTERVAL_MS);
    watching.see(standing);
    await new Promise((resolve) => setImmediate(resolve));
    tick(SAMPLE_INTERVAL_MS);
    watching.see(standing);
    watching.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(selectEvents(run.log.events, 'resource_sample').map((event) => event.payload.tree)).toEqual([tree(1)]);
  });

  it('carry the tree of the workspace in which the command runs, where that is another one', async () => {
    const { run, tick } = given({});
    const standing = (n: number) => async () => ({ tree: tree(n), manifests: '0'.repeat(64) });
    const watching = createResourceSampler(run, standing(1)).begin(standing(2));
    const { payload } = sample();
    const { tree: _, ...rest } = payload as ReturnType<typeof sample>['payload'];
    tick(SAMPLE_INTERVAL_MS);
    watching.see(rest);
    await new Promise((resolve) => setImmediate(resolve));
    expect(selectEvents(run.log.events, 'resource_sample').map((event) => event.payload.tree)).toEqual([tree(2)]);
  });
});
