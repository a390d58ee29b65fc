export function clamp(value, low, high) {
  throw new Error('not written yet');
}
