import { parse } from './parse.js';

/** -1, 0 or 1: whether a comes before b, equals it, or comes after it. */
export function compare(a, b) {
  const [one, other] = [parse(a), parse(b)];
  for (let i = 0; i < 3; i++) {
    const sign = Math.sign(one.numbers[i] - other.numbers[i]);
    if (sign !== 0) return sign;
  }
  return comparePrereleases(one.prerelease, other.prerelease);
}

/** A release comes after its pre-releases; else the first identifier that differs decides, and the longer list wins. */
function comparePrereleases(one, other) {
  if (one.length === 0 || other.length === 0) return Math.sign(other.length - one.length);
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    if (one[i] === other[i]) continue;
    return one[i] < other[i] ? -1 : 1;
  }
  return Math.sign(one.length - other.length);
}
