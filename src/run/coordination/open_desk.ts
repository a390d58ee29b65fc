import { duplexPair } from 'node:stream';
import { defaultCoordination } from '../../contract/coordination.js';
import type { LoadedContract, RulesFile } from '../../contract/loaded.js';
import type { Ablation } from '../../contract/mechanisms.js';
import type { RunDirectory } from '../../record/run_directory.js';
import { rulesOf } from '../contracts/read_rules.js';
import { openGuard } from '../safety/guardrails/open_guard.js';
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
  const coordination = contract.coordination ?? defaultCoordination;
  const agents = coordination.agents.map(({ name }) => name);
  const under_way = new Set<Promise<Answer>>();
  let seat = emptySeat();
  let dispatcher: OpenDispatcher | undefined;
  let server: { tokens: Tokens; http: McpHttp } | undefined;

  const hands: Hands = {
    get workspace() {
      return seat.hands?.workspace ?? '/work';
    },
    run: async (order) => (seat.hands ? seat.hands.run(order) : STAGE_OVER),
    edit: async (order) => (seat.hands ? seat.hands.edit(order) : STAGE_OVER),
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
  const perform = (request: Request): Promise<Answer> => {
    const signal = request.signal ? AbortSignal.any([request.signal, seat.over.signal]) : seat.over.signal;
    const answer = dispatch().perform({ ...request, signal });
    under_way.add(answer);
    void answer.finally(() => under_way.delete(answer)).catch(() => undefined);
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
    server = { tokens, http: openMcpHttp({ dispatcher: through, tokens, on_wrong_token: wrongTokenAlerts(run.log) }) };
    return server;
  };
  const token = (agent: string) => serve().tokens.of(agent) ?? '';

  return {
    agents,
    perform,
    performOverMcp: ({ agent, operation, arguments: given, signal }) =>
      callOperation({ connect, token: token(agent), signal }, operation, given),
    token,
    accept: (connection) => serve().http.accept(connection),
    get network() {
      return dispatch().network;
    },
    seat(next) {
      seat = { hands: next, over: new AbortController() };
      const { over } = seat;
      return async () => {
        over.abort(new Error('the stage is over'));
        await next.close();
        await Promise.allSettled(under_way);
        seat = emptySeat();
      };
    },
    async close() {
      await server?.http.close();
      await dispatcher?.close();
    },
  };

  function connect() {
    const [ours, theirs] = duplexPair();
    serve().http.accept(theirs);
    return ours;
  }
}

/** Where operations are done while no stage is open: nowhere. */
function emptySeat(): { hands?: StageHands; over: AbortController } {
  return { over: new AbortController() };
}

const STAGE_OVER: NotDone = { not_done: 'agent_stopped', message: 'the stage is over' };
