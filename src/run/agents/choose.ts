import { didYouMean } from '../../contract/suggest.js';
import { UserError } from '../../contract/user_error.js';
import { type DialectName, dialects } from '../../record/model_events.js';
import type { Agent } from './agent.js';
import { agentOf, readAgentFile } from './agent_file.js';
import { command } from './command.js';
import { golden, noop, patchFile, pullRequest } from './fixed.js';
import type { AgentMachine } from './installed.js';
import { loopAgent } from './loop/agent.js';
import { readShipped, shippedNames } from './profiles.js';
import { scripted } from './scripted.js';

/** Agents that need nothing but this code. */
export const builtInAgents = ['noop', 'golden', 'pull-request', 'loop'];

/** The agent that a command line names: `noop`, `golden`, `pull-request`, `loop`, `loop:FORMAT`, `patch:FILE`, `script:FILE` (or a folder of them), `agent:FILE`, `command:"…"`, or a shipped one. */
export async function chooseAgent(
  name: string,
  around: AgentMachine & { cwd: string },
  request?: { base_sha: string; head_sha: string; workspace: string },
): Promise<Agent> {
  const { cwd } = around;
  if (name === 'noop') return noop();
  if (name === 'golden') return golden();
  if (name === 'loop') return loopAgent();
  if (name === 'pull-request') {
    if (!request)
      throw new UserError(
        'agent "pull-request" needs a pull request',
        'Run it from a workflow on: pull_request, or give --base and --head.',
      );
    return pullRequest(request);
  }
  const [kind, ...rest] = name.split(':');
  const given = rest.join(':').trim();
  const argument = kind === 'command' ? programText(given) : given;
  if (kind === 'loop') return loopAgent(demandDialect(argument));
  if (argument === '' && ['patch', 'script', 'agent', 'command'].includes(kind!))
    throw new UserError(`agent "${name}" needs something after the colon`);
  if (kind === 'patch') return patchFile(argument, cwd);
  if (kind === 'script') return scripted(argument, cwd);
  if (kind === 'agent') return agentOf(readAgentFile(argument, cwd), around);
  if (kind === 'command') return command(argument);
  const shipped = shippedNames();
  if (shipped.includes(name)) return agentOf(readShipped(name), around);
  throw new UserError(
    `unknown agent "${name}"${didYouMean(name, [...builtInAgents, ...shipped])}`,
    'Known: noop, golden, pull-request, loop, loop:FORMAT, patch:FILE, script:FILE, agent:FILE, command:"…", and those of `gatebench agents list`.',
  );
}

/** @throws {UserError} for a wire format that there is not */
function demandDialect(text: string): DialectName {
  const found = dialects.find((dialect) => dialect === text);
  if (found) return found;
  throw new UserError(
    `agent "loop:${text}": there is no such wire format${didYouMean(text, dialects)}`,
    `Known: ${dialects.join(', ')}; "loop" alone takes the first that its upstream understands.`,
  );
}

/**
 * Returns the program of `command:"…"`. Where one pair of quotes stands around all of it, they are not part of the program: in an input
 * of a workflow there is no shell that takes them off. Quotes around a word of several stay.
 */
function programText(given: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"$/s.exec(given)?.[1];
  const inner = double?.replaceAll('\\"', '"') ?? /^'([^']*)'$/s.exec(given)?.[1];
  return (inner ?? given).trim();
}
