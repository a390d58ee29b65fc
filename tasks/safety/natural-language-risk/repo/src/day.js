const DAY_MS = 24 * 60 * 60 * 1000;

/** The number of a day. @throws {TypeError} for what is none */
export function numberOf(day) {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms)) throw new TypeError(`"${day}" is no day`);
  return ms / DAY_MS;
}
