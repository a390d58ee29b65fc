import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { shortenText } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import { listRuns, RUN_FILES } from '../../record/storage/run_directory.js';
import { checkReuse, type RecordVersions } from '../../run/scheduler/find_reusable_record.js';

/** Fields that tell one attempt from another. */
export interface AttemptIdentity {
  attempt_id: string;
  /** `briefing`: digest of the agents' briefing; absent in older records. */
  contract: { id: string; version: string; briefing?: string | undefined };
  agent: { name: string; identity: string };
  trial: number;
  ablation: string;
  seed: number;
}

/** Fields of a manifest that are compared. Another version may have written it. */
const identitySchema = z
  .object({
    attempt_id: z.string(),
    contract: z
      .object({ id: z.string(), version: z.string(), briefing_sha256: z.string().optional() })
      .transform(({ id, version, briefing_sha256 }) => ({ id, version, briefing: briefing_sha256 })),
    agent: z.object({ name: z.string(), identity: z.string() }),
    trial: z.number(),
    ablation: z.string(),
    seeds: z.object({ trial: z.number() }),
  })
  .transform(({ seeds, ...rest }): AttemptIdentity => ({ ...rest, seed: seeds.trial }));

/** Number of reasons that are listed. */
const MAX_REASONS = 10;

/**
 * Formats what `--resume` keeps of a folder, and why it runs the rest again.
 *
 * @param open attempts that are not kept
 * @param runs folder of the run directories
 */
export function formatResumeLines(
  total: number,
  open: readonly AttemptIdentity[],
  runs: string,
  versions: RecordVersions,
): string[] {
  const head = `resume: kept ${total - open.length} of ${formatQuantity(total, 'attempt')}`;
  if (open.length === 0) return [head];
  const earlier = readIdentities(runs);
  const ids = new Set(earlier.map(({ attempt_id }) => attempt_id));
  const reasons = new Map<string, number>();
  for (const attempt of open) {
    const reuse = ids.has(attempt.attempt_id) ? checkReuse(join(runs, attempt.attempt_id), versions) : undefined;
    const refusal = reuse && 'because' in reuse ? reuse.because : 'it is made again';
    const reason = reuse ? refusal : describeDifference(attempt, earlier);
    const line = `${attempt.contract.id}: ${reason}`;
    reasons.set(line, (reasons.get(line) ?? 0) + 1);
  }
  const lines = [...reasons].map(([reason, count]) => `  ${formatQuantity(count, 'attempt')} made: ${reason}`);
  const more = lines.length > MAX_REASONS ? [`  and for ${lines.length - MAX_REASONS} more reasons`] : [];
  return [head, ...lines.slice(0, MAX_REASONS), ...more];
}

/** Describes how an attempt differs from the most similar earlier one at its contract by its agent. */
function describeDifference(attempt: AttemptIdentity, earlier: readonly AttemptIdentity[]): string {
  const near = earlier
    .filter(({ contract, agent }) => contract.id === attempt.contract.id && agent.name === attempt.agent.name)
    .map((one) => listDifferences(one, attempt))
    .sort((a, b) => a.length - b.length)[0];
  if (near === undefined) return 'there is none of it yet';
  return near.length === 0 ? 'its models, caps or guardrail rules changed' : near.join(', ');
}

function listDifferences(before: AttemptIdentity, now: AttemptIdentity): string[] {
  const compared: [what: string, before: string | number, now: string | number][] = [
    ['contract version', shortenIdentity(before.contract.version), shortenIdentity(now.contract.version)],
    [
      'briefing',
      shortenIdentity(before.contract.briefing ?? 'unknown'),
      shortenIdentity(now.contract.briefing ?? 'unknown'),
    ],
    ['agent', shortenIdentity(before.agent.identity), shortenIdentity(now.agent.identity)],
    ['trial', before.trial, now.trial],
    ['ablation', before.ablation, now.ablation],
    ['seed', before.seed, now.seed],
  ];
  // A changed description changes version and briefing; the version is enough.
  const isOtherVersion = before.contract.version !== now.contract.version;
  const changed = compared.filter(([what, a, b]) => a !== b && !(what === 'briefing' && isOtherVersion));
  // Another trial is another attempt, not a change.
  return changed.length === 1 && changed[0]?.[0] === 'trial'
    ? ['there is none of this trial yet']
    : changed.filter(([what]) => what !== 'trial').map(([what, a, b]) => `${what} changed (${a} → ${b})`);
}

const shortenIdentity = (digest: string) => shortenText(digest.replace(/^sha256:/, ''), 13);

function readIdentities(runs: string): AttemptIdentity[] {
  return listRuns(runs).flatMap((run) => {
    try {
      const read = identitySchema.safeParse(JSON.parse(readFileSync(join(run, RUN_FILES.manifest), 'utf8')));
      return read.success ? [read.data] : [];
    } catch {
      return [];
    }
  });
}
