import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { shorten } from '../publish/report/escape.js';
import { counted } from '../publish/report/quantities.js';
import { FILES, listRuns } from '../record/run_directory.js';
import { judgeReuse, type RecordVersions } from '../run/suite/resume.js';

/** What tells one attempt from another. */
export interface AttemptIdentity {
  attempt_id: string;
  contract: { id: string; version: string };
  agent: { name: string; identity: string };
  trial: number;
  ablation: string;
  seed: number;
}

/** What of a manifest is compared. Other versions may have written it. */
const identitySchema = z
  .object({
    attempt_id: z.string(),
    contract: z.object({ id: z.string(), version: z.string() }),
    agent: z.object({ name: z.string(), identity: z.string() }),
    trial: z.number(),
    ablation: z.string(),
    seeds: z.object({ trial: z.number() }),
  })
  .transform(({ seeds, ...rest }): AttemptIdentity => ({ ...rest, seed: seeds.trial }));

/** Reasons that are told one by one. */
const MOST_REASONS = 10;

/**
 * Says what `--resume` keeps of a folder, and of what it makes again why.
 *
 * @param open attempts that are not kept
 * @param runs folder of the run directories
 */
export function resumeLines(
  total: number,
  open: readonly AttemptIdentity[],
  runs: string,
  versions: RecordVersions,
): string[] {
  const head = `resume: kept ${total - open.length} of ${counted(total, 'attempt')}`;
  if (open.length === 0) return [head];
  const earlier = identitiesIn(runs);
  const there = new Set(earlier.map(({ attempt_id }) => attempt_id));
  const reasons = new Map<string, number>();
  for (const attempt of open) {
    const found = there.has(attempt.attempt_id) ? judgeReuse(join(runs, attempt.attempt_id), versions) : undefined;
    const reason = found ? ('because' in found ? found.because : 'it is made again') : differenceTo(attempt, earlier);
    const said = `${attempt.contract.id}: ${reason}`;
    reasons.set(said, (reasons.get(said) ?? 0) + 1);
  }
  const said = [...reasons].map(([reason, count]) => `  ${counted(count, 'attempt')} made: ${reason}`);
  const more = said.length > MOST_REASONS ? [`  and for ${said.length - MOST_REASONS} more reasons`] : [];
  return [head, ...said.slice(0, MOST_REASONS), ...more];
}

/** Returns in what an attempt differs from the nearest of earlier ones at its contract by its agent. */
export function differenceTo(attempt: AttemptIdentity, earlier: readonly AttemptIdentity[]): string {
  const near = earlier
    .filter(({ contract, agent }) => contract.id === attempt.contract.id && agent.name === attempt.agent.name)
    .map((one) => differencesOf(one, attempt))
    .sort((a, b) => a.length - b.length)[0];
  if (near === undefined) return 'there is none of it yet';
  return near.length === 0 ? 'its models, caps or guardrail rules changed' : near.join(', ');
}

function differencesOf(before: AttemptIdentity, now: AttemptIdentity): string[] {
  const compared: [what: string, before: string | number, now: string | number][] = [
    ['contract version', short(before.contract.version), short(now.contract.version)],
    ['agent', short(before.agent.identity), short(now.agent.identity)],
    ['trial', before.trial, now.trial],
    ['ablation', before.ablation, now.ablation],
    ['seed', before.seed, now.seed],
  ];
  const changed = compared.filter(([, a, b]) => a !== b);
  // Another trial of the same is an attempt of its own.
  return changed.length === 1 && changed[0]![0] === 'trial'
    ? ['there is none of this trial yet']
    : changed.filter(([what]) => what !== 'trial').map(([what, a, b]) => `${what} changed (${a} → ${b})`);
}

const short = (digest: string) => shorten(digest.replace(/^sha256:/, ''), 13);

function identitiesIn(runs: string): AttemptIdentity[] {
  return listRuns(runs).flatMap((run) => {
    try {
      const read = identitySchema.safeParse(JSON.parse(readFileSync(join(run, FILES.manifest), 'utf8')));
      return read.success ? [read.data] : [];
    } catch {
      return [];
    }
  });
}
