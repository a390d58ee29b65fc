import { join } from 'node:path';
import type { WorkspaceCache } from '../../../workspace/cache/workspace_cache.js';
import { createContractPreparer } from '../../attempts/contract_preparer.js';
import { createRunnerContexts } from '../../attempts/create_runner_contexts.js';
import type { CommandContext } from '../../io/command_context.js';
import { readContractFiles } from '../../study/read_contracts.js';
import { runOptionsSchema } from '../../study/run_options.js';
import { validateContracts } from '../../validate/validate_contracts.js';
import { validateOptionsSchema } from '../../validate/validate_options.js';
import type { ImportOptions } from '../import_options.js';
import type { AuditTools } from './audit_contract.js';
import { observeRequiredTests } from './observe_required_tests.js';

/**
 * Creates the tools of an audit: proofs and runs in the real sandbox.
 *
 * @param records folder of the records
 */
export function createAuditTools(
  options: ImportOptions,
  records: string,
  cache: WorkspaceCache,
  out: CommandContext,
  cwd: string,
): AuditTools {
  const { search_path, way_out, repos, concurrency, reruns, mutants } = options;
  const quiet: CommandContext = { ...out, log: () => {}, styled: undefined, error: () => {} };
  return {
    async prove(path, id) {
      const order = validateOptionsSchema.parse({
        ...{ contracts: [path], search_path, way_out, repos, concurrency, reruns, mutants },
        ...{ out: join(records, 'proofs', id), earlier: 'replace', lock: 'renew', cache: cache.root },
      });
      const { proofs } = await validateContracts(order, quiet, cwd);
      out.signal.throwIfAborted();
      return proofs[0]!;
    },
    async observe(path) {
      const [loaded] = readContractFiles([path], cwd);
      const asRun = runOptionsSchema.parse({
        ...{ contracts: [path], agents: ['golden'], search_path, way_out, repos, ask: false },
        out: join(records, 'runs', loaded!.contract.id),
      });
      const contexts = await createRunnerContexts(asRun, [loaded!], cache, cwd, quiet);
      const prepared = await createContractPreparer(asRun, contexts, out.signal)(loaded!);
      if (prepared.snapshot.unavailable !== undefined) return undefined;
      return observeRequiredTests(loaded!, prepared, contexts.getContext(loaded!));
    },
    now: () => new Date(),
  };
}
