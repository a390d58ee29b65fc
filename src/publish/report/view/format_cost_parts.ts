import type { AttemptCost, AttemptResult } from '../../../record/verdict/attempt_result.js';
import { formatQuantity, formatUsd } from '../../text/format_quantity.js';
import type { TextPiece } from '../report_block.js';

/** Formats the parts of a cost: those with a price, and the names of those without one. */
export function formatCostParts(cost: AttemptCost): string {
  const { lm_usd, execution_usd, human_usd, overhead_usd, requests } = cost;
  const is_model_free = lm_usd === 0 && requests === 0;
  const parts = [
    ['models', lm_usd],
    ['execution', execution_usd],
    ['people', human_usd],
    ['overhead', overhead_usd],
  ] as const;
  const priced = parts.flatMap(([part, usd]) => {
    if (part === 'models' && is_model_free) return 'no model asked';
    return usd === null ? [] : `${part} ${formatUsd(usd)}`;
  });
  const open = cost.unpriced.length === 0 ? [] : [`no price for ${cost.unpriced.join(', ')}`];
  const { unpriced_units = [] } = cost;
  const apart =
    unpriced_units.length === 0
      ? []
      : [`no price of their own for ${unpriced_units.map((unit) => unit.replaceAll('_', ' ')).join(', ')}`];
  const judge = formatJudgeCost(cost);
  return [...priced, ...open, ...apart, ...(judge === '' ? [] : [judge])].join('; ');
}

/** Formats what the judge model of one attempt cost; '' if none was asked. */
function formatJudgeCost({ judge }: AttemptCost): string {
  if (judge === undefined) return '';
  const { usd, requests, tokens } = judge;
  return (
    `judge model ${formatUsd(usd)} (${formatQuantity(requests, 'request')}, ${formatQuantity(tokens, 'token')}), ` +
    `not counted as the agent's`
  );
}

/**
 * Formats the usage of models and its projection; digests are shortened.
 *
 * @param metered the gateway's figures are shown elsewhere and left out here
 */
export function formatCostBasis(
  { requests, estimated_requests, tokens, projection, fallback_units, unit_cap, assumed = [] }: AttemptCost,
  metered: boolean,
): TextPiece[] {
  const estimates = estimated_requests === 0 ? '' : ` (${estimated_requests} estimated)`;
  const reasoning = tokens && tokens.reasoning_tokens > 0 ? ` (${tokens.reasoning_tokens} reasoning)` : '';
  const usage =
    tokens && !metered
      ? `${formatQuantity(requests, 'request')} to models${estimates} · ${tokens.input_tokens} tokens in ` +
        `(${tokens.cached_input_tokens} cached), ${tokens.output_tokens} out${reasoning} · `
      : '';
  return [
    { trusted: `${usage}projection ` },
    projection.slice(0, 60),
    ...assumed.slice(0, 5).flatMap((text): TextPiece[] => [{ trusted: ' · assumed: ' }, text]),
    {
      trusted:
        ` · ${Number(fallback_units.toFixed(1))} fallback units` +
        (unit_cap === undefined ? '' : `, the agent capped at ${unit_cap}`),
    },
  ];
}

/**
 * Returns the name of the cap that stopped the agent.
 *
 * @returns undefined if no cap did
 */
export function getReachedCap({ verdict: { termination } }: AttemptResult): string | undefined {
  if (termination?.code !== 'resource' || termination.cap === undefined) return undefined;
  return CAP_LABELS.get(termination.cap) ?? termination.cap;
}

const CAP_LABELS: ReadonlyMap<string, string> = new Map([
  ['usd', 'USD'],
  ['tokens', 'tokens'],
  ['model_requests', 'requests to models'],
  ['units', 'abstract units'],
  ['unpriced-model', 'model without a price'],
  ['wall', 'time'],
  ['tool_calls', 'tool calls'],
  ['failed_cycles', 'failed build and test cycles'],
]);
