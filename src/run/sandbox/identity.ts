/**
 * The user that sandboxed commands run as. A superuser must not be that user: bubblewrap started by root keeps every
 * capability, and process limits are not enforced for root. So root hands over to a fixed unprivileged id that owns
 * the workspace; an ordinary user keeps their own id, since they cannot become somebody else.
 */
export const SANDBOX_UID = 64242;
export const SANDBOX_GID = 64242;

export interface Owner {
  uid: number;
  gid: number;
}

/** Who owns the workspace and runs the commands. The caller hands workspaces over to this owner before `open`. */
export function sandboxOwner(): Owner {
  const uid = process.getuid?.() ?? SANDBOX_UID;
  const gid = process.getgid?.() ?? SANDBOX_GID;
  return uid === 0 ? { uid: SANDBOX_UID, gid: SANDBOX_GID } : { uid, gid };
}

/** What `spawn` needs to become that owner. Node drops supplementary groups with it (setgroups to none). */
export function spawnAs(): Partial<Owner> {
  return process.getuid?.() === 0 ? { uid: SANDBOX_UID, gid: SANDBOX_GID } : {};
}
