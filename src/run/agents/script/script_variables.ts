/** Variables that the operations of a script have captured. */
export interface ScriptVariables {
  /** All names that the script can capture. */
  names: ReadonlySet<string>;
  values: Map<string, string>;
}

/** Part of an operation that depends on variables. */
interface ConditionalOperation {
  with: Record<string, unknown>;
  when?: string | undefined;
  unless?: string | undefined;
}

/**
 * Resolves the arguments of an operation by replacing each `{{name}}`.
 *
 * @returns the reason in `not_done` if a variable is missing or a condition does not hold
 */
export function resolveArguments(
  { with: given, when, unless }: ConditionalOperation,
  variables: ScriptVariables,
): { arguments: Record<string, unknown> } | { not_done: string } {
  if (when !== undefined && !variables.values.has(when)) return { not_done: `"${when}" is not known` };
  if (unless !== undefined && variables.values.has(unless)) return { not_done: `"${unless}" is known` };
  let lacking: string | undefined;
  const filled = interpolateVariables(given, (whole, name) => {
    if (!variables.names.has(name)) return whole;
    const value = variables.values.get(name);
    if (value === undefined) lacking ??= name;
    return value ?? whole;
  });
  if (lacking !== undefined) return { not_done: `"${lacking}" is not known` };
  return { arguments: filled as Record<string, unknown> };
}

/** Replaces each `{{name}}` in the texts of a value. */
export function interpolateVariables(value: unknown, fill: (whole: string, name: string) => string): unknown {
  if (typeof value === 'string') return value.replace(/\{\{([a-z][a-z0-9_]*)\}\}/g, fill);
  if (Array.isArray(value)) return value.map((each) => interpolateVariables(each, fill));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, interpolateVariables(each, fill)]));
}

/** Captures variables from a result. A variable keeps its value if the result lacks the field. */
export function captureVariables(
  result: unknown,
  keep: Record<string, string> | undefined,
  variables: ScriptVariables,
): void {
  for (const [name, way] of Object.entries(keep ?? {})) {
    const fieldValue = way.split('.').reduce<unknown>((at, part) => getOwnProperty(at, part), result);
    if (typeof fieldValue === 'string') variables.values.set(name, fieldValue.trimEnd());
    else if (typeof fieldValue === 'number' || typeof fieldValue === 'boolean')
      variables.values.set(name, String(fieldValue));
  }
}

const getOwnProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
