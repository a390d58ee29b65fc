export const slugify = (s) =>
  s
    .toLowerCase()
    .trim()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
export function clamp(n, lo, hi) {
  if (lo > hi) throw new RangeError(`invalid range: ${lo} > ${hi}`);
  return Math.min(hi, Math.max(lo, n));
}
export const sum = (list) => list.reduce((a, b) => a + b, 0);
export const mean = (list) => {
  if (!list.length) return null;
  return sum(list) / list.length;
};
export function groupBy(list, key) {
  const r = {};
  for (const x of list) r[key(x)] = [...(r[key(x)] ?? []), x];
  return r;
}
export class Counter {
  #n = 0;
  constructor(step = 1) {
    if (typeof step !== 'number') throw new TypeError('step must be a number');
    this.step = step;
  }
  inc() {
    this.#n += this.step;
    return this;
  }
  get value() {
    return this.#n;
  }
  reset() {
    this.#n = 0;
  }
  toJSON() {
    return { value: this.#n, step: this.step };
  }
}
export const wait = (ms, v) => new Promise((r) => setTimeout(r, ms, v));
export async function fetchUser(id) {
  await wait(1);
  if (id < 0) {
    const e = new Error(`user ${id} not found`);
    e.code = 'ENOUSER';
    throw e;
  }
  return { id, name: `user${id}`, roles: ['reader', ...(id === 1 ? ['admin'] : [])], meta: { active: true } };
}
export const isEven = (n) => n % 2 === 0;
export const parseKv = (s) =>
  Object.fromEntries(
    s
      .split('&')
      .filter(Boolean)
      .map((p) => p.split('=')),
  );
export const format = (t, v) => t.replace(/\{(\w+)\}/g, (_, k) => v[k] ?? `{${k}}`);
export const hex = (n) => `0x${n.toString(16).padStart(2, '0')}`;
export const big = (n) => BigInt(n) ** 2n;
export function each(list, fn) {
  for (const x of list) fn(x);
}
