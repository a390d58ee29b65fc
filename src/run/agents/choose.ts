import { didYouMean } from '../../contract/suggest.js';
import { UserError } from '../../contract/user_error.js';
import type { Agent } from './agent.js';
import { agentFile } from './agent_file.js';
import { command } from './command.js';
import { golden, noop, patchFile, pullRequest } from './fixed.js';
import { scripted } from './scripted.js';

const NAMES = ['noop', 'golden', 'pull-request'];

/** The agent that a command line names: `noop`, `golden`, `pull-request`, `patch:FILE`, `script:FILE` (or a folder of them), `agent:FILE`, `command:"…"`. */
export async function chooseAgent(
  name: string,
  cwd: string,
  request?: { base_sha: string; head_sha: string; workspace: string },
): Promise<Agent> {
  if (name === 'noop') return noop();
  if (name === 'golden') return golden();
  if (name === 'pull-request') {
    if (!request)
      throw new UserError(
        'agent "pull-request" needs a pull request',
        'Run it from a workflow on: pull_request, or give --base and --head.',
      );
    return pullRequest(request);
  }
  const [kind, ...rest] = name.split(':');
  const argument = rest.join(':').trim();
  if (argument === '' && ['patch', 'script', 'agent', 'command'].includes(kind!))
    throw new UserError(`agent "${name}" needs something after the colon`);
  if (kind === 'patch') return patchFile(argument, cwd);
  if (kind === 'script') return scripted(argument, cwd);
  if (kind === 'agent') return agentFile(argument, cwd);
  if (kind === 'command') return command(argument);
  throw new UserError(
    `unknown agent "${name}"${didYouMean(name, NAMES)}`,
    'Known: noop, golden, pull-request, patch:FILE, script:FILE, agent:FILE, command:"…".',
  );
}
