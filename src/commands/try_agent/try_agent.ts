import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { UserError } from '../../contract/input/user_error.js';
import { formatExitCause } from '../../publish/report/view/attempt_row.js';
import { escapeText } from '../../publish/text/escape_text.js';
import { formatDuration, formatQuantity } from '../../publish/text/format_quantity.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { getDefaultCachePath, openCache } from '../../workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../../workspace/history/create_broken_tree.js';
import type { CommandContext } from '../io/command_context.js';
import { runStudy } from '../run/run_study.js';
import { runOptionsSchema } from '../study/run_options.js';

/** Options of `agents try`. */
interface TryAgentOptions {
  /** Name of `agents list`, or agent:FILE. */
  name: string;
  cache?: string | undefined;
  search_path: string;
  /** Keeps the records in this folder; default: they are removed. */
  out?: string | undefined;
}

/** Agents that ask no model. */
const BASELINES: ReadonlySet<string> = new Set(['golden', 'noop', 'pull-request']);
const FILE = 'greeting.txt';
const [BEFORE, AFTER] = ['good evening\n', 'good morning\n'];

/** Model that asks for one edit, and says then that it is made. */
const MODEL = {
  turns: [
    { say: 'I change the greeting.', calls: [{ write: { path: FILE, content: AFTER } }] },
    { say: 'The greeting is changed.' },
  ],
};

/**
 * Tries an agent against a shipped scripted model (`agents try`): one edit in a repository of one file, no key, no
 * money. Prints what was seen: requests, tokens, edit, end.
 *
 * @returns 0 if the edit was made and the model was asked, 1 if not, 3 if the attempt could not be made, 130 interrupted
 * @throws {UserError} for an unknown agent, a broken file, or a program that is not installed
 */
export async function tryAgent(options: TryAgentOptions, out: CommandContext, cwd: string): Promise<number> {
  if (BASELINES.has(options.name))
    throw new UserError(`${options.name} asks no model`, 'Name an agent of `gatebench agents list`, or agent:FILE.');
  const folder = mkdtempSync(join(tmpdir(), 'gatebench-try-'));
  const cache = options.cache === undefined ? undefined : resolve(cwd, options.cache);
  try {
    const contract = await writeTrial(folder, cache);
    const run_options = runOptionsSchema.parse({
      contracts: [contract],
      agents: [options.name],
      out: options.out ?? join(folder, 'out'),
      earlier: 'refuse',
      cache,
      search_path: options.search_path,
      models: { name: 'scripted', upstreams: [`script:${join(folder, 'model.yml')}`] },
      ask: false,
    });
    // The summary of a run says less about an agent than the lines below.
    const quiet: CommandContext = { ...out, log: () => {}, error: () => {}, styled: undefined };
    const { results, exit_code } = await runStudy(run_options, quiet, cwd);
    const [result] = results;
    if (out.signal.aborted) {
      out.log('interrupted');
      return 130;
    }
    if (result === undefined) {
      out.log('The attempt could not be made.');
      return exit_code;
    }
    for (const line of formatTrial(result)) out.log(escapeText(line));
    if (options.out !== undefined) out.log(escapeText(`record: ${join(options.out, result.run)}`));
    if (result.verdict.status === 'invalid' || result.verdict.status === 'acceptance_error') return 3;
    return isWorking(result) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the task and its model. @returns the path of the contract */
async function writeTrial(folder: string, cache: string | undefined): Promise<string> {
  const repo = join(folder, 'repo');
  mkdirSync(repo);
  writeFileSync(join(repo, FILE), BEFORE);
  writeFileSync(join(folder, 'model.yml'), stringify(MODEL));
  const contract = {
    schema: 1,
    id: 'greeting',
    title: 'Change the greeting',
    description: `Replace the text of ${FILE} by "${AFTER.trim()}".\n`,
    metadata: { tier: 1 },
    snapshot: {
      directory: 'repo',
      tree: await computeFolderTree(repo, await openCache(cache ?? getDefaultCachePath())),
    },
    build: 'none',
    acceptance: [{ id: 'greeting', run: `test "$(cat ${FILE})" = '${AFTER.trim()}'` }],
    oracle: { challenge: { rounds: 0 } },
    budget: { wall: '5m' },
  };
  const path = join(folder, 'contract.yml');
  writeFileSync(path, stringify(contract));
  return path;
}

/** Tells whether a request was answered. */
const isAnswered = ({ verdict: { model } }: AttemptResult): boolean => model !== null && model.requests > model.refused;

/** Tells whether the edit is there that the model asked for. */
const isEdited = ({ verdict: { checks } }: AttemptResult): boolean =>
  checks.length > 0 && checks.every(({ outcome }) => outcome === 'pass');

/** Tells whether the agent ended by itself, with status 0. */
const isEnded = ({ verdict: { agent_exit, termination } }: AttemptResult): boolean =>
  agent_exit === null && (termination === null || termination.code === 'finished');

const isWorking = (result: AttemptResult): boolean => isAnswered(result) && isEdited(result) && isEnded(result);

/** Formats what was seen of the agent, a line for each thing, and what to look at where something is missing. */
function formatTrial(result: AttemptResult): string[] {
  const { agent, verdict, patch, timing } = result;
  const { model, agent_exit, status, reason } = verdict;
  const line = (name: string, text: string) => `${name.padEnd(9)} ${text}`;
  const is_answered = isAnswered(result);
  const refused = model !== null && model.refused > 0 ? `, ${model.refused} refused by the gateway` : '';
  const requests = model === null ? 'none' : `${formatQuantity(model.requests, 'request')}${refused}`;
  const claims = model?.claims.map(({ agrees }) => CLAIMS[String(agrees)]) ?? [];
  const change =
    patch === null || patch.files === 0
      ? 'none'
      : `${formatQuantity(patch.files, 'file')}, not what the model asked for`;
  return [
    line('agent', agent.name),
    line(
      'requests',
      `${requests}${model !== null && is_answered ? `, ${formatQuantity(model.tool_calls, 'tool call')}` : ''}`,
    ),
    ...(model !== null && is_answered
      ? [line('tokens', [`${model.usage.input_tokens} in, ${model.usage.output_tokens} out`, ...claims].join('; '))]
      : []),
    line('edit', isEdited(result) ? `${FILE}, as the model asked for it` : change),
    line('end', `${formatEnd(result)} after ${formatDuration(timing.agent_ms)}`),
    ...(agent_exit?.stderr_tail ?? []).map((text) => `          ${text}`),
    ...(status === 'invalid' ? [line('invalid', reason)] : []),
    ...listRemedies(result),
  ];
}

const CLAIMS: Record<string, string> = {
  true: 'the agent says the same',
  false: 'the agent says otherwise',
  null: 'the agent says nothing that could be compared',
};

function formatEnd({ verdict: { agent_exit, termination } }: AttemptResult): string {
  if (agent_exit !== null) return `agent ended with ${formatExitCause(agent_exit)}`;
  return termination === null || termination.code === 'finished'
    ? 'exit status 0'
    : `stopped: ${termination.rationale}`;
}

/** Lists what to do about what is missing. */
function listRemedies(result: AttemptResult): string[] {
  if (result.verdict.status === 'invalid') return [];
  if (!isAnswered(result))
    return [
      'No request was answered by the model. The agent must ask {{model_url}} with the key {{model_token}}, for {{model}}:',
      'see `gatebench agents show pi` for a file that does.',
    ];
  if (!isEdited(result)) return ['The model was asked, and the edit that it asked for was not made.'];
  return [isEnded(result) ? 'It works.' : 'The edit is there, and the agent did not end with status 0.'];
}
