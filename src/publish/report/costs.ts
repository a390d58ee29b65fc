import type { Cost, Result } from '../../record/result.js';
import { counted, money } from './quantities.js';

/** The parts of a cost in words: what has a price with it, what was used and has none by its name. */
export function costParts({ lm_usd, execution_usd, human_usd, overhead_usd, ...cost }: Cost): string {
  const parts = [
    ['models', lm_usd],
    ['execution', execution_usd],
    ['people', human_usd],
    ['overhead', overhead_usd],
  ] as const;
  const known = parts.flatMap(([part, usd]) => (usd === null ? [] : `${part} ${money(usd)}`));
  const open = cost.unpriced.length === 0 ? [] : [`no price for ${cost.unpriced.join(', ')}`];
  return [...known, ...open].join('; ');
}

/**
 * What was used of models, and how it was projected; digests are shortened.
 *
 * @param safe escapes what is not ours
 * @param metered what the gateway saw is shown by itself, so it is not said twice
 */
export function costBasis(
  { requests, estimated_requests, tokens, projection, fallback_units }: Cost,
  safe: (text: string) => string,
  metered: boolean,
): string {
  const estimates = estimated_requests === 0 ? '' : ` (${estimated_requests} estimated)`;
  const reasoning = tokens && tokens.reasoning_tokens > 0 ? ` (${tokens.reasoning_tokens} reasoning)` : '';
  const used =
    tokens && !metered
      ? [
          `${counted(requests, 'request')} to models${estimates}`,
          `${tokens.input_tokens} tokens in (${tokens.cached_input_tokens} cached), ${tokens.output_tokens} out${reasoning}`,
        ]
      : [];
  return [
    ...used,
    `projection ${safe(projection.slice(0, 60))}`,
    `${Number(fallback_units.toFixed(1))} fallback units`,
  ].join(' · ');
}

/** Heads and rows of the table of phases, whose names are not ours; empty when nothing was used in any. */
export function phaseTable({ by_phase }: Cost): { heads: readonly string[]; rows: readonly (readonly string[])[] } {
  const rows = Object.entries(by_phase).map(([phase, { requests, tokens, usd, execution_minutes }]) => [
    phase,
    String(requests),
    String(tokens),
    money(usd),
    `${execution_minutes.toFixed(2)} min`,
  ]);
  return { heads: ['Phase', 'Requests', 'Tokens', 'Models', 'Execution'], rows };
}

/** The cap at which an agent was stopped, as people call it; undefined = it was not. */
export function capOf({ verdict: { termination } }: Result): string | undefined {
  if (termination?.code !== 'resource' || termination.cap === undefined) return undefined;
  return CAPS.get(termination.cap) ?? termination.cap;
}

const CAPS: ReadonlyMap<string, string> = new Map([
  ['usd', 'USD'],
  ['tokens', 'tokens'],
  ['model_requests', 'requests to models'],
  ['unpriced-model', 'model without a price'],
  ['wall', 'time'],
  ['tool_calls', 'tool calls'],
  ['failed_cycles', 'failed build and test cycles'],
]);
