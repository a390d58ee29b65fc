import { existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type CallToolResult, Server, type Tool } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { MachineError } from '../../system/is_code_fault.js';
import { lockFolder } from '../../system/lock_folder.js';
import {
  createScratchFolder,
  getDefaultCachePath,
  openCache,
  removeTree,
} from '../../workspace/cache/workspace_cache.js';
import { runGitOrThrow } from '../../workspace/git/run_git.js';
import { materialiseSnapshot } from '../../workspace/snapshot/materialise_snapshot.js';
import type { ClientStreams, CommandContext } from '../io/command_context.js';
import { describeFailure } from '../io/describe_failure.js';
import { waitForInterruption } from '../io/listen_on_port.js';
import { runStudy } from '../run/run_study.js';
import { readContracts } from '../study/read_contracts.js';
import { runOptionsSchema } from '../study/run_options.js';
import { createJudgeAnswer, formatJudgeAnswer, type JudgeAnswer } from './create_judge_answer.js';
import { openAskLog } from './open_ask_log.js';
import type { ServeMcpOptions } from './serve_mcp_options.js';

/** Largest diff that an agent may give, in bytes. */
const MAX_DIFF_BYTES = 16 * 2 ** 20;
/** Longest time for reading a workspace, in milliseconds. */
const READ_MS = 120_000;
/** Interval of progress messages in milliseconds; a client gives up without them. */
const PROGRESS_MS = 5_000;

