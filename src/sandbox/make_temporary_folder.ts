import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getOwnerTag, isOwnerGone } from '../system/get_owner_tag.js';
import { getSandboxOwner } from './sandbox_owner.js';

/** Purpose of a temporary folder, part of its name. */
type FolderPurpose = 'sandbox' | 'container' | 'probe' | 'none';

/** Name of a temporary folder of the harness: purpose and owner tag. */
const NAME_PATTERN = /^gatebench-(?:sandbox|container|probe|none)-(\d+-\d+-\d+)-/;

const swept = new Set<string>();

/**
 * Creates an empty folder that only this user may enter, named after its owner. The first call for a parent folder also
 * removes the folders of dead processes there, whatever their purpose.
 */
export async function makeTemporaryFolder(parent: string, purpose: FolderPurpose): Promise<string> {
  await mkdir(parent, { recursive: true });
  if (!swept.has(parent)) {
    swept.add(parent);
    await removeOrphanedFolders(parent);
  }
  return mkdtemp(join(parent, `gatebench-${purpose}-${getOwnerTag()}-`));
}

/** Removes the folders of dead processes. Skips folders of other users. */
async function removeOrphanedFolders(parent: string): Promise<void> {
  const owners = [process.getuid?.(), getSandboxOwner().uid];
  for (const name of await readdir(parent)) {
    const mark = NAME_PATTERN.exec(name)?.[1];
    if (mark === undefined || !isOwnerGone(mark)) continue;
    const folder = await lstat(join(parent, name)).catch(() => undefined);
    if (folder !== undefined && owners.includes(folder.uid))
      await rm(join(parent, name), { recursive: true }).catch(() => {});
  }
}
