import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type Coordination,
  coordinationSchema,
  defaultCoordination,
} from '../../contract/coordination/coordination.js';
import { parseAblation } from '../../contract/coordination/mechanism.js';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { type Policy, policySchema } from '../../contract/policy/policy.js';
import { type BearerTokens, createBearerTokens } from '../../gateway/accounts/bearer_tokens.js';
import { createGuard } from '../../guard/create_guard.js';
import { extendRules } from '../../guard/extend_rules.js';
import { combineMasks } from '../../record/redaction/mask.js';
import { getMcpUrl, openFolderCoordination } from '../../run/coordination/open_folder_coordination.js';
import { createCallerMask } from '../../run/redaction/create_caller_mask.js';
import type { ClientStreams, CommandContext } from '../io/command_context.js';
import { describeFailure } from '../io/describe_failure.js';
import { listenOnPort, waitForInterruption } from '../io/listen_on_port.js';
import { readTokenFile, writeTokenFile } from '../io/read_token_file.js';
import { readContracts } from '../study/read_contracts.js';
import { prepareMcpTools } from './prepare_mcp_tools.js';
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
  const layer = await openFolderCoordination({
    ...{ workspace, record, coordination, policy, off, guard, tokens },
    mask: combineMasks([tokens.mask, createCallerMask(out.secrets ?? []) ?? ((text) => text)]),
    now: () => new Date(),
    prepareTools: () => prepareMcpTools(options, loaded, workspace, record),
    onInterrupted: ({ id, agent, operation }) =>
      out.error(
        `interrupted: ${operation} of ${agent} (${id}) was under way when the server before this one ended; ` +
          'how much of it was done is not known',
      ),
    onFault: (error) => describeFailure(error).text.split('\n').forEach(out.error),
  });
  try {
    if (layer.read_only) out.error(`commands cannot write to ${options.workspace}: ${layer.read_only}`);
    if (options.port === undefined)
      await Promise.race([layer.serveStdio(client!).ended, waitForInterruption(out.signal)]);
    else {
      announceServer(await listenOnPort(layer.serveHttp(), options.port), tokens, options, out, cwd);
      await waitForInterruption(out.signal);
    }
    return 0;
  } finally {
    await layer.close();
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
  const url = getMcpUrl(port);
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
      const declared = coordination.agents.find((agent) => agent.name === name);
      if (declared) return declared;
      const names = coordination.agents.map((agent) => agent.name);
      throw new UserError(
        `${contract} has no agent "${name}"${suggestName(name, names)}`,
        `Its agents: ${names.join(', ')}.`,
      );
    });
  }
}
