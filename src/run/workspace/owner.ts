import { chownSync, lchownSync } from 'node:fs';
import { sandboxOwner } from '../sandbox/identity.js';

/** Whether we may act for other users: then workspaces belong to the sandbox's unprivileged user. */
export const asRoot = process.getuid?.() === 0;

/** Who owns workspaces and acts in them; undefined = the user we run as. */
export const owner: { uid: number; gid: number } | undefined = asRoot ? sandboxOwner() : undefined;

/** Gives a path (not what it links to) to the owner of workspaces. */
export function giveToOwner(path: string | Buffer, link = false): void {
  if (owner) (link ? lchownSync : chownSync)(path, owner.uid, owner.gid);
}
