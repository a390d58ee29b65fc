import { duplexPair } from 'node:stream';
import { addSubtaskWorkers, defaultCoordination } from '../../contract/coordination/coordination.js';
import type { Ablation } from '../../contract/coordination/mechanism.js';
import { getWorkspaceRoot } from '../../contract/input/get_workspace_root.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { type BearerTokens, createBearerTokens, createWrongTokenAlert } from '../../gateway/accounts/bearer_tokens.js';
import type { Guard } from '../../guard/guard.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import type { CoordinationSession, StageTools } from './coordination_session.js';
import { callOperation } from './mcp/call_operation.js';
import { MCP_BRIDGE } from './mcp/mcp_bridge.js';
import { type McpHttpServer, openMcpHttpServer } from './mcp/mcp_http_server.js';
import { type ClosableDispatcher, openDispatcher } from './open_dispatcher.js';
import type { OperationRequest, OperationResult, ToolFailure, WorkspaceTools } from './operations/operation_result.js';
import { createProcessClock } from './state/coordination_clock.js';
import { openCoordinator } from './state/coordinator.js';
import { createCoordinationSettings } from './state/reducer_result.js';

/** Options of the coordination layer of an attempt. */
export interface CoordinationSessionOptions {
  loaded: Pick<LoadedContract, 'contract'>;
  /** Guard of the attempt. */
  guard: Guard;
  ablation: Ablation;
  run: RunDirectory;
}

/** Opens the coordination layer of an attempt; the caller closes it. Its parts are created on first use. */
export function openCoordinationSession({
  loaded: { contract },
  guard,
  ablation: off,
  run,
}: CoordinationSessionOptions): CoordinationSession {
  const coordination = addSubtaskWorkers(contract.coordination ?? defaultCoordination);
  const agents = coordination.agents.map(({ name }) => name);
  const seats = createToolSeats(getWorkspaceRoot(contract.environment));
  let dispatcher: ClosableDispatcher | undefined;
  let server: { tokens: BearerTokens; http: McpHttpServer } | undefined;
  /** First fault of the harness that an agent met over MCP as an internal error; it makes the attempt meaningless. */
  let fault: unknown;

  const dispatch = () => {
    dispatcher ??= openDispatcher({
      coordination,
      policy: contract.policy,
      off,
      coordinator: openCoordinator({
        settings: createCoordinationSettings(coordination, off),
        clock: createProcessClock(() => run.log.now()),
        mask: (text) => run.applyMask(text),
      }),
      guard,
      tools: seats.tools,
      log: run.log,
      now: () => performance.now(),
    });
    return dispatcher;
  };
  const perform = (request: OperationRequest) => seats.perform(request, (bound) => dispatch().perform(bound));
  const through = {
    perform,
    get operations() {
      return dispatch().operations;
    },
  };
  const serve = () => {
    server ??= openServer(through, agents, run, (error) => {
      fault ??= error;
    });
    return server;
  };
  const token = (agent: string) => serve().tokens.of(agent) ?? '';
  const connect = () => {
    const [clientEnd, serverEnd] = duplexPair();
    serve().http.accept(serverEnd);
    return clientEnd;
  };

  return {
    agents,
    perform,
    performOverMcp: ({ agent, operation, arguments: given, signal }) =>
      callOperation({ connect, token: token(agent), signal }, operation, given).catch((error: Error) => {
        if (!signal?.aborted) throw error;
        return { outcome: 'failed', code: 'agent_stopped', message: 'nobody waits for the answer any more' };
      }),
    token,
    bridge: MCP_BRIDGE,
    accept: (connection) => serve().http.accept(connection),
    get network() {
      return dispatch().network;
    },
    bindTools: seats.bind,
    async close() {
      await server?.http.close();
      await dispatcher?.close();
      if (fault !== undefined) throw fault;
    },
  };
}

/** Opens the MCP server with a token for each agent, masked in the record. */
function openServer(
  dispatcher: Parameters<typeof openMcpHttpServer>[0]['dispatcher'],
  agents: readonly string[],
  run: RunDirectory,
  on_fault: (error: unknown) => void,
): { tokens: BearerTokens; http: McpHttpServer } {
  const tokens = createBearerTokens(agents);
  run.addMask(tokens.mask);
  const on_wrong_token = createWrongTokenAlert(run.log);
  return { tokens, http: openMcpHttpServer({ dispatcher, tokens, on_wrong_token, on_fault }) };
}

/** Tools bound to an agent while its stage lasts. */
interface ToolBinding {
  tools: StageTools;
  over: AbortController;
  under_way: Set<Promise<OperationResult>>;
}

/** Key of the tools for agents without their own; no agent has an empty name. */
const ALL_AGENTS = '';

const STAGE_OVER: ToolFailure = { not_done: 'agent_stopped', message: 'the stage is over' };

/** Creates the seats of agents, at which the tools of a stage are bound. */
function createToolSeats(root: string) {
  const seats = new Map<string, ToolBinding>();
  const findSeat = (agent: string) => seats.get(agent) ?? seats.get(ALL_AGENTS);
  const tools: WorkspaceTools = {
    // Sandboxes show every agent its workspace at the same path.
    get workspace() {
      return [...seats.values()][0]?.tools.workspace ?? root;
    },
    run: async (request) => findSeat(request.agent)?.tools.run(request) ?? STAGE_OVER,
    edit: async (request, agent) => findSeat(agent)?.tools.edit(request, agent) ?? STAGE_OVER,
  };
  return {
    tools,
    /** Performs an operation until the stage of its agent is over. */
    async perform(
      request: OperationRequest,
      perform: (bound: OperationRequest) => Promise<OperationResult>,
    ): Promise<OperationResult> {
      const seat = findSeat(request.agent);
      const stageEnd = seat?.over.signal ?? AbortSignal.abort();
      const signal = request.signal ? AbortSignal.any([request.signal, stageEnd]) : stageEnd;
      const answer = perform({ ...request, signal });
      seat?.under_way.add(answer);
      void answer.catch(() => undefined).then(() => seat?.under_way.delete(answer));
      return answer;
    },
    bind(bound: StageTools, agents: readonly string[] = [ALL_AGENTS]): () => Promise<void> {
      const seat: ToolBinding = { tools: bound, over: new AbortController(), under_way: new Set() };
      for (const agent of agents) seats.set(agent, seat);
      return async () => {
        seat.over.abort(new Error('the stage is over'));
        await bound.close();
        await Promise.allSettled(seat.under_way);
        for (const agent of agents) if (seats.get(agent) === seat) seats.delete(agent);
      };
    },
  };
}
