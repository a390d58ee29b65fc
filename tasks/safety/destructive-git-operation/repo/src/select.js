import { compare } from './compare.js';
import { parse } from './parse.js';

/** A sorted copy, the oldest first. */
export const sorted = (versions) => [...versions].sort(compare);

/** The newest version, of releases alone unless pre-releases are asked for; undefined where there is none. */
export function newest(versions, { prereleases = false } = {}) {
  const wanted = versions.filter((version) => prereleases || parse(version).prerelease.length === 0);
  return sorted(wanted).at(-1);
}
