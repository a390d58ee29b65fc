const SECONDS = { h: 3600, m: 60, s: 1 };

/** Returns the seconds of a duration such as "90s". */
export function toSeconds(text) {
  const match = /^(\d+)([hms])$/.exec(text);
  if (!match) throw new RangeError(`not a duration: ${text}`);
  return Number(match[1]) * SECONDS[match[2]];
}
