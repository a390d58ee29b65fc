import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type Coordination,
  coordinationSchema,
  defaultCoordination,
} from '../../contract/coordination/coordination.js';
import { formatAblation, parseAblation } from '../../contract/coordination/mechanism.js';
import { suggestName } from '../../contract/input/suggest_name.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { type Policy, policySchema } from '../../contract/policy/policy.js';
import { type BearerTokens, createBearerTokens, createWrongTokenAlert } from '../../gateway/accounts/bearer_tokens.js';
import { createGuard } from '../../guard/create_guard.js';
import { extendRules } from '../../guard/extend_rules.js';
import { combineMasks } from '../../record/redaction/mask.js';
import { closeInterruptedOperations } from '../../run/coordination/close_interrupted_operations.js';
import { MCP_PATH, openMcpHttpServer } from '../../run/coordination/mcp/mcp_http_server.js';
import { openMcpStdioServer } from '../../run/coordination/mcp/open_mcp_stdio_server.js';
import { openDispatcher } from '../../run/coordination/open_dispatcher.js';
import { openJournalFolder } from '../../run/coordination/open_journal_folder.js';
import { createProcessClock } from '../../run/coordination/state/coordination_clock.js';
import { openCoordinator } from '../../run/coordination/state/coordinator.js';
import { createCoordinationSettings } from '../../run/coordination/state/reducer_result.js';
import { rebuildState } from '../../run/coordination/state/shared_state.js';
import { createCallerMask } from '../../run/redaction/create_caller_mask.js';
import type { ClientStreams } from '../io/client_streams.js';
import type { CommandContext } from '../io/command_context.js';
import { describeFailure } from '../io/describe_failure.js';
import { listenOnPort, waitForInterruption } from '../io/listen_on_port.js';
import { printLines } from '../io/print_lines.js';
import { readTokenFile, writeTokenFile } from '../io/read_token_file.js';
import { readContracts } from '../study/read_contracts.js';
import { openMcpTools } from './open_mcp_tools.js';
import type { ServeMcpOptions } from './serve_mcp_options.js';

/**
 * Serves the coordination layer over a folder until it is interrupted or its client disconnects (`serveMcp`).
 *
 * Every answer is recorded before it is sent, so that a server that was killed continues after a restart.
 *
 * @throws {UserError} for everything that is wrong before the first operation
 */
export async function serveMcp(
  options: ServeMcpOptions,
  out: CommandContext,
  client: ClientStreams | undefined,
  cwd: string,
): Promise<0> {
  if (options.port === undefined && client === undefined)
    throw new UserError('there is no standard input here', 'Add --port N.');
  const workspace = resolveWorkspaceFolder(options.workspace, cwd);
  const off = parseAblation(options.ablation);
  const [loaded] = options.contract === undefined ? [] : readContracts([options.contract], cwd);
  const { coordination, policy } = resolveMcpPolicy(options, loaded);
  const guard = createGuard(loaded?.rules && extendRules(loaded.rules.text, loaded.rules.shown));
  const tokens = openAgentTokens(
    coordination.agents.map(({ name }) => name),
    options,
    workspace,
    cwd,
  );
  const record = resolve(cwd, options.record);
  const { log, close } = openJournalFolder(record, workspace, () => new Date());
  const open: { close(): unknown }[] = [{ close }];
  try {
    const mask = combineMasks([tokens.mask, createCallerMask(out.secrets ?? []) ?? ((text) => text)]);
    log.mask = mask;
    for (const { id, agent, operation } of closeInterruptedOperations(log))
      out.error(
        `interrupted: ${operation} of ${agent} (${id}) was under way when the server before this one ended; ` +
          'how much of it was done is not known',
      );
    log.append('note', 'harness', {
      text: `served to ${tokens.agents.join(', ')}; switched off: ${formatAblation(off)}`,
    });
    const hands = await openMcpTools(options, loaded, workspace, record);
    open.push(hands);
    if (hands.read_only) out.error(`commands cannot write to ${options.workspace}: ${hands.read_only}`);
    const clock = createProcessClock(() => log.now());
    const settings = createCoordinationSettings(coordination, off);
    const coordinator = openCoordinator({ settings, clock, state: rebuildState(log.events), mask });
    const now = () => performance.now();
    const dispatcher = openDispatcher({ coordination, policy, off, coordinator, guard, tools: hands, log, now });
    open.push(coordinator, dispatcher);
    const on_fault = (error: unknown) => printLines(out.error, describeFailure(error).text.split('\n'));

    if (options.port === undefined) {
      const stdio = openMcpStdioServer(tokens.agents[0]!, dispatcher, client!, on_fault);
      open.push(stdio);
      await Promise.race([stdio.ended, waitForInterruption(out.signal)]);
    } else {
      const server = openMcpHttpServer({ dispatcher, tokens, on_wrong_token: createWrongTokenAlert(log), on_fault });
      open.push(server);
      announceServer(await listenOnPort(server, options.port), tokens, options, out, cwd);
      await waitForInterruption(out.signal);
    }
    return 0;
  } finally {
    // Resources are closed in reverse order, since later ones use earlier ones.
    for (const one of open.reverse()) await one.close();
  }
}

