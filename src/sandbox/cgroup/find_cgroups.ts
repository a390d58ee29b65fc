import type { CgroupHierarchy } from './control_group.js';
import { findCgroupV1 } from './find_cgroup_v1.js';
import { findCgroupV2 } from './find_cgroup_v2.js';

/**
 * Finds a control group hierarchy in which this process may create groups with memory and process limits. Removes
 * groups whose owner has died.
 *
 * @param root file system root to search
 * @returns undefined if there is no such hierarchy
 */
export function findCgroups(root = '/'): CgroupHierarchy | undefined {
  try {
    return findCgroupV2(root) ?? findCgroupV1(root);
  } catch {
    return undefined;
  }
}
