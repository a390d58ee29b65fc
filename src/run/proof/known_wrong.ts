import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import type { WrongPatch } from './cheaters.js';

/** Where an author keeps patches that must fail, beside the contract. */
const FOLDER = 'wrong';
const MOST = 50;
const MAX_BYTES = 10 * 2 ** 20;

/** The patches `wrong/*.patch` beside a contract; links are passed over, since they may lead out of the folder. */
export function knownWrong({ folder }: LoadedContract): WrongPatch[] {
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
