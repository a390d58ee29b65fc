import { chownSync, lchownSync } from 'node:fs';
import { getSandboxOwner } from '../sandbox/sandbox_owner.js';

/** True if this process can act for other users. Workspaces then belong to the sandbox's unprivileged user. */
export const isRoot = process.getuid?.() === 0;

/** User who owns workspaces and acts in them; undefined = the user of this process. */
export const workspaceOwner: { uid: number; gid: number } | undefined = isRoot ? getSandboxOwner() : undefined;

/** Gives a path (not its link target) to the owner of workspaces. */
export function giveToOwner(path: string | Buffer, link = false): void {
  if (workspaceOwner) (link ? lchownSync : chownSync)(path, workspaceOwner.uid, workspaceOwner.gid);
}
