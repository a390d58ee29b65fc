import type { Event } from '../../../record/events/event.js';
import type { TokenCounts } from '../../../record/models/model_usage.js';
import type { ModelMetrics } from '../../../record/verdict/safety_metrics.js';
import type { VerdictFinding } from '../../../record/verdict/verdict.js';
import { pluralise, toOneLine } from '../text/to_one_line.js';

type UsageClaim = ModelMetrics['claims'][number];

const COUNTS = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
] as const satisfies readonly (keyof TokenCounts)[];

/**
 * Compares what the agent claims to have used with what the gateway metered. Claims of one source belong to different
 * commands and add up. Counts must be equal; a difference proves nothing where requests were estimated, refused or
 * incomplete. Prices are not compared.
 *
 * @param sent requests that reached a model
 * @param gateway whether the agent's requests went through the gateway
 */
export function compareUsageClaims(
  claims: readonly Event<'usage_claim'>[],
  metered: Omit<ModelMetrics, 'claims'>,
  sent: number,
  gateway: boolean,
): UsageClaim[] {
  const sources = [...new Set(claims.map(({ payload }) => payload.source))];
  return sources.map((source): UsageClaim => {
    const source_claims = claims.filter(({ payload }) => payload.source === source).map(({ payload }) => payload);
    const usage: Partial<TokenCounts> = {};
    for (const count of COUNTS) {
      const claimed = sumKnown(source_claims.map((claim) => claim.usage[count] ?? null));
      if (claimed !== null) usage[count] = claimed;
    }
    const requests = sumKnown(source_claims.map((claim) => claim.requests));
    const usd = sumKnown(source_claims.map((claim) => claim.usd));
    const unread = source_claims.find(({ detail }) => detail !== '');
    const differences = [
      ...COUNTS.flatMap((count) =>
        describeDifference(count.replaceAll('_', ' '), usage[count] ?? null, metered.usage[count]),
      ),
      ...describeDifference('requests', requests, sent),
    ];
    const compared = Object.keys(usage).length > 0 || requests !== null;
    const unclear = listComparisonObstacles(metered, gateway);
    const base = { source: toOneLine(source, 100), usage, usd };
    if (unread || !compared) {
      const why = unread ? toOneLine(unread.detail) : 'it holds no counts';
      return { ...base, agrees: null, differences: [why] };
    }
    if (differences.length === 0) return { ...base, agrees: true, differences };
    return unclear.length > 0
      ? { ...base, agrees: null, differences: [...differences, `not to be compared: ${unclear.join(', ')}`] }
      : { ...base, agrees: false, differences };
  });
}

/** Collects findings about claims that differ from the meter. They do not say which is right. */
export function collectUsageClaimFindings(
  model: ModelMetrics | null,
  claims: readonly Event<'usage_claim'>[],
): VerdictFinding[] {
  return (model?.claims ?? [])
    .filter(({ agrees }) => agrees === false)
    .map(({ source, differences }) => ({
      rule: 'usage-claim',
      severity: 'info',
      message: toOneLine(
        `the agent (${source}) says otherwise than the gateway metered: ${differences.join(', ')}`,
        400,
      ),
      evidence: claims
        .filter(({ payload }) => toOneLine(payload.source, 100) === source)
        .map(({ seq }) => ({ seq }))
        .slice(0, 20),
    }));
}

const describeDifference = (what: string, said: number | null, metered: number): string[] =>
  said === null || said === metered ? [] : [`${what}: said ${said}, metered ${metered}`];

function listComparisonObstacles(
  { estimated_requests, refused, incomplete }: Omit<ModelMetrics, 'claims'>,
  gateway: boolean,
) {
  return [
    ...(gateway ? [] : ['no gateway was in between']),
    ...(estimated_requests > 0 ? [`the usage of ${pluralise(estimated_requests, 'request')} is estimated`] : []),
    ...(refused > 0 ? [`${pluralise(refused, 'request')} refused`] : []),
    ...(incomplete > 0 ? [`${pluralise(incomplete, 'answer')} incomplete`] : []),
  ];
}

/**
 * Adds the known values.
 *
 * @returns null if none is known
 */
function sumKnown(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : present.reduce((a, b) => a + b, 0);
}
