import { join } from 'node:path';
import { contractSchema } from '../../../src/contract/contract_schema.js';
import { createBearerTokens } from '../../../src/gateway/accounts/bearer_tokens.js';
import { openAccount } from '../../../src/gateway/accounts/open_account.js';
import type { Exchange } from '../../../src/gateway/accounts/run_account.js';
import { createMeter } from '../../../src/gateway/meter/create_meter.js';
import { openTrafficRecorder } from '../../../src/gateway/recording/open_traffic_recorder.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { RunDirectory } from '../../../src/record/storage/run_directory.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import type { Operator } from '../../../src/run/escalation/operator.js';
import { computeModelCaps, renewMeterCap } from '../../../src/run/model_access/compute_model_caps.js';
import { findAlertFaults } from '../../../src/run/supervisor/find_alert_faults.js';
import { openSupervisor } from '../../../src/run/supervisor/open_supervisor.js';
import { cleanUp, givenRoom } from '../../given.js';
import { type ContractInput, smallContract } from '../../given_task.js';
import { givenManifest } from '../../record/given_record.js';
import { ALLOW, answering } from '../../run/escalation/given_question.js';
import { ended, incoming, user, verbatim } from '../recording/given_traffic.js';
import { PRICES, used } from './given_meter.js';

afterAll(cleanUp);

/** An account of an attempt as it is one, without the server in front and the sandbox behind. */
function given(
  budget: NonNullable<ContractInput['budget']>,
  policy: ContractInput['policy'] = {},
  operators: readonly Operator[] = [],
) {
  const contract = contractSchema.parse(smallContract({ budget, policy }));
  const manifest = givenManifest();
  let now = 0;
  const run = RunDirectory.create(
    join(givenRoom(), 'run'),
    { ...manifest, contract: { ...manifest.contract, body: contract } },
    () => (now += 1e6),
  );
  const supervisor = openSupervisor({ run, contract, operators, signal: new AbortController().signal });
  run.log.enterStage('write');
  const meter = createMeter(computeModelCaps({ contract } as never), PRICES);
  run.log.listen((event) => renewMeterCap(event, meter, run));
  const account = openAccount({
    tokens: createBearerTokens(['agent']),
    meter,
    recorder: openTrafficRecorder({ sink: run, redaction: verbatim }),
    hold: (gone) => supervisor.hold(gone),
    asking_caps: new Set(contract.policy.escalate.conditions),
    stopped: supervisor.signal,
  });
  const ask = (model = 'dear', max_tokens: number | null = 300) =>
    account.admit(incoming([user('go on')], { model, max_tokens }), new AbortController().signal);
  const replayed = () => findAlertFaults(verifyRun(run.path), manifest.harness.version);
  return { run, supervisor, ask, replayed };
}

function going(answer: Awaited<ReturnType<ReturnType<typeof given>['ask']>>): Exchange {
  if ('refused' in answer) throw new Error(answer.message);
  answer.recordPrompt({ body: null, steering: undefined });
  return answer;
}
const spends = (exchange: Exchange, input: number, output: number) =>
  exchange.finish(ended({ usage: used(input, output) }, { output_bytes: output * 4 }));

describe('a request that does not fit', () => {
  it.each([
    ['usd', { usd: 6, headroom: 0 }, 'usd-cap', 'dear'],
    ['tokens', { tokens: 2000, headroom: 0, usd: 1000 }, 'token-cap', 'dear'],
    ['model_requests', { model_requests: 1, usd: 1000 }, 'request-cap', 'dear'],
    ['unpriced-model', { usd: 1000 }, 'unpriced-model', 'mine'],
  ])('ends the agent at the cap of %s, and verification finds the same', async (cap, budget, code, model) => {
    const { run, supervisor, ask, replayed } = given(budget);
    spends(going(await ask()), 500, 290);
    expect(supervisor.stop).toBeUndefined();
    const refused = await ask(model);
    expect('refused' in refused && refused.refused).toBe(code);
    expect(supervisor.stop).toEqual({
      kind: 'resource',
      cap,
      because: `the gateway refused a request to a model: ${'refused' in refused && refused.message}`,
      evidence_seq: selectEvents(run.log.events, 'alert').find(({ payload }) => payload.code === code)!.seq,
    });
    expect(await ask()).toEqual({ refused: 'stopped', message: 'the run is over' });
    expect(replayed()).toEqual([]);
  });

  it('beside one that is under way waits for it, and goes on with what that left', async () => {
    const { run, supervisor, ask } = given({ usd: 8, headroom: 0 });
    const first = going(await ask());
    const second = ask();
    spends(first, 500, 100);
    going(await second).finish(ended(null, { outcome: 'error', code: 'upstream-unreachable', status: 502 }));
    expect([supervisor.stop, selectEvents(run.log.events, 'response').map(({ payload }) => payload.outcome)]).toEqual([
      undefined,
      ['complete', 'error'],
    ]);
  });

  it('has its lower limit in the record where it fits with one', async () => {
    const { run, ask } = given({ usd: 8, headroom: 0 });
    going(await ask('dear', 32_000));
    expect(selectEvents(run.log.events, 'prompt')[0]!.payload.max_tokens).toEqual({ asked: 32_000, sent: 697 });
  });
});

