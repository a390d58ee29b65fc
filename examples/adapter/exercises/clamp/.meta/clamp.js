export function clamp(value, low, high) {
  if (low > high) throw new RangeError(`${low} is above ${high}`);
  if (value < low) return low;
  return value > high ? high : value;
}
