import { contractSchema } from '../../../src/contract/contract_schema.js';
import type { AttemptStage, Event, EventPayload, EventType, Execution } from '../../../src/record/events/event.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { GENESIS_HASH } from '../../../src/record/storage/verify_hash_chain.js';
import type { BreakerThresholds } from '../../../src/run/supervisor/breakers/base/breaker.js';
import { replayTrips } from '../../../src/run/supervisor/breakers/create_breaker_set.js';
import { type ContractInput, smallContract } from '../../given_task.js';

/** An event before it has its place in a log. `s` = seconds since run start; default: 1 s after the one before. */
export interface Given<T extends EventType = EventType> {
  type: T;
  payload: EventPayload<T>;
  stage?: AttemptStage | undefined;
  s?: number | undefined;
}

/** A log of these events, with the places that they have in it. What the breakers look at is whole, the chain is not. */
export function givenLog(events: readonly Given[]): Event[] {
  let t = 0;
  let stage: AttemptStage = 'write';
  return events.map((given, seq) => {
    t = given.s === undefined ? t + 1e9 : Math.max(t + 1, Math.round(given.s * 1e9));
    if (given.type === 'stage_changed') stage = (given.payload as EventPayload<'stage_changed'>).to;
    return {
      seq,
      t,
      type: given.type,
      actor: 'agent',
      stage: given.stage ?? stage,
      payload: placed(given, seq),
      prev: GENESIS_HASH,
      hash: GENESIS_HASH,
    } as Event;
  });
}

/** An outcome of an act is shown by the event before it, where `of_seq` is -1. */
const placed = ({ type, payload }: Given, seq: number) =>
  type === 'act_outcome' && (payload as EventPayload<'act_outcome'>).of_seq === -1
    ? { ...payload, of_seq: seq - 1 }
    : payload;

export const tree = (n: number) => n.toString(16).padStart(40, '0');
const nothing = { sha256: GENESIS_HASH, bytes: 0, truncated: false, head: '', tail: '' };

/** A command as it ran: 1 s, exit status 0. */
export function ran(changes: Partial<Execution> = {}): Execution {
  return {
    command: 'true',
    started_ms: 0,
    ended_ms: 1000,
    cause: 'exit',
    exit_code: 0,
    signal: null,
    timeout_ms: 600_000,
    usage: { wall_ms: 1000, cpu_ms: null, peak_memory_bytes: null, source: 'none' },
    network_attempts: 0,
    stdout: nothing,
    stderr: nothing,
    ...changes,
  };
}

export interface GivenCall extends Partial<Omit<EventPayload<'tool_invocation'>, 'execution'>> {
  run?: string;
  execution?: Partial<Execution> | undefined;
  s?: number;
  stage?: AttemptStage;
}

/** A call of the agent: a command line that ran, unless told otherwise. */
export function call({ run = 'true', execution = {}, s, stage, ...rest }: GivenCall = {}): Given<'tool_invocation'> {
  return {
    type: 'tool_invocation',
    s,
    stage,
    payload: {
      tool: 'command',
      arguments: { command: run },
      execution: ran({ command: run, ...execution }),
      summary: 'exit 0',
      ...rest,
    },
  };
}

export interface GivenTrafficCall {
  run?: string;
  tool?: string;
  /** What the model was told of it; null = nothing was seen. */
  told?: string | null;
  outcome?: EventPayload<'act_outcome'>['outcome'];
  cycle?: 'passed' | 'failed' | 'unknown' | null;
  tree?: number | null;
  manifests?: number | null;
  installs?: readonly string[];
  form?: EventPayload<'act'>['form'];
  subtask?: string;
  /** Seconds since run start when the model asked for it, and when it was told what came of it. */
  asked_s?: number | undefined;
  told_s?: number | undefined;
}

let acts = 0;

