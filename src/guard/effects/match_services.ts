import services from './services.json' with { type: 'json' };

/** Names of services that other programs need (data/guard/services.yml), without the stars of their patterns. */
const plainNames = services.names.map((name) => name.replace('*', ''));
const servicesByPort: Readonly<Record<string, string>> = services.ports;

/** Returns the service at a port such as `22` or `ssh`. */
export const getServicesAtPort = (port: string): readonly string[] =>
  Object.hasOwn(servicesByPort, port) ? [servicesByPort[port]!] : [];

/** Longest pattern that is tried, in characters, and most repetitions in it; longer ones could take long. */
const MOST_LETTERS = 60;
const MOST_REPETITIONS = 4;

/** Returns the services that a pattern finds as `pkill` does, but none for a small part such as `go`. */
export function matchServices(pattern: string): readonly string[] {
  if (pattern.length > MOST_LETTERS || !/\w/.test(pattern) || /[\s/]|\\\d/.test(pattern)) return [];
  // Nested repetitions could take exponential time; one repetition is enough to find a name.
  const once = pattern.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g, ')');
  if ((once.match(/[*+?{]/g) ?? []).length > MOST_REPETITIONS) return [];
  const searched = compilePattern(once);
  if (searched === undefined) return [];
  return plainNames.filter((name) => {
    const found = searched.exec(name);
    if (found === null) return false;
    const length = found[0].length * 2;
    return length > name.length || (found.index === 0 && length === name.length);
  });
}

function compilePattern(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