/** Resolves the folder in which agents work. @throws {UserError} if it is no folder */
function resolveWorkspaceFolder(given: string, cwd: string): string {
  const path = resolve(cwd, given);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() && path !== '/') return realpathSync(path);
  throw new UserError(`${given} is not a folder that agents can work in`, 'Name one with --workspace DIR.');
}

/** Opens the agents' tokens: those of an earlier server where a file has them. */
function openAgentTokens(
  agents: readonly string[],
  { tokens: shown, port }: ServeMcpOptions,
  workspace: string,
  cwd: string,
): BearerTokens {
  if (shown === undefined) return createBearerTokens(agents);
  if (port === undefined) throw new UserError('over stdio there are no tokens', 'Add --port N, or leave --tokens out.');
  const path = resolve(cwd, shown);
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false }) && `${realpathSync(folder)}/`.startsWith(`${workspace}/`))
    throw new UserError(`${shown} lies in the workspace, where every agent could read it`, 'Name a file outside.');
  return createBearerTokens(agents, readTokenFile(path, shown));
}

/** Tells each agent's address and token, or writes them into a file that only its owner can read. */
function announceServer(
  port: number,
  tokens: BearerTokens,
  options: ServeMcpOptions,
  out: CommandContext,
  cwd: string,
): void {
  const url = `http://127.0.0.1:${port}${MCP_PATH}`;
  const pairs = tokens.agents.map((agent): [string, string] => [agent, tokens.of(agent)!]);
  if (options.tokens === undefined) for (const [agent, token] of pairs) out.error(`${agent}  ${url}  ${token}`);
  else {
    writeTokenFile(resolve(cwd, options.tokens), options.tokens, { url, tokens: Object.fromEntries(pairs) });
    out.error(`${url}  tokens of ${tokens.agents.join(', ')} in ${options.tokens}`);
  }
}

/**
 * Resolves agents and policy: those of the contract or the defaults, with the overrides of the options.
 *
 * @throws {UserError} for agents that the contract does not have, and for one that is named twice
 */
function resolveMcpPolicy(
  { agents, trust, contract }: ServeMcpOptions,
  loaded: LoadedContract | undefined,
): { coordination: Coordination; policy: Policy } {
  const policy = loaded?.contract.policy ?? policySchema.parse({});
  const coordination = loaded?.contract.coordination ?? defaultCoordination;
  const twice = agents.find((name, i) => agents.indexOf(name) < i);
  if (twice !== undefined) throw new UserError(`agent "${twice}" is named twice`, 'Name each once (--agent NAME).');
  return {
    policy: trust === undefined ? policy : { ...policy, trust_level: trust },
    coordination: agents.length === 0 ? coordination : { ...coordination, agents: chosen() },
  };

  function chosen(): Coordination['agents'] {
    if (contract === undefined) return coordinationSchema.parse({ agents: agents.map((name) => ({ name })) }).agents;
    return agents.map((name) => {
      const found = coordination.agents.find((agent) => agent.name === name);
      if (found) return found;
      const known = coordination.agents.map((agent) => agent.name);
      throw new UserError(
        `${contract} has no agent "${name}"${suggestName(name, known)}`,
        `Its agents: ${known.join(', ')}.`,
      );
    });
  }
}
