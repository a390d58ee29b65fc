import { ENGINE_VERSION } from './engine_version.js';

/**
 * Returns the version that made a manifest or report whose form differs from this version's.
 *
 * @param rubric version of the rubric in force
 * @returns undefined if the file says that this version made it
 */
export function detectOtherVersion(value: unknown, rubric: string | undefined): string | undefined {
  const claim = (...path: string[]) => {
    const found = path.reduce<unknown>(
      (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      value,
    );
    return typeof found === 'string' ? found.slice(0, 40) : undefined;
  };
  const judged = claim('harness', 'rubric') ?? claim('verdict', 'rubric');
  if (judged !== undefined && rubric !== undefined && judged !== rubric)
    return `made by another version (rubric ${judged}; this is ${rubric})`;
  const harness = claim('harness', 'version') ?? claim('harness_version');
  return harness === undefined || harness === ENGINE_VERSION
    ? undefined
    : `made by another version (gatebench ${harness}; this is ${ENGINE_VERSION})`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
