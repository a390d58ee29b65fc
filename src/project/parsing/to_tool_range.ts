import semver from 'semver';

/** Turns a stated version range into one that contracts accept. Returns undefined if it cannot be read. */
export function toToolRange(stated: string | undefined): string | undefined {
  const text = stated?.trim();
  if (!text || text.length > 200) return undefined;
  return semver.validRange(text) === null ? undefined : text;
}

/** Turns a pinned or lowest version (`v18.17`, `3.11.4`) into a range of that version and newer ones. */
export function toMinimumRange(stated: string | undefined): string | undefined {
  const version = /^\s*v?(\d+(?:\.\d+){0,2})\s*$/.exec(stated ?? '')?.[1];
  return version === undefined ? undefined : `>=${version}`;
}
