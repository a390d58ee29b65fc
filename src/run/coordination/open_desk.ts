import { duplexPair } from 'node:stream';
import { defaultCoordination, withWorkers } from '../../contract/coordination.js';
import type { LoadedContract, RulesFile } from '../../contract/loaded.js';
import type { Ablation } from '../../contract/mechanisms.js';
import type { RunDirectory } from '../../record/run_directory.js';
import { rulesOf } from '../contracts/read_rules.js';
import { openGuard } from '../safety/guardrails/open_guard.js';
import { DEFAULT_ROOT } from '../sandbox/mounts.js';
import type { Answer, Hands, NotDone, Request } from './answer.js';
import { processClock } from './clock.js';
import { openCoordinator } from './coordinator.js';
import { settingsOf } from './decision.js';
import type { Desk, StageHands } from './desk.js';
import { type OpenDispatcher, openDispatcher } from './dispatcher.js';
import { callOperation } from './mcp/client.js';
import { type McpHttp, openMcpHttp } from './mcp/http.js';
import { openTokens, type Tokens, wrongTokenAlerts } from './mcp/tokens.js';

export interface DeskOrder {
  loaded: Pick<LoadedContract, 'contract'>;
  rules: readonly RulesFile[];
  ablation: Ablation;
  run: RunDirectory;
}

/** Opens the desk of an attempt. Nothing is made before somebody asks for it. */
export function openDesk({ loaded: { contract }, rules, ablation: off, run }: DeskOrder): Desk {
  const coordination = withWorkers(contract.coordination ?? defaultCoordination);
  const agents = coordination.agents.map(({ name }) => name);
  const seats = new Map<string, Seat>();
  let dispatcher: OpenDispatcher | undefined;
  let server: { tokens: Tokens; http: McpHttp } | undefined;
  /** The first fault of ours that an agent met over MCP: it was told of an internal error, and the attempt means nothing. */
  let fault: unknown;

  const seatOf = (agent: string) => seats.get(agent) ?? seats.get(EVERYBODY);
  const hands: Hands = {
    // Where it is the same for all: a sandbox shows each its own at one place.
    get workspace() {
      return [...seats.values()][0]?.hands.workspace ?? DEFAULT_ROOT;
    },
    run: async (order) => seatOf(order.agent)?.hands.run(order) ?? STAGE_OVER,
    edit: async (order, agent) => seatOf(agent)?.hands.edit(order, agent) ?? STAGE_OVER,
  };
  const dispatch = () => {
    dispatcher ??= openDispatcher({
      coordination,
      policy: contract.policy,
      off,
      coordinator: openCoordinator({
        settings: settingsOf(coordination, off),
        clock: processClock(() => run.log.now()),
        mask: (text) => run.masked(text),
      }),
      guard: openGuard(rulesOf(rules)),
      hands,
      log: run.log,
      now: () => performance.now(),
    });
    return dispatcher;
  };
  const perform = async (request: Request): Promise<Answer> => {
    const seat = seatOf(request.agent);
    const over = seat?.over.signal ?? AbortSignal.abort();
    const signal = request.signal ? AbortSignal.any([request.signal, over]) : over;
    const answer = dispatch().perform({ ...request, signal });
    seat?.under_way.add(answer);
    void answer.catch(() => undefined).then(() => seat?.under_way.delete(answer));
    return answer;
  };
  const serve = () => {
    if (server) return server;
    const tokens = openTokens(agents);
    run.hide(tokens.mask);
    const through = {
      perform,
      get operations() {
        return dispatch().operations;
      },
    };
    const on_fault = (error: unknown) => {
      fault ??= error;
    };
    server = {
      tokens,
      http: openMcpHttp({ dispatcher: through, tokens, on_wrong_token: wrongTokenAlerts(run.log), on_fault }),
    };
    return server;
  };
  const token = (agent: string) => serve().tokens.of(agent) ?? '';

  return {
    agents,
    perform,
    performOverMcp: ({ agent, operation, arguments: given, signal }) =>
      callOperation({ connect, token: token(agent), signal }, operation, given).catch((error: Error) => {
        if (!signal?.aborted) throw error;
        return { outcome: 'failed', code: 'agent_stopped', message: 'nobody waits for the answer any more' };
      }),
    token,
    accept: (connection) => serve().http.accept(connection),
    get network() {
      return dispatch().network;
    },
    seat(hands, agents = [EVERYBODY]) {
      const seat: Seat = { hands, over: new AbortController(), under_way: new Set() };
      for (const agent of agents) seats.set(agent, seat);
      return async () => {
        seat.over.abort(new Error('the stage is over'));
        await hands.close();
        await Promise.allSettled(seat.under_way);
        for (const agent of agents) if (seats.get(agent) === seat) seats.delete(agent);
      };
    },
    async close() {
      await server?.http.close();
      await dispatcher?.close();
      if (fault !== undefined) throw fault;
    },
  };

  function connect() {
    const [ours, theirs] = duplexPair();
    serve().http.accept(theirs);
    return ours;
  }
}

/** Where an agent's operations are done, as long as its stage lasts. */
interface Seat {
  hands: StageHands;
  over: AbortController;
  under_way: Set<Promise<Answer>>;
}

/** Stands for all agents without a seat of their own; no name of an agent is empty. */
const EVERYBODY = '';

const STAGE_OVER: NotDone = { not_done: 'agent_stopped', message: 'the stage is over' };