describe('a person who is asked at a cap', () => {
  const outcomes = (run: RunDirectory) =>
    selectEvents(run.log.events, 'response').map(({ payload: { outcome, code, status } }) => [outcome, code, status]);

  it.each([
    ['usd-cap', { usd: 6, headroom: 0 }],
    ['token-cap', { tokens: 2000, headroom: 0, usd: 1000 }],
    ['request-cap', { model_requests: 1, usd: 1000 }],
  ] as const)('and allows it lets the agent have as much once more: %s', async (code, budget) => {
    const policy = { escalate: { conditions: [code] } };
    const { run, supervisor, ask, replayed } = given(budget, policy, [answering(ALLOW)]);
    spends(going(await ask()), 500, 290);
    for (let answered = 1; answered <= 3; answered += 1) spends(going(await ask()), 500, 290);
    expect(supervisor.stop).toBeUndefined();
    // The request that did not fit went on when that was allowed, and its client was told nothing.
    expect(outcomes(run).filter(([outcome]) => outcome === 'refused')).toEqual(Array(3).fill(['refused', code, null]));
    expect(
      selectEvents(run.log.events, 'escalation').filter(({ payload }) => payload.decision === 'allow'),
    ).toHaveLength(3);
    expect(selectEvents(run.log.events, 'note')).toHaveLength(3);
    expect(replayed()).toEqual([]);
  });

  it('and denies it, or does not answer, ends the agent there', async () => {
    const { run, supervisor, ask, replayed } = given(
      { model_requests: 1, usd: 1000 },
      { escalate: { conditions: ['request-cap'] } },
      [answering({ ...ALLOW, decision: 'deny' })],
    );
    spends(going(await ask()), 500, 290);
    expect(await ask()).toEqual({ refused: 'stopped', message: 'the run is over' });
    expect(supervisor.stop).toMatchObject({ kind: 'resource', cap: 'model_requests' });
    expect(outcomes(run).slice(1)).toEqual([
      ['refused', 'request-cap', null],
      ['refused', 'stopped', 400],
    ]);
    expect(replayed()).toEqual([]);
  });

  it('cannot allow what is too large for all of the cap: it is refused, which is asked about once more and ends there', async () => {
    const { supervisor, ask, replayed } = given(
      { tokens: 900, headroom: 0, usd: 1000 },
      { escalate: { conditions: ['token-cap'] } },
      [answering(ALLOW)],
    );
    const refused = await ask();
    expect('refused' in refused && refused.refused).toBe('token-cap');
    await supervisor.settled();
    expect([supervisor.stop, replayed()]).toEqual([undefined, []]);
  });

  it('is not asked about another cap', async () => {
    const { supervisor, ask } = given({ model_requests: 1, usd: 1000 }, { escalate: { conditions: ['usd-cap'] } }, [
      answering(ALLOW),
    ]);
    spends(going(await ask()), 500, 290);
    expect(await ask()).toMatchObject({ refused: 'request-cap' });
    expect(supervisor.stop).toMatchObject({ cap: 'model_requests' });
  });
});

describe('what an upstream reports', () => {
  it('in vain is charged by its bytes and marked', async () => {
    const { run, ask } = given({ usd: 100 });
    going(await ask()).finish(ended({ usage: null }, { output_bytes: 1000, outcome: 'partial', code: 'upstream-cut' }));
    expect(selectEvents(run.log.events, 'cost').map(({ payload }) => payload)).toEqual([
      {
        action_type: 'llm_request',
        unit: 'token',
        quantity: 5 + 1024 + 500,
        cost_usd: expect.closeTo(1.029 + 5),
        provenance: 'estimated',
        exchange: 1,
        price: expect.stringMatching(/^table:/),
      },
    ]);
  });

  it('beyond a cap ends the agent by the breaker, since more was spent than could be known', async () => {
    const { supervisor, ask, replayed } = given({ usd: 8, headroom: 0 });
    spends(going(await ask()), 500, 900);
    expect(supervisor.stop).toMatchObject({ kind: 'resource', cap: 'usd' });
    expect(replayed()).toEqual([]);
  });
});