const JUDGE_TOOL: Tool = {
  name: 'judge',
  title: 'Judge the change',
  description:
    'Judge the change in the workspace, or a diff, by the gates of the contract: patch, build, hidden tests, policy. ' +
    'Says pass or fail, and what of it can be told. The number of judgements is limited.',
  inputSchema: {
    type: 'object',
    properties: {
      diff: { type: 'string', description: 'unified diff against the base; absent = what the workspace changes' },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

/**
 * Serves the gates of a contract to an agent or an editor: one tool that judges a change, over stdio, as often as the
 * cap allows. Every judgement is an attempt with a record of its own; asks and answers are in `asks.jsonl`.
 *
 * @throws {UserError} for everything that is wrong before the first ask
 */
export async function serveJudge(
  options: ServeMcpOptions,
  out: CommandContext,
  client: ClientStreams | undefined,
  cwd: string,
): Promise<0> {
  if (options.contract === undefined) throw new UserError('--tools judge needs a contract', 'Add --contract FILE.');
  if (options.port !== undefined || client === undefined)
    throw new UserError('--tools judge speaks over standard input and output', 'Leave --port out.');
  const [loaded] = readContracts([options.contract], cwd);
  const judge = openJudge(options, loaded!, out, cwd);
  const transport = new StdioServerTransport(client.input, client.output);
  const connection = serveStdio(() => createJudgeServer(judge), { transport });
  const closed = new Promise<void>((done) => client.input.once('end', done).once('close', done));
  await Promise.race([closed, waitForInterruption(out.signal)]);
  await judge.close();
  await connection.close();
  return 0;
}

/** Judge of one contract. */
interface Judge {
  ask(diff: string | undefined): Promise<JudgeAnswer>;
  /** Refuses what has not begun, and resolves when no judgement is under way. */
  close(): Promise<void>;
}

/** Opens the judge of a contract and its record. @throws {UserError} if another server has the record open */
function openJudge(options: ServeMcpOptions, loaded: LoadedContract, out: CommandContext, cwd: string): Judge {
  const { asks } = options;
  const { contract, version } = loaded;
  const { record, workspace } = resolvePlaces(options, loaded, out, cwd);
  mkdirSync(record, { recursive: true });
  const unlock = lockFolder(record, '--record DIR', 'another judge');
  const log = openAskLog(record, options.record, { gatebench_judge: 1, contract: contract.id, version, asks });
  let count = log.count;
  let [turn, closed]: [Promise<unknown>, boolean] = [Promise.resolve(), false];
  const note = (event: string, fields: Record<string, unknown>) =>
    log.append({ event, at: new Date().toISOString(), ...fields });
  const leave = (event: string, reason: string, fields: Record<string, unknown> = {}): JudgeAnswer => {
    note(event, { ...fields, reason });
    return { verdict: 'undecided', gates: {}, reasons: [reason], asks_left: asks - count };
  };
  const judgeOnce = async (diff: string | undefined): Promise<JudgeAnswer> => {
    if (closed) return leave('refused', 'the judge was closed');
    if (count >= asks) return leave('refused', `all ${asks} judgements are used up`);
    const patch = diff === undefined ? await readChange(loaded, workspace, options, out) : Buffer.from(diff);
    if (patch === undefined) return leave('refused', 'the change of the workspace cannot be read: give it as a diff');
    if (patch.length > MAX_DIFF_BYTES) return leave('refused', 'the change is larger than 16 MiB');
    count++;
    const folder = join(record, `ask-${count}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'change.patch'), patch);
    // Counted before anything runs, so that an ask that is cut off is one.
    note('asked', { ask: count, patch_sha256: sha256(patch) });
    try {
      const result = await runAttempt(loaded, folder, options, out, cwd);
      if (result === undefined) return leave('failed', 'the attempt could not be made', { ask: count });
      if (result.contract.version !== version)
        return leave('failed', 'the contract was changed while this judge ran', { ask: count });
      const answer = createJudgeAnswer(result, asks - count);
      note('answered', { ask: count, answer });
      return answer;
    } catch (error) {
      // What went wrong here is for the caller's terminal: it may tell of the contract and of this machine.
      for (const line of describeFailure(error).text.split('\n')) out.error(line);
      return leave('failed', 'the attempt could not be made', { ask: count });
    }
  };
  return {
    ask: (diff) => {
      // One after the other: they share a machine, and each has to be counted.
      const answer = turn.then(() => judgeOnce(diff));
      turn = answer.catch(() => undefined);
      return answer;
    },
    close: async () => {
      closed = true;
      await turn;
      unlock();
    },
  };
}

/** Resolves record and workspace. @throws {UserError} if an agent could read or change the record */
function resolvePlaces(
  options: Pick<ServeMcpOptions, 'record' | 'workspace'>,
  { contract, shown, folder, lines }: LoadedContract,
  out: CommandContext,
  cwd: string,
): { record: string; workspace: string } {
  if ('base' in contract.snapshot)
    throw new UserError(
      `${shown}:${lines['snapshot.base'] ?? 1}  the base of a pull request is no base of a workspace`,
      'Pin a commit.',
    );
  const [record, named_workspace] = [resolve(cwd, options.record), resolve(cwd, options.workspace)];
  if (statSync(named_workspace, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UserError(`${options.workspace} is not a folder`, 'Name one with --workspace DIR.');
  const workspace = realpathSync(named_workspace);
  const isInside = (path: string) => `${findRealPath(path)}/`.startsWith(`${workspace}/`);
  if (isInside(record))
    throw new UserError(
      `${options.record} lies in the workspace, where an agent could read what the hidden tests printed`,
      'Name a folder outside with --record DIR.',
    );
  if (isInside(folder)) out.error(`${shown} lies in the workspace: an agent that reads it sees the hidden tests`);
  return { record, workspace };
}

/** Returns the real path of what may not be there yet: that of the nearest folder above it, with the rest. */
function findRealPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(findRealPath(dirname(path)), basename(path));
}

/**
 * Reads the change of a workspace against the contract's snapshot as a patch: without ignored files, and without
 * repositories that lie in it.
 *
 * @returns undefined if it cannot be read
 * @throws {UserError} if the snapshot is unavailable
 */
async function readChange(
  loaded: LoadedContract,
  workspace: string,
  options: ServeMcpOptions,
  { signal, error: tell }: CommandContext,
): Promise<Buffer | undefined> {
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  const { tree } = await materialiseSnapshot(loaded, cache, { repos: [], signal });
  const scratch = createScratchFolder(cache);
  try {
    const place = { store: cache.store, index: join(scratch, 'index'), objects: join(scratch, 'objects'), signal };
    const call = { ...place, timeout_ms: READ_MS, output_bytes: 2 * MAX_DIFF_BYTES };
    mkdirSync(place.objects);
    await runGitOrThrow(['read-tree', tree], call);
    await runGitOrThrow(['add', '--all', '--ignore-errors', '--', '.'], { ...call, work_tree: workspace });
    const links = (await runGitOrThrow(['ls-files', '--stage', '-z'], call))
      .toString('latin1')
      .split('\0')
      .flatMap((line) => /^160000 \S+ \d\t(.*)$/s.exec(line)?.[1] ?? []);
    const removals = links.map((path) => `0 ${'0'.repeat(40)}\t${path}\0`).join('');
    await runGitOrThrow(['update-index', '-z', '--index-info'], { ...call, input: Buffer.from(removals, 'latin1') });
    const changed = (await runGitOrThrow(['write-tree'], call)).toString().trim();
    return await runGitOrThrow(['diff-tree', '-p', '--binary', '--full-index', '--no-renames', tree, changed], call);
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    tell(`the change of ${workspace} cannot be read: ${error.message}`);
    return undefined;
  } finally {
    await removeTree(scratch);
  }
}

/** Makes the attempt of a patch. @returns undefined if it left no result */
async function runAttempt(
  { path }: LoadedContract,
  folder: string,
  { sandbox, unsafe, cache, search_path }: ServeMcpOptions,
  out: CommandContext,
  cwd: string,
) {
  const run = runOptionsSchema.parse({
    ...{ contracts: [path], agents: [`patch:${join(folder, 'change.patch')}`], out: join(folder, 'run') },
    ...{ sandbox, unsafe, cache, search_path },
    ...{ ask: false, json: true, concurrency: 1 },
  });
  const quiet: CommandContext = { ...out, log: () => {}, styled: undefined, progress: undefined };
  const { results } = await runStudy(run, quiet, cwd);
  return results[0];
}

/** Creates the server of one connection: the tool, its answers, and signs of life while it judges. */
function createJudgeServer(judge: Judge): Server {
  const server = new Server(
    { name: 'gatebench', title: 'gatebench judge', version: ENGINE_VERSION },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [JUDGE_TOOL] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, arguments: tool_arguments = {} } = params;
    const { diff, ...unknown_arguments } = tool_arguments as { diff?: unknown };
    if (name !== JUDGE_TOOL.name) return createErrorResult(`there is no tool "${name.slice(0, 100)}": call "judge"`);
    if ((diff !== undefined && typeof diff !== 'string') || Object.keys(unknown_arguments).length > 0)
      return createErrorResult('judge takes a diff, as a text, and nothing else');
    const token = mcpReq._meta?.progressToken;
    let progress = 0;
    const sign = setInterval(() => {
      if (token === undefined) return;
      progress += 1;
      mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, progress } }).catch(() => {});
    }, PROGRESS_MS);
    try {
      const answer = await judge.ask(diff);
      return { content: [{ type: 'text', text: formatJudgeAnswer(answer) }], structuredContent: { ...answer } };
    } catch {
      return createErrorResult('the judge could not be asked');
    } finally {
      clearInterval(sign);
    }
  });
  return server;
}

const createErrorResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });
