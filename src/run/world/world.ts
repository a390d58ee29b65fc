import type { SessionOrder } from '../sandbox/backend.js';
import type { Volume } from '../workspace/volume.js';
import type { Inventory } from './inventory.js';

/** Where the world is, for everybody who sees it; commands find the path in the variable. */
export const WORLD = '/world';
export const WORLD_VARIABLE = 'GATEBENCH_WORLD';

/** The surroundings of one attempt's repository (K10): a copy of its own, that the agent changes and checks look at. */
export interface World {
  /** Host path. */
  path: string;
  /** File system of a bounded size on which it lies; undefined = the cache's own. */
  volume?: Volume;
  prepared: Inventory;
  dispose(): Promise<void>;
}

/** An order for a session that sees the world, where there is one. */
export function withWorld(order: SessionOrder, world: World | undefined, read_only: boolean): SessionOrder {
  if (!world) return order;
  const mounts = read_only ? 'read_only_mounts' : 'writable_mounts';
  const volumes = !read_only && world.volume ? { volumes: [...(order.volumes ?? []), world.volume] } : {};
  return { ...order, ...volumes, [mounts]: { ...order[mounts], [world.path]: WORLD } };
}

/** The variable that names the world to commands of a session. */
export const worldVariable = (world: World | undefined, place: (inside: string) => string): Record<string, string> =>
  world ? { [WORLD_VARIABLE]: place(WORLD) } : {};
