import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { ablationLabel, readAblation } from '../contract/mechanisms.js';
import { UserError } from '../contract/user_error.js';
import { allMasks } from '../record/mask.js';
import { processClock } from '../run/coordination/clock.js';
import { openCoordinator } from '../run/coordination/coordinator.js';
import { settingsOf } from '../run/coordination/decision.js';
import { openDispatcher } from '../run/coordination/dispatcher.js';
import { openJournalFolder } from '../run/coordination/journal_folder.js';
import { MCP_PATH, openMcpHttp } from '../run/coordination/mcp/http.js';
import { openMcpStdio } from '../run/coordination/mcp/stdio.js';
import { openTokens, type Tokens, wrongTokenAlerts } from '../run/coordination/mcp/tokens.js';
import { rebuild } from '../run/coordination/state.js';
import { openGuard } from '../run/safety/guardrails/open_guard.js';
import { withRules } from '../run/safety/guardrails/with_rules.js';
import { callerMask } from '../run/secrets/caller_secrets.js';
import { printLines } from './console_writer.js';
import { failure } from './failure.js';
import { rulesFor } from './mcp_agents.js';
import { openHands } from './mcp_hands.js';
import type { McpOrder } from './mcp_order.js';
import { keepTokens, keptTokens } from './mcp_tokens.js';
import type { RunOutput } from './orders.js';
import { readContracts } from './read_contracts.js';
import { interrupted, listen } from './serving.js';

/** The streams of whoever started us. */
export interface ClientStreams {
  input: Readable;
  output: Writable;
}

/**
 * `mcp`: the coordination layer alone, over a folder, until it is interrupted or its client goes (A4). What it answered was in the record
 * before, so a server that was killed is gone on with by starting it again.
 *
 * @throws {UserError} for everything that is wrong before the first operation
 */
export async function mcp(order: McpOrder, out: RunOutput, client: ClientStreams | undefined, cwd: string): Promise<0> {
  if (order.port === undefined && client === undefined)
    throw new UserError('there is no standard input here', 'Add --port N.');
  const workspace = realFolder(order.workspace, cwd);
  const off = readAblation(order.ablation);
  const [loaded] = order.contract === undefined ? [] : readContracts([order.contract], cwd);
  const { coordination, policy } = rulesFor(order, loaded);
  const guard = openGuard(loaded?.rules && withRules(loaded.rules.text, loaded.rules.shown));
  const tokens = tokensFor(
    coordination.agents.map(({ name }) => name),
    order,
    workspace,
    cwd,
  );
  const record = resolve(cwd, order.record);
  const { log, close } = openJournalFolder(record, workspace, () => new Date());
  const open: { close(): unknown }[] = [{ close }];
  try {
    const mask = allMasks([tokens.mask, callerMask(out.secrets ?? []) ?? ((text) => text)]);
    log.mask = mask;
    log.append('note', 'harness', {
      text: `served to ${tokens.agents.join(', ')}; switched off: ${ablationLabel(off)}`,
    });
    const hands = await openHands(order, loaded, workspace, record);
    open.push(hands);
    if (hands.read_only) out.error(`commands cannot write to ${order.workspace}: ${hands.read_only}`);
    const clock = processClock(() => log.now());
    const settings = settingsOf(coordination, off);
    const coordinator = openCoordinator({ settings, clock, state: rebuild(log.events), mask });
    const now = () => performance.now();
    const dispatcher = openDispatcher({ coordination, policy, off, coordinator, guard, hands, log, now });
    open.push(coordinator, dispatcher);
    const on_fault = (error: unknown) => printLines(out.error, failure(error).text.split('\n'));

    if (order.port === undefined) {
      const stdio = openMcpStdio(tokens.agents[0]!, dispatcher, client!, on_fault);
      open.push(stdio);
      await Promise.race([stdio.ended, interrupted(out.signal)]);
    } else {
      const server = openMcpHttp({ dispatcher, tokens, on_wrong_token: wrongTokenAlerts(log), on_fault });
      open.push(server);
      announce(await listen(server, order.port), tokens, order, out, cwd);
      await interrupted(out.signal);
    }
    return 0;
  } finally {
    // What was opened last uses what was opened before.
    for (const one of open.reverse()) await one.close();
  }
}

/** @throws {UserError} when it is no folder */
function realFolder(given: string, cwd: string): string {
  const path = resolve(cwd, given);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() && path !== '/') return realpathSync(path);
  throw new UserError(`${given} is not a folder that agents can work in`, 'Name one with --workspace DIR.');
}

/** Tokens of the agents: those of an earlier server where a file has them. */
function tokensFor(
  agents: readonly string[],
  { tokens: shown, port }: McpOrder,
  workspace: string,
  cwd: string,
): Tokens {
  if (shown === undefined) return openTokens(agents);
  if (port === undefined) throw new UserError('over stdio there are no tokens', 'Add --port N, or leave --tokens out.');
  const path = resolve(cwd, shown);
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false }) && `${realpathSync(folder)}/`.startsWith(`${workspace}/`))
    throw new UserError(`${shown} lies in the workspace, where every agent could read it`, 'Name a file outside.');
  return openTokens(agents, keptTokens(path, shown));
}

/** Says where each agent finds the server, or writes it where only its owner reads it. */
function announce(port: number, tokens: Tokens, order: McpOrder, out: RunOutput, cwd: string): void {
  const url = `http://127.0.0.1:${port}${MCP_PATH}`;
  const pairs = tokens.agents.map((agent): [string, string] => [agent, tokens.of(agent)!]);
  if (order.tokens === undefined) for (const [agent, token] of pairs) out.error(`${agent}  ${url}  ${token}`);
  else {
    keepTokens(resolve(cwd, order.tokens), order.tokens, { url, tokens: Object.fromEntries(pairs) });
    out.error(`${url}  tokens of ${tokens.agents.join(', ')} in ${order.tokens}`);
  }
}
