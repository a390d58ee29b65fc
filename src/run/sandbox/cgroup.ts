import { findCgroupV1 } from './cgroup_v1.js';
import { findCgroupV2 } from './cgroup_v2.js';
import type { Cgroups } from './control_group.js';

/**
 * The usable control group hierarchy, or undefined when this process may not make groups with memory and process
 * limits. `root` is the file system root to look under. Leftovers of owners that died are removed on the way.
 */
export function findCgroups(root = '/'): Cgroups | undefined {
  try {
    return findCgroupV2(root) ?? findCgroupV1(root);
  } catch {
    return undefined;
  }
}
