/** Formats of quantities for people. An unknown quantity is a word, never 0. */

/** Formats US dollars: "$0.42", "$0.0031"; "unknown" for null. */
export function formatUsd(usd: number | null): string {
  if (usd === null || !Number.isFinite(usd)) return 'unknown';
  if (usd === 0) return '$0.00';
  if (usd < 0.01) return `$${usd.toPrecision(2)}`;
  return `$${usd.toFixed(2)}`;
}

/**
 * Formats a sum of which amounts may be unknown: "$3.20", "$3.20 + 2 unknown"; "unknown" if all that is known of it
 * cost nothing.
 */
export function formatPartialUsd(known_usd: number, unknown: number): string {
  if (unknown === 0) return formatUsd(known_usd);
  return known_usd === 0 ? 'unknown' : `${formatUsd(known_usd)} + ${unknown} unknown`;
}

/** Formats milliseconds: "850 ms", "12.3 s", "2 m 05 s", "1 h 02 m". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours === 0) return `${minutes} m ${String(seconds % 60).padStart(2, '0')} s`;
  return `${hours} h ${String(minutes).padStart(2, '0')} m`;
}

/** Formats an estimate of milliseconds, deliberately coarse: "a few seconds", "40 s", "5 m", "1 h 10 m". */
export function formatRoughDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 5) return 'a few seconds';
  if (seconds < 60) return `${Math.min(55, Math.round(seconds / 5) * 5)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} m`;
  const tens = Math.round(minutes / 10) * 10;
  return tens % 60 === 0 ? `${tens / 60} h` : `${Math.floor(tens / 60)} h ${tens % 60} m`;
}

/** Formats bytes in binary units: "512 B", "1.5 MiB"; "not measured" for null. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return 'not measured';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return unit === 0 ? `${value} B` : `${value.toFixed(1)} ${units[unit]}`;
}

/** Formats a share in [0, 1] as "87.5 %"; "undefined" for null. */
export function formatPercent(share: number | null): string {
  if (share === null) return 'undefined';
  return `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
}

/** Joins the counts at the end of a text: "a (and 10 more) (and 1 more)" becomes "a (and 11 more)". */
export const joinRemainders = (text: string): string =>
  text.replace(/(?: \(and \d{1,9} more\)){2,}$/, (counts) => {
    const numbers = counts.match(/\d+/g) ?? [];
    return ` (and ${numbers.reduce((sum, number) => sum + Number(number), 0)} more)`;
  });

/** Formats a count with its noun: "1 attempt", "2 attempts". */
export function formatQuantity(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
