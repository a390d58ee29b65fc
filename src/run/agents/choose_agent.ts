import { suggestName } from '../../contract/input/suggest_name.js';
import { UserError } from '../../contract/input/user_error.js';
import { type DialectName, dialectNames } from '../../record/events/model_payloads.js';
import type { Agent } from './agent.js';
import { createCommandAgent } from './create_command_agent.js';
import {
  createNoopAgent,
  createPatchAgent,
  createPullRequestAgent,
  createReferenceAgent,
} from './create_patch_agent.js';
import { createPredictionsAgent } from './create_predictions_agent.js';
import { createTrajectoryAgent } from './create_trajectory_agent.js';
import type { AgentLookupOptions } from './installation/resolve_agent_program.js';
import { createLoopAgent } from './loop/create_loop_agent.js';
import { createAgent, readAgentFile } from './read_agent_file.js';
import { listShippedAgents, readShippedAgent } from './read_shipped_agent.js';
import { createScriptedAgent } from './script/create_scripted_agent.js';

/** Kinds of agents that are named with something after a colon. */
const COLON_KINDS: readonly string[] = [
  'patch',
  'predictions',
  'predictions-or-empty',
  'trajectory',
  'script',
  'agent',
  'command',
];

/** Agents that need no file. */
export const BUILT_IN_AGENTS = ['noop', 'golden', 'pull-request', 'loop'];

/**
 * Creates the agent that a command line names.
 *
 * Names are `noop`, `golden`, `pull-request`, `loop`, `loop:FORMAT`, `patch:FILE`, `predictions:FILE`,
 * `predictions-or-empty:FILE`, `trajectory:FILE` (or a folder of them),
 * `script:FILE` (or a folder of them),
 * `agent:FILE`, `command:"…"`, and those of shipped agents.
 */
export async function chooseAgent(
  name: string,
  around: AgentLookupOptions & { cwd: string },
  request?: { base_sha: string; head_sha: string; workspace: string },
): Promise<Agent> {
  const { cwd } = around;
  if (name === 'noop') return createNoopAgent();
  if (name === 'golden') return createReferenceAgent();
  if (name === 'loop') return createLoopAgent();
  if (name === 'pull-request') {
    if (!request)
      throw new UserError(
        'agent "pull-request" needs a pull request',
        'Run it from a workflow on: pull_request, or give --base and --head.',
      );
    return createPullRequestAgent(request);
  }
  const [kind, ...rest] = name.split(':');
  const given = rest.join(':').trim();
  const argument = kind === 'command' ? unquoteProgram(given) : given;
  if (kind === 'loop') return createLoopAgent(requireDialect(argument));
  if (argument === '' && COLON_KINDS.includes(kind!))
    throw new UserError(`agent "${name}" needs something after the colon`);
  if (kind === 'patch') return createPatchAgent(argument, cwd);
  if (kind === 'predictions') return createPredictionsAgent(argument, cwd, 'refuse');
  if (kind === 'predictions-or-empty') return createPredictionsAgent(argument, cwd, 'empty');
  if (kind === 'trajectory') return createTrajectoryAgent(argument, cwd);
  if (kind === 'script') return createScriptedAgent(argument, cwd);
  if (kind === 'agent') return createAgent(readAgentFile(argument, cwd), around);
  if (kind === 'command') return createCommandAgent(argument);
  const shipped = listShippedAgents();
  if (shipped.includes(name)) return createAgent(readShippedAgent(name), around);
  throw new UserError(
    `unknown agent "${name}"${suggestName(name, [...BUILT_IN_AGENTS, ...shipped])}`,
    'Known: noop, golden, pull-request, loop, loop:FORMAT, patch:FILE, predictions:FILE, trajectory:FILE, script:FILE, agent:FILE, command:"…", ' +
      'and those of `gatebench agents list`.',
  );
}

/**
 * Requires the name of a known dialect.
 *
 * @throws {UserError} otherwise
 */
function requireDialect(text: string): DialectName {
  const found = dialectNames.find((dialect) => dialect === text);
  if (found) return found;
  throw new UserError(
    `agent "loop:${text}": there is no such wire format${suggestName(text, dialectNames)}`,
    `Known: ${dialectNames.join(', ')}; "loop" alone takes the first that its upstream understands.`,
  );
}

/**
 * Removes the quotes around the program of `command:"…"`. No shell removes them from a workflow's input. Quotes around
 * single words of several stay.
 */
function unquoteProgram(given: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"$/s.exec(given)?.[1];
  const inner = double?.replaceAll('\\"', '"') ?? /^'([^']*)'$/s.exec(given)?.[1];
  return (inner ?? given).trim();
}
