/**
 * User id of sandboxed commands that root starts. Root cannot run them itself: bubblewrap started by root keeps all
 * capabilities, and process limits do not apply to root. Other users keep their own id.
 */
const SANDBOX_UID = 64242;
const SANDBOX_GID = 64242;

/** User and group ids of a process or file. */
export interface SandboxOwner {
  uid: number;
  gid: number;
}

/**
 * Returns the user who owns workspaces and runs commands. The caller must give workspaces to this user before `open`.
 */
export function getSandboxOwner(): SandboxOwner {
  const uid = process.getuid?.() ?? SANDBOX_UID;
  const gid = process.getgid?.() ?? SANDBOX_GID;
  return uid === 0 ? { uid: SANDBOX_UID, gid: SANDBOX_GID } : { uid, gid };
}

/**
 * Returns the user to whom a new process switches; undefined = it stays the user of this one. Who starts it also drops
 * supplementary groups.
 */
export function getSpawnIdentity(): SandboxOwner | undefined {
  return process.getuid?.() === 0 ? { uid: SANDBOX_UID, gid: SANDBOX_GID } : undefined;
}
