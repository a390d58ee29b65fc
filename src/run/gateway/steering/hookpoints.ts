/**
 * Hookpoints that mean the output of a decoder layer, in the spellings of the tools. `hook_resid_pre` of a layer is the output of the one
 * before, and is not guessed at.
 */
export const LAYER_OUTPUTS = [
  'layers.{layer}',
  'model.layers.{layer}',
  'blocks.{layer}.hook_resid_post',
  'layer_{layer}',
  'layer_{layer}/*',
];

/** The layer that a hookpoint means by one of the patterns; null = the pattern names none; undefined = none fits. */
export function layerBy(patterns: readonly string[], hookpoint: string): number | null | undefined {
  for (const pattern of patterns) {
    const found = expression(pattern).exec(hookpoint);
    if (found) return found.groups?.layer === undefined ? null : Number(found.groups.layer);
  }
  return undefined;
}

/** Where a hookpoint is, whatever its spelling: two rows with the same place change the same activations. */
export function placeOf(hookpoint: string): string {
  const layer = layerBy(LAYER_OUTPUTS, hookpoint);
  return layer === undefined ? hookpoint : `layer ${layer}`;
}

function expression(pattern: string): RegExp {
  const [before, ...after] = pattern.split('{layer}').map((piece) => piece.split('*').map(literal).join('[^]{0,200}'));
  return new RegExp(`^${before}${after.length > 0 ? `(?<layer>\\d{1,4})${after.join('\\d{1,4}')}` : ''}$`);
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
