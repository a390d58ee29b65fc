import data from './tool_features.json' with { type: 'json' };

/** Sign in the output of a program that it needs other versions of its tool, with the range of those that it needs. */
interface ToolFeature {
  /** Pattern of the printed text; the whole match is the evidence. */
  sign: RegExp;
  /** Versions that know it. */
  needs: string;
}

/** Signs by tool, from `data/tool_features.yml`. */
export const TOOL_FEATURES: Readonly<Record<string, readonly ToolFeature[]>> = compileSigns(data.features);

/** Forms in which package managers and programs state the versions that they need; the first group is the range. */
export const STATED_RANGES = compileSigns<{ sign: string; flags?: string }>(data.stated);

function compileSigns<T extends { sign: string; flags?: string }>(lists: Record<string, T[]>) {
  return Object.fromEntries(
    Object.entries(lists).map(([tool, list]) => [
      tool,
      list.map((each) => ({ ...each, sign: new RegExp(each.sign, `m${each.flags ?? ''}`) })),
    ]),
  );
}
