import { join } from 'node:path';
import { computeDigest, sha256 } from '../../../record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../../record/manifest/engine_version.js';
import { readKnownWrongPatches } from '../../../run/validation/create_adversarial_patches.js';
import type { WorkspaceCache } from '../../../workspace/cache/workspace_cache.js';
import { openContractRun } from '../../attempts/open_contract_run.js';
import type { CommandContext } from '../../io/command_context.js';
import { readContractFiles } from '../../study/read_contracts.js';
import { validateContracts } from '../../validate/validate_contracts.js';
import type { ImportOptions } from '../options/import_options.js';
import type { AuditTools } from './audit_contract.js';
import { createProofOptions } from './create_proof_options.js';
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
  const { search_path, way_out, repos, reruns, mutants, calibration } = options;
  const quiet: CommandContext = { ...out, log: () => {}, styled: undefined, error: () => {} };
  return {
    async prove(path, id) {
      const order = createProofOptions(options, path, id, records, cache.root);
      const { proofs } = await validateContracts(order, quiet, cwd);
      out.signal.throwIfAborted();
      return proofs[0]!;
    },
    async observe(path) {
      const [loaded] = readContractFiles([path], cwd);
      const folder = join(records, 'runs', loaded!.contract.id);
      const settings = { out: folder, search_path, way_out, repos };
      const { prepared, context } = await openContractRun(loaded!, settings, cache, quiet, cwd);
      if (prepared.snapshot.unavailable !== undefined) return undefined;
      return observeRequiredTests(loaded!, prepared, context);
    },
    now: () => new Date(),
    findBasis(path) {
      const loaded = readContractFiles([path], cwd)[0]!;
      // The version leaves out what a proof depends on as well: the reference solution, the screen, and wrong patches.
      const files = computeDigest({
        text: loaded.text_sha256,
        golden: loaded.golden ? sha256(loaded.golden) : null,
        wrong: readKnownWrongPatches(loaded).map(({ name, patch }) => [name, sha256(patch)]),
      });
      return (
        `${loaded.version} files ${files} gatebench ${ENGINE_VERSION} reruns ${reruns} mutants ${mutants} ` +
        `calibration ${calibration} ms`
      );
    },
  };
}
