import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_ABLATION } from '../../contract/coordination/mechanism.js';
import { scoreAttempt } from '../../judge/rubric/score_attempt.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { chooseAgent } from '../../run/agents/catalog/choose_agent.js';
import { computeAttemptId, PROTOCOL_SEED } from '../../run/attempt/attempt_spec.js';
import { runAttempt } from '../../run/attempt/lifecycle/run_attempt.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { openContractRun } from '../attempts/open_contract_run.js';
import type { CommandContext } from '../io/command_context.js';
import { readContractFiles } from '../study/read_contracts.js';
import type { ImportOptions } from './options/import_options.js';

/** Most characters of a script: it is one argument of a shell, in another encoding. */
const MAX_SCRIPT = 64 * 1024;

/** Runs the solution of a contract, and returns the patch that it makes, or why there is none. */
export type SolutionRunner = (contract_path: string, script: string) => Promise<Buffer | { problem: string }>;

/**
 * Creates a function that runs the script of a solution in the sandbox, as an agent is run, so that its patch is taken
 * as that of any other. The record is not kept.
 */
export function createSolutionRunner(
  { search_path, way_out, repos }: Pick<ImportOptions, 'search_path' | 'way_out' | 'repos'>,
  cache: WorkspaceCache,
  out: CommandContext,
  cwd: string,
): SolutionRunner {
  return async (contract_path, script) => {
    if (script.length > MAX_SCRIPT) return { problem: `it has ${script.length} characters, more than ${MAX_SCRIPT}` };
    const folder = mkdtempSync(join(tmpdir(), 'gatebench-solution-'));
    try {
      const [loaded] = readContractFiles([contract_path], cwd);
      const settings = { out: folder, search_path, way_out, repos };
      const { prepared, context } = await openContractRun(loaded!, settings, cache, out, cwd);
      // Encoded: a command line has placeholders, and quotes of its own.
      const line = `echo ${Buffer.from(script).toString('base64')} | base64 -d | bash`;
      const agent = await chooseAgent(`command:${line}`, { cache: cache.root, search_path: search_path ?? '', cwd });
      const id = computeAttemptId(loaded!, agent, 1, PROTOCOL_SEED, NO_ABLATION);
      const report = await runAttempt(
        {
          attempt_id: id,
          loaded: loaded!,
          agent,
          trial: 1,
          seed: PROTOCOL_SEED,
          ablation: NO_ABLATION,
          challenged: false,
        },
        prepared,
        context,
        scoreAttempt,
      );
      out.signal.throwIfAborted();
      const patch = readPatch(join(folder, 'runs', id, RUN_FILES.patch));
      if (patch.length > 0) return patch;
      const { status, reason } = report.verdict;
      return { problem: status === 'invalid' ? reason : 'it changes no file' };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

function readPatch(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
