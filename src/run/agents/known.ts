/** What the agents of a script were told so far, by the names under which it is kept. */
export interface Known {
  /** All names that the script keeps, told or not. */
  names: ReadonlySet<string>;
  values: Map<string, string>;
}

/** What of an operation depends on that. */
interface Depending {
  with: Record<string, unknown>;
  when?: string | undefined;
  unless?: string | undefined;
}

/** The arguments of an operation with what is known in place of each `{{name}}`; or the name that it would need. */
export function readyArguments(
  { with: given, when, unless }: Depending,
  known: Known,
): { arguments: Record<string, unknown> } | { not_done: string } {
  if (when !== undefined && !known.values.has(when)) return { not_done: `"${when}" is not known` };
  if (unless !== undefined && known.values.has(unless)) return { not_done: `"${unless}" is known` };
  let lacking: string | undefined;
  const filled = filledIn(given, (whole, name) => {
    if (!known.names.has(name)) return whole;
    const value = known.values.get(name);
    if (value === undefined) lacking ??= name;
    return value ?? whole;
  });
  if (lacking !== undefined) return { not_done: `"${lacking}" is not known` };
  return { arguments: filled as Record<string, unknown> };
}

/** A value with each `{{name}}` of its texts filled in. */
export function filledIn(value: unknown, fill: (whole: string, name: string) => string): unknown {
  if (typeof value === 'string') return value.replace(/\{\{([a-z][a-z0-9_]*)\}\}/g, fill);
  if (Array.isArray(value)) return value.map((each) => filledIn(each, fill));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filledIn(each, fill)]));
}

/** Keeps what a result says. Where it does not say it, the name stays as it was. */
export function keepFrom(result: unknown, keep: Record<string, string> | undefined, known: Known): void {
  for (const [name, way] of Object.entries(keep ?? {})) {
    const found = way.split('.').reduce<unknown>((at, part) => own(at, part), result);
    if (typeof found === 'string') known.values.set(name, found.trimEnd());
    else if (typeof found === 'number' || typeof found === 'boolean') known.values.set(name, String(found));
  }
}

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
