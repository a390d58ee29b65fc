import type { LoadedContract } from '../contract/loaded.js';
import { budgetSchema } from '../contract/policy.js';
import { contractSchema } from '../contract/schema.js';
import { UserError } from '../contract/user_error.js';
import { sandboxEnvironment } from '../run/attempt/environment.js';
import { shownBy } from '../run/attempt/set_up.js';
import { imageToolchain, openToolchain } from '../run/attempt/toolchain.js';
import { type FolderHands, openFolderHands } from '../run/coordination/folder_hands.js';
import { selectBackend } from '../run/sandbox/select.js';
import { defaultCache, openCache } from '../run/workspace/cache.js';
import type { McpOrder } from './mcp_order.js';
import { backendMakers } from './open_rooms.js';

/**
 * Hands on the folder, in the sandbox that attempts would have here, without network.
 *
 * @throws {UserError} when that cannot be had, or a tool that the contract declares is missing
 */
export async function openHands(
  order: McpOrder,
  loaded: LoadedContract | undefined,
  workspace: string,
  record: string,
): Promise<FolderHands> {
  const { environment, budget } = loaded?.contract ?? DEFAULTS;
  const { image } = environment;
  const { sandbox, unsafe, search_path } = order;
  const guarantees = loaded?.contract.policy.guarantees;
  const choice = await selectBackend({ sandbox, unsafe, image, guarantees }, backendMakers(search_path));
  if ('refusal' in choice) throw new UserError(`sandbox: ${choice.refusal.reason}`, choice.refusal.remedy);
  const { backend, probe } = choice;
  const cache = await openCache(order.cache ?? defaultCache());
  const searched = (search_path ?? '').split(':').filter(Boolean);
  const toolchain =
    probe.path === undefined ? openToolchain(backend, cache, searched) : imageToolchain(backend, cache, probe.path);
  const { problems } = loaded ? await toolchain.inspect(loaded.contract) : { problems: [] };
  if (problems.length > 0) throw new UserError(`${loaded!.shown}: ${problems.join('; ')}`);
  return openFolderHands({
    workspace,
    backend,
    budget,
    environment: sandboxEnvironment({ environment }, toolchain.path, environment.seed),
    read_only_mounts: toolchain.mounts,
    covered: shownBy([record, ...(loaded ? [loaded.folder] : [])], ['/usr', ...Object.keys(toolchain.mounts)]),
  });
}

/** Of a folder without a contract. */
const DEFAULTS = { environment: contractSchema.shape.environment.parse({}), budget: budgetSchema.parse({}) };
