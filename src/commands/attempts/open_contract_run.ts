import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { AttemptRunner } from '../../run/attempt/attempt_ports.js';
import type { PreparedContract } from '../../run/attempt/attempt_spec.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import type { CommandContext } from '../io/command_context.js';
import { runStep } from '../io/progress_reporter.js';
import { type RunOptionsInput, runOptionsSchema } from '../study/run_options.js';
import { createContractPreparer } from './contract_preparer.js';
import { createRunnerContexts } from './create_runner_contexts.js';

/** Contract that is ready for attempts, with the context of its runs. */
interface ContractRun {
  prepared: PreparedContract;
  context: AttemptRunner;
}

/** Options of `run` that matter for single attempts; `out` is the folder of their records. */
type ContractRunOptions = Pick<
  RunOptionsInput,
  'out' | 'search_path' | 'way_out' | 'repos' | 'sandbox' | 'unsafe' | 'pull_request'
>;

/**
 * Prepares one contract for attempts that are no study: its sandbox, repository and tools.
 *
 * @param say prints why a repository is unavailable
 * @throws {UserError} if there is no sandbox, or the folder cannot be written
 */
export async function openContractRun(
  loaded: LoadedContract,
  options: ContractRunOptions,
  cache: WorkspaceCache,
  out: CommandContext,
  cwd: string,
  say?: (line: string) => void,
): Promise<ContractRun> {
  const values = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  // A study needs an agent; attempts here bring their own.
  const asRun = runOptionsSchema.parse({ ...values, contracts: [loaded.shown], agents: ['noop'], ask: false });
  const contexts = await createRunnerContexts(asRun, [loaded], cache, cwd, out);
  const prepare = createContractPreparer(asRun, contexts, out.signal, say);
  const prepared = await runStep(out.progress, 'getting the repository', () => prepare(loaded));
  const activity: AttemptRunner['activity'] = (text, counts) => void out.progress?.enter(text, counts);
  return { prepared, context: { ...contexts.getContext(loaded), activity } };
}
