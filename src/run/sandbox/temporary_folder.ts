import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMakerGone, makerMark } from './maker.js';

/** What temporary folders are for; it stands in their names. */
type Purpose = 'sandbox' | 'container' | 'probe' | 'none';

/** A folder of ours: what it is for, and the mark of its maker. */
const NAME = /^gatebench-(?:sandbox|container|probe|none)-(\d+-\d+-\d+)-/;

const swept = new Set<string>();

/**
 * Makes an empty folder that nobody else may look into, with our mark in its name. The first one that this process makes in a parent folder
 * also removes what processes that were killed left there, whatever it was for.
 */
export async function makeTemporaryFolder(parent: string, purpose: Purpose): Promise<string> {
  await mkdir(parent, { recursive: true });
  if (!swept.has(parent)) {
    swept.add(parent);
    await sweepTemporaryFolders(parent);
  }
  return mkdtemp(join(parent, `gatebench-${purpose}-${makerMark()}-`));
}

/** Somebody else's folder stays: only its owner may remove it. */
async function sweepTemporaryFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const mark = NAME.exec(name)?.[1];
    if (mark !== undefined && isMakerGone(mark)) await rm(join(parent, name), { recursive: true }).catch(() => {});
  }
}