/** A call that only the traffic with a model shows, as the act monitor tells it: what is asked, what is told of it, what came of it. */
export function trafficCall(given: GivenTrafficCall = {}): Given[] {
  const { run = 'ls', tool = 'bash', told = 'a', cycle = null, installs = [], subtask } = given;
  const act = ++acts;
  const message = { role: 'tool' as const, sha256: sha256(told ?? ''), bytes: 1, text: told ?? '' };
  const part = subtask === undefined ? {} : { subtask };
  return [
    { ...response(null, { exchange: act, tool_calls: 1 }), s: given.asked_s },
    {
      type: 'act',
      payload: {
        act,
        road: 'traffic',
        form: given.form ?? 'command',
        of_seq: null,
        tool,
        text: run,
        bytes: run.length,
        sha256: sha256(run),
        commands: run.split('; '),
        unread: null,
        cycle: cycle && 'test',
        installs: [...installs],
        guard: null,
        handling: 'allow',
        because: '',
        ...part,
      },
    },
    {
      type: 'tool_invocation',
      s: given.told_s,
      payload: {
        tool,
        arguments: { command: run },
        summary: '',
        ...part,
        asked: { conversation: 1, exchange: act, call_id: `c${act}`, result: told === null ? null : message },
      },
    },
    {
      type: 'act_outcome',
      payload: {
        act,
        road: 'traffic',
        of_seq: -1,
        outcome: given.outcome ?? 'done',
        detail: '',
        cycle: cycle === 'unknown' ? null : cycle,
        tree: given.tree == null ? null : tree(given.tree),
        manifests: given.manifests == null ? null : given.manifests.toString(16).padStart(64, '0'),
      },
    },
  ];
}

/** The codes that trip. */
export const codes = (events: readonly Given[], given: Pick<ContractInput, 'policy' | 'budget'> = {}): string[] =>
  trips(events, given).map((trip) => trip.split('@')[0]!);

export const cycle = (outcome: 'passed' | 'failed', n: number | null): Given<'tool_invocation'> =>
  call({ run: 'make test', cycle: outcome, tree: n === null ? null : tree(n) });

export const cost = (unit: 'token' | 'usd', quantity: number, cost_usd: number | null = null): Given<'cost'> => ({
  type: 'cost',
  payload: { action_type: 'llm_request', unit, quantity, cost_usd, provenance: 'measured' },
});

const NOTHING_SENT = { sha256: GENESIS_HASH, bytes: 2 };

/** A request to a model, as it went on. */
export function prompt(changes: Partial<EventPayload<'prompt'>> = {}, s?: number): Given<'prompt'> {
  return {
    type: 'prompt',
    s,
    payload: {
      exchange: 1,
      conversation: 1,
      agent: 'agent',
      dialect: 'chat',
      operation: 'generate',
      path: '/v1/chat/completions',
      model: 'm',
      upstream: 'u',
      stream: false,
      parameters: {},
      max_tokens: { asked: null, sent: null },
      tools: null,
      history: { of: null, kept: 0 },
      messages: [],
      body: NOTHING_SENT,
      sent: null,
      ...changes,
    },
  };
}

/** What came of it; by default nothing did: refused by the gateway for this reason. */
export function response(code: string | null, changes: Partial<EventPayload<'response'>> = {}): Given<'response'> {
  return {
    type: 'response',
    payload: {
      exchange: 1,
      conversation: 1,
      outcome: code === null ? 'complete' : 'refused',
      code,
      detail: code === null ? '' : `refused for ${code}`,
      status: code === null ? 200 : 400,
      model: null,
      finish_reason: null,
      message: null,
      tool_calls: 0,
      usage: null,
      held_ms: 0,
      first_byte_ms: null,
      wall_ms: 0,
      body: null,
      ...changes,
    },
  };
}

export function sample(changes: Partial<EventPayload<'resource_sample'>> = {}): Given<'resource_sample'> {
  return {
    type: 'resource_sample',
    payload: {
      wall_ms: 5000,
      cpu_ms: null,
      memory_bytes: null,
      disk_bytes: null,
      processes: null,
      output_bytes: 0,
      tree: null,
      ...changes,
    },
  };
}

export function answer(condition: string, decision: 'allow' | 'deny' | 'pending', s?: number): Given<'escalation'> {
  const by = decision === 'pending' ? null : 'somebody';
  return {
    type: 'escalation',
    s,
    payload: {
      id: condition,
      condition,
      question: '',
      evidence_seq: null,
      decision,
      by,
      channel: by && 'terminal',
      justification: '',
      waited_ms: 0,
    },
  };
}

export const stage = (to: AttemptStage, s?: number): Given<'stage_changed'> => ({
  type: 'stage_changed',
  s,
  payload: { from: null, to },
});

/** The thresholds of a contract with this policy and budget; without a word on milestones none is asked for. */
export function thresholds({ policy, budget }: Pick<ContractInput, 'policy' | 'budget'> = {}): BreakerThresholds {
  const breakers = { dominance: 0, ...policy?.breakers };
  return contractSchema.parse(smallContract({ policy: { ...policy, breakers }, budget }));
}

/** What trips, as `code@seq`, of breakers with these thresholds. */
export const trips = (events: readonly Given[], given: Pick<ContractInput, 'policy' | 'budget'> = {}): string[] =>
  replayTrips(givenLog(events), thresholds(given)).map(({ at, trip }) => `${trip.code}@${at}`);

export const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
