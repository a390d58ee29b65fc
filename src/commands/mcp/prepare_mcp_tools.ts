import { contractSchema } from '../../contract/contract_schema.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { attemptBudgetSchema, selectSandboxGuarantees } from '../../contract/policy/policy.js';
import { createClockVariables } from '../../run/agents/installation/create_clock_variables.js';
import { createImageToolchain, createToolchain } from '../../run/agents/installation/toolchain.js';
import { createSandboxEnvironment, findExposedFolders } from '../../run/attempt/setup/create_session_options.js';
import { selectBackend } from '../../sandbox/selection/select_backend.js';
import { getDefaultCachePath, openCache } from '../../workspace/cache/workspace_cache.js';
import { createBackendFactories } from '../attempts/start_machine_probes.js';
import type { ServeMcpOptions } from './serve_mcp_options.js';

/**
 * Prepares the tools on the folder, in the sandbox that attempts would have, without network.
 *
 * @throws {UserError} if there is no such sandbox, or a tool that the contract declares is missing
 */
export async function prepareMcpTools(
  options: ServeMcpOptions,
  loaded: LoadedContract | undefined,
  workspace: string,
  record: string,
) {
  const { environment, budget } = loaded?.contract ?? DEFAULT_CONTRACT_SECTIONS;
  const { image } = environment;
  const { sandbox, unsafe, search_path } = options;
  const guarantees = loaded && selectSandboxGuarantees(loaded.contract.policy.guarantees);
  const choice = await selectBackend({ sandbox, unsafe, image, guarantees }, createBackendFactories(search_path));
  if ('refusal' in choice) throw new UserError(`sandbox: ${choice.refusal.reason}`, choice.refusal.remedy);
  const { backend, probe } = choice;
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  const searched = (search_path ?? '').split(':').filter(Boolean);
  const toolchain =
    probe.path === undefined
      ? createToolchain(backend, cache, searched)
      : createImageToolchain(backend, cache, probe.path);
  const { problems } = loaded ? await toolchain.inspect(loaded.contract) : { problems: [] };
  if (problems.length > 0) throw new UserError(`${loaded!.shown}: ${problems.join('; ')}`);
  return {
    workspace,
    backend,
    budget,
    environment: {
      ...(loaded ? createClockVariables(loaded.contract, toolchain.clock_library, new Date()) : {}),
      ...createSandboxEnvironment({ environment }, toolchain.path, environment.seed),
    },
    read_only_mounts: toolchain.mounts,
    covered: findExposedFolders(
      [record, ...(loaded ? [loaded.folder] : [])],
      ['/usr', ...Object.keys(toolchain.mounts)],
    ),
  };
}

/** Environment and budget of a folder without a contract. */
const DEFAULT_CONTRACT_SECTIONS = {
  environment: contractSchema.shape.environment.parse({}),
  budget: attemptBudgetSchema.parse({}),
};
