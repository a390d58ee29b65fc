import { contractSchema } from '../../../src/contract/schema.js';
import { GENESIS } from '../../../src/record/chain.js';
import type { Event, EventType, Execution, Payload, Stage } from '../../../src/record/events.js';
import type { Thresholds } from '../../../src/run/monitors/breakers/breaker.js';
import { tripsOf } from '../../../src/run/monitors/breakers/panel.js';
import { type ContractInput, smallContract } from '../../given_task.js';

/** An event before it has its place in a log. `s` = seconds since run start; default: 1 s after the one before. */
export interface Given<T extends EventType = EventType> {
  type: T;
  payload: Payload<T>;
  stage?: Stage | undefined;
  s?: number | undefined;
}

/** A log of these events, with the places that they have in it. What the breakers look at is whole, the chain is not. */
export function givenLog(events: readonly Given[]): Event[] {
  let t = 0;
  let stage: Stage = 'write';
  return events.map((given, seq) => {
    t = given.s === undefined ? t + 1e9 : Math.max(t + 1, Math.round(given.s * 1e9));
    if (given.type === 'stage_changed') stage = (given.payload as Payload<'stage_changed'>).to;
    return {
      seq,
      t,
      type: given.type,
      actor: 'agent',
      stage: given.stage ?? stage,
      payload: given.payload,
      prev: GENESIS,
      hash: GENESIS,
    } as Event;
  });
}

export const tree = (n: number) => n.toString(16).padStart(40, '0');
const nothing = { sha256: GENESIS, bytes: 0, truncated: false, head: '', tail: '' };

/** A command as it ran: 1 s, exit status 0. */
export function ran(changes: Partial<Execution> = {}): Execution {
  return {
    command: 'true',
    started_ms: 0,
    ended_ms: 1000,
    cause: 'exit',
    exit_code: 0,
    signal: null,
    timeout_ms: 60_000,
    usage: { wall_ms: 1000, cpu_ms: null, peak_memory_bytes: null, source: 'none' },
    network_attempts: 0,
    stdout: nothing,
    stderr: nothing,
    ...changes,
  };
}

export interface GivenCall extends Partial<Omit<Payload<'tool_invocation'>, 'execution'>> {
  run?: string;
  execution?: Partial<Execution> | undefined;
  s?: number;
  stage?: Stage;
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

export const cycle = (outcome: 'passed' | 'failed', n: number | null): Given<'tool_invocation'> =>
  call({ run: 'make test', cycle: outcome, tree: n === null ? null : tree(n) });

export const cost = (unit: 'token' | 'usd', quantity: number, cost_usd: number | null = null): Given<'cost'> => ({
  type: 'cost',
  payload: { action_type: 'llm_request', unit, quantity, cost_usd, provenance: 'measured' },
});

const NOTHING_SENT = { sha256: GENESIS, bytes: 2 };

/** A request to a model, as it went on. */
export function prompt(changes: Partial<Payload<'prompt'>> = {}, s?: number): Given<'prompt'> {
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
export function response(code: string | null, changes: Partial<Payload<'response'>> = {}): Given<'response'> {
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

export function sample(changes: Partial<Payload<'resource_sample'>> = {}): Given<'resource_sample'> {
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

export const stage = (to: Stage, s?: number): Given<'stage_changed'> => ({
  type: 'stage_changed',
  s,
  payload: { from: null, to },
});

/** The thresholds of a contract with this policy and budget; without a word on milestones none is asked for. */
export function thresholds({ policy, budget }: Pick<ContractInput, 'policy' | 'budget'> = {}): Thresholds {
  const breakers = { dominance: 0, ...policy?.breakers };
  return contractSchema.parse(smallContract({ policy: { ...policy, breakers }, budget }));
}

/** What trips, as `code@seq`, of breakers with these thresholds. */
export const trips = (events: readonly Given[], given: Pick<ContractInput, 'policy' | 'budget'> = {}): string[] =>
  tripsOf(givenLog(events), thresholds(given)).map(({ at, trip }) => `${trip.code}@${at}`);

export const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
