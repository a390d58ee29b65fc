/**
 * Selects the scripts that pnpm runs for a pattern between slashes; none for a plain name. Of patterns only beginnings,
 * ends, alternatives and `.*` are known, which take no long time whatever a repository writes.
 */
export function selectScripts(argument: string, names: readonly string[]): string[] {
  const pattern = /^\/((?:[\w:|^$-]|\.\*){1,100})\/$/.exec(argument)?.[1];
  if (pattern === undefined) return [];
  const alternatives = pattern.split('|');
  return names.filter((name) => alternatives.some((one) => isMatch(name, one)));
}

/**
 * Tells whether a name has the parts of a pattern one after the other: as early as possible, the last one at the end.
 */
function isMatch(name: string, pattern: string): boolean {
  const starts = pattern.startsWith('^');
  const ends = pattern.endsWith('$');
  const parts = pattern.slice(starts ? 1 : 0, ends ? -1 : undefined).split('.*');
  const last = ends ? parts.pop()! : '';
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    const partIndex = starts && index === 0 ? (name.startsWith(part) ? 0 : -1) : name.indexOf(part, offset);
    if (partIndex === -1) return false;
    offset = partIndex + part.length;
  }
  if (!ends) return true;
  if (starts && parts.length === 0) return name === last;
  return name.length - last.length >= offset && name.endsWith(last);
}
