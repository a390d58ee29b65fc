import { VERSION } from './version.js';

/**
 * Which other version made a manifest or report that does not have the form of this one; undefined = it says that this version did.
 *
 * @param rubric version of the rubric in force
 */
export function otherVersion(value: unknown, rubric: string | undefined): string | undefined {
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
  return harness === undefined || harness === VERSION
    ? undefined
    : `made by another version (gatebench ${harness}; this is ${VERSION})`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
