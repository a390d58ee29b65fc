import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readPredictions, toPredictionKey } from '../../../adapters/predictions/read_predictions.js';
import { openTrajectoryLibrary } from '../../../adapters/trajectories/open_trajectory_library.js';
import { suggestName, UserError } from '../../../contract/input/user_error.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { type DialectName, dialectNames } from '../../../record/events/model_payloads.js';
import { computeDigest, sha256 } from '../../../record/json/compute_digest.js';
import type { ImportedTrajectory } from '../../../record/trajectory/atif_document.js';
import type { Agent, AgentLookupOptions } from '../agent.js';
import { createCommandAgent } from '../command/create_command_agent.js';
import {
  createNoopAgent,
  createPatchAgent,
  createPullRequestAgent,
  createReferenceAgent,
} from '../create_patch_agent.js';
import { createLoopAgent } from '../loop/create_loop_agent.js';
import { createScriptedAgent } from '../script/create_scripted_agent.js';
import { createAgent, listShippedAgents, readAgentFile, readShippedAgent } from './read_agent_file.js';

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
  const argumentText = rest.join(':').trim();
  const argument = kind === 'command' ? unquoteProgram(argumentText) : argumentText;
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
  const knownDialect = dialectNames.find((dialect) => dialect === text);
  if (knownDialect) return knownDialect;
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

/** Longest name of a model, or of an agent with its model, in the name of an agent here. */
const MAX_NAME = 80;

/**
 * Creates an agent from a file of predictions: it submits the patch of the row whose id is that of the contract.
 *
 * @param given `FILE`, or `FILE#MODEL`
 * @param missing what a contract without a row gets: a refusal before the run, or an empty patch
 * @throws {UserError} if the file cannot be read
 */
async function createPredictionsAgent(given: string, cwd: string, missing: 'refuse' | 'empty'): Promise<Agent> {
  const [, file, model] = existsSync(resolve(cwd, given))
    ? [undefined, given]
    : (/^(.*?)(?:#(.*))?$/s.exec(given) ?? []);
  const path = resolve(cwd, file!);
  if (!existsSync(path)) throw new UserError(`file of predictions ${file} is not there`);
  const predictions = await readPredictions(path, model);
  const digests = Object.fromEntries([...predictions.patches].map(([id, patch]) => [id, sha256(patch)]));
  const modelName = predictions.model?.replace(/[^\x21-\x7e]+/g, ' ').trim();
  return {
    kind: 'patch',
    made_elsewhere: true,
    name: `predictions:${(modelName || file!).slice(0, MAX_NAME)}`,
    identity: computeDigest({ kind: 'predictions', model: predictions.model ?? null, digests, missing }),
    detail: { file, model: predictions.model ?? null, predictions: predictions.patches.size, missing },
    patch: async ({ contract, shown }) => {
      const patch = predictions.patches.get(toPredictionKey(contract.id));
      if (patch === undefined && missing === 'refuse')
        throw new UserError(
          `${shown}: ${file} has no prediction for "${contract.id}"`,
          'Leave the contract out, or write predictions-or-empty:FILE to judge an empty patch in its place.',
        );
      return Buffer.from(patch ?? '');
    },
  };
}

/**
 * Creates an agent from recorded trajectories: it submits the patch of the one whose task is the contract. The only
 * trajectory of a file that names no other task is that of every contract.
 *
 * @throws {UserError} if the file cannot be read
 */
async function createTrajectoryAgent(file: string, cwd: string): Promise<Agent> {
  const library = await openTrajectoryLibrary(resolve(cwd, file), file);
  const trajectory = async ({
    contract,
    shown,
  }: LoadedContract): Promise<ImportedTrajectory & { patch: Uint8Array }> => {
    const recorded = await library.read(contract.id);
    if (recorded === undefined)
      throw new UserError(`${shown}: ${file} has no trajectory of "${contract.id}"`, 'Leave the contract out.');
    const { patch } = recorded;
    if (patch === null)
      throw new UserError(
        `${recorded.place}  holds no patch`,
        'Put the patch of the agent beside the file, under its name with .patch in place of .json, .jsonl or .traj.',
      );
    return { ...recorded, patch };
  };
  const agentName = library.agent.replace(/[^\x21-\x7e]+/g, ' ').trim();
  return {
    kind: 'patch',
    made_elsewhere: true,
    name: `trajectory:${agentName.slice(0, MAX_NAME)}`,
    identity: computeDigest({ kind: 'trajectory', digests: Object.fromEntries(library.tasks) }),
    detail: { file, agent: agentName.slice(0, 200), trajectories: library.tasks.size },
    patch: async (loaded) => (await trajectory(loaded)).patch,
    trajectory,
  };
}
