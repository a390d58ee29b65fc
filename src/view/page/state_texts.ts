import { formatDuration, formatUsd } from '../../publish/text/format_quantity.js';
import type { AttemptState } from '../model/index_row.js';

/** Sign and word of a state; a sign never stands without its word for a screen reader. */
export const STATE_TEXTS: Record<AttemptState, { sign: string; word: string; tone: string }> = {
  success: { sign: '✓', word: 'pass', tone: 'good' },
  failure: { sign: '✕', word: 'fail', tone: 'bad' },
  acceptance_error: { sign: '!', word: 'error', tone: 'doubt' },
  invalid: { sign: '!', word: 'invalid', tone: 'doubt' },
  broken: { sign: '?', word: 'unreadable', tone: 'doubt' },
  running: { sign: '…', word: 'under way', tone: 'plain' },
};

/** Formats a duration; "–" where it is unknown. */
export const formatTime = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms));

/** Formats a cost; "–" where it is unknown. */
export const formatCost = (usd: number | null): string => (usd === null ? '–' : formatUsd(usd));

/** Formats a count in three digits: "950", "12.3k", "1.2M"; "–" where it is unknown. */
export function formatCount(count: number | null): string {
  if (count === null) return '–';
  if (count < 1000) return String(Math.round(count));
  return count < 1e6 ? `${(count / 1000).toFixed(count < 1e5 ? 1 : 0)}k` : `${(count / 1e6).toFixed(1)}M`;
}

/** Returns the value below which a share of some numbers lies; null for none. */
export function computeQuantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}
