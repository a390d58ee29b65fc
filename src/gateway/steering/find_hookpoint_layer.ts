/**
 * Hookpoints of a decoder layer's output, in the spellings of the tools. `hook_resid_pre` of a layer is the output of
 * the layer before, and is not translated.
 */
export const LAYER_OUTPUT_HOOKPOINTS = [
  'layers.{layer}',
  'model.layers.{layer}',
  'blocks.{layer}.hook_resid_post',
  'layer_{layer}',
  'layer_{layer}/*',
];

/**
 * Finds the layer of a hookpoint by patterns.
 *
 * @returns null if the pattern names no layer; undefined if none matches
 */
export function findHookpointLayer(patterns: readonly string[], hookpoint: string): number | null | undefined {
  for (const pattern of patterns) {
    const match = toExpression(pattern).exec(hookpoint);
    if (match) return match.groups?.layer === undefined ? null : Number(match.groups.layer);
  }
  return undefined;
}

/** Normalises a hookpoint: two rows with the same result change the same activations. */
export function normaliseHookpoint(hookpoint: string): string {
  const layer = findHookpointLayer(LAYER_OUTPUT_HOOKPOINTS, hookpoint);
  return layer === undefined ? hookpoint : `layer ${layer}`;
}

function toExpression(pattern: string): RegExp {
  const [prefix, ...suffixes] = pattern
    .split('{layer}')
    .map((piece) => piece.split('*').map(escapeLiteral).join('[^]{0,200}'));
  return new RegExp(`^${prefix}${suffixes.length > 0 ? `(?<layer>\\d{1,4})${suffixes.join('\\d{1,4}')}` : ''}$`);
}

const escapeLiteral = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
