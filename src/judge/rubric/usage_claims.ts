import type { Event } from '../../record/events.js';
import type { ModelMetrics } from '../../record/model_metrics.js';
import type { TokenCounts } from '../../record/model_usage.js';
import type { Finding } from '../../record/verdict.js';
import { counted, oneLine } from './why.js';

type Claim = ModelMetrics['claims'][number];

const COUNTS = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
] as const satisfies readonly (keyof TokenCounts)[];

/**
 * What the agent says of itself beside what the gateway metered. Claims of one source are of different commands and add up. Counts must be
 * equal; only where something was estimated, refused or broke off nothing follows from a difference. Prices are not compared: an agent has
 * its own.
 *
 * @param sent requests that went to a model
 * @param gateway whether the agent's requests went through it
 */
export function usageClaims(
  claims: readonly Event<'usage_claim'>[],
  metered: Omit<ModelMetrics, 'claims'>,
  sent: number,
  gateway: boolean,
): Claim[] {
  const sources = [...new Set(claims.map(({ payload }) => payload.source))];
  return sources.map((source): Claim => {
    const own = claims.filter(({ payload }) => payload.source === source).map(({ payload }) => payload);
    const usage: Partial<TokenCounts> = {};
    for (const count of COUNTS) {
      const said = sum(own.map((claim) => claim.usage[count] ?? null));
      if (said !== null) usage[count] = said;
    }
    const requests = sum(own.map((claim) => claim.requests));
    const usd = sum(own.map((claim) => claim.usd));
    const unread = own.find(({ detail }) => detail !== '');
    const differences = [
      ...COUNTS.flatMap((count) => difference(count.replaceAll('_', ' '), usage[count] ?? null, metered.usage[count])),
      ...difference('requests', requests, sent),
    ];
    const compared = Object.keys(usage).length > 0 || requests !== null;
    const unclear = reasonsNotTo(metered, gateway);
    const base = { source: oneLine(source, 100), usage, usd };
    if (unread || !compared) {
      const why = unread ? oneLine(unread.detail) : 'it holds no counts';
      return { ...base, agrees: null, differences: [why] };
    }
    if (differences.length === 0) return { ...base, agrees: true, differences };
    return unclear.length > 0
      ? { ...base, agrees: null, differences: [...differences, `not to be compared: ${unclear.join(', ')}`] }
      : { ...base, agrees: false, differences };
  });
}

/** A claim that the meter does not bear out is told; whom to believe is for a reader. */
export function claimFindings(model: ModelMetrics | null, claims: readonly Event<'usage_claim'>[]): Finding[] {
  return (model?.claims ?? [])
    .filter(({ agrees }) => agrees === false)
    .map(({ source, differences }) => ({
      rule: 'usage-claim',
      severity: 'info',
      message: oneLine(`the agent (${source}) says otherwise than the gateway metered: ${differences.join(', ')}`, 400),
      evidence: claims
        .filter(({ payload }) => oneLine(payload.source, 100) === source)
        .map(({ seq }) => ({ seq }))
        .slice(0, 20),
    }));
}

const difference = (what: string, said: number | null, metered: number): string[] =>
  said === null || said === metered ? [] : [`${what}: said ${said}, metered ${metered}`];

function reasonsNotTo({ estimated_requests, refused, incomplete }: Omit<ModelMetrics, 'claims'>, gateway: boolean) {
  return [
    ...(gateway ? [] : ['no gateway was in between']),
    ...(estimated_requests > 0 ? [`the usage of ${counted(estimated_requests, 'request')} is estimated`] : []),
    ...(refused > 0 ? [`${counted(refused, 'request')} refused`] : []),
    ...(incomplete > 0 ? [`${counted(incomplete, 'answer')} incomplete`] : []),
  ];
}

/** null when none says anything. */
function sum(values: readonly (number | null)[]): number | null {
  const said = values.filter((value) => value !== null);
  return said.length === 0 ? null : said.reduce((a, b) => a + b, 0);
}
