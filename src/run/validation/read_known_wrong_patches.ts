import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { WrongPatch } from './create_adversarial_patches.js';

/** Folder beside the contract with the author's patches that must fail. */
const FOLDER = 'wrong';
const MOST = 50;
const MAX_BYTES = 10 * 2 ** 20;

/** Reads the patches `wrong/*.patch` beside a contract. Links are skipped, since they may lead out of the folder. */
export function readKnownWrongPatches({ folder }: LoadedContract): WrongPatch[] {
  const place = join(folder, FOLDER);
  if (!lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.patch'))
    .map(({ name }) => name)
    .filter((name) => lstatSync(join(place, name)).size <= MAX_BYTES)
    .sort()
    .slice(0, MOST)
    .map((name) => ({
      role: 'known-wrong',
      name: name.slice(0, -'.patch'.length),
      change: `${FOLDER}/${name}`,
      patch: readFileSync(join(place, name)),
    }));
}
