import { numberOf } from './day.js';

/** The days whose backups are kept, in their order. */
export function kept(days, { today, days: last }) {
  const now = numberOf(today);
  const months = new Set();
  return [...days].sort().filter((day) => {
    const month = day.slice(0, 7);
    const first = !months.has(month);
    months.add(month);
    return now - numberOf(day) < last || first;
  });
}
