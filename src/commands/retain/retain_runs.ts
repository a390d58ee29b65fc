import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import type { EventType } from '../../record/events/event.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { appendRemoval, applyRemovals, type Removal, type RemovedContent } from '../../record/storage/removal.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { JUSTIFICATION_LIMIT, NAME_LIMIT, toPlainLine } from '../../run/escalation/operator.js';
import { logAccess, openRestrictedStore } from '../../run/redaction/restricted_store/open_restricted_store.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns, type RunReference } from '../io/find_runs.js';
import { getHeldFolder, holdContent, restoreContent } from './hold_content.js';
import { readRetentionPolicy, requireApproval } from './read_retention_policy.js';
import { formatRemovedRendering, removeRenderings } from './remove_renderings.js';
import { type ProvableRecord, requireProvableRecord } from './require_provable_record.js';

/** Options of `retainRuns`. */
interface RetainOptions {
  runs: readonly string[];
  action: 'move' | 'undo' | 'expire' | 'resume';
  reason: string | undefined;
  /** Restricted store that holds removed content until the deadline. */
  store: string | undefined;
  /** Remove the content at once, without a way back. */
  irreversible: boolean;
  policy: string | undefined;
  approved_by: string | undefined;
  by: string;
  dry_run: boolean;
  json: boolean;
  now?: Date;
}

const DAY_MS = 86_400_000;

/** Outcome for one record. */
interface RetentionOutcome {
  run: string;
  outcome: 'moved' | 'planned' | 'restored' | 'expired' | 'resumed' | 'unchanged' | 'refused';
  detail: string;
}

/**
 * Moves records from the short to the long retention tier (`retainRuns`; requirement R15), undoes a move, deletes held
 * content whose time is over, or finishes a removal that was interrupted. Each step is an entry in the ledger of the
 * record, made before anything is removed.
 *
 * @returns 0 if all was done, 3 if a record was refused
 * @throws {UserError} for a missing reason, approval or restricted store
 */
export function retainRuns(options: RetainOptions, out: CommandContext, cwd: string): 0 | 3 {
  const runs = findRuns(options.runs, cwd);
  const terms = openTerms(options, runs, cwd);
  const outcomes = runs.map((run): RetentionOutcome => {
    const record = requireProvableRecord(run);
    const outcome = 'refused' in record ? refuse(record.refused) : ACTIONS[options.action](run, record, terms);
    return { run: run.shown, ...outcome };
  });
  const changed = runs.filter((_, i) => ['moved', 'resumed'].includes(outcomes[i]?.outcome ?? ''));
  const removed = removeRenderings(changed, cwd);
  if (options.json) out.log(formatInertJson({ outcomes, removed }));
  else {
    for (const { run, outcome, detail } of outcomes) out.log(safe(`${run}  ${outcome}${detail && ': '}${detail}`));
    for (const file of removed) out.log(safe(formatRemovedRendering(file)));
  }
  return outcomes.some(({ outcome }) => outcome === 'refused') ? 3 : 0;
}

type Terms = ReturnType<typeof openTerms>;
type Step = (run: RunReference, record: ProvableRecord, terms: Terms) => Omit<RetentionOutcome, 'run'>;

/** Reads and checks what holds for all records, before the first of them is touched. */
function openTerms(options: RetainOptions, runs: readonly RunReference[], cwd: string) {
  const policy = readRetentionPolicy(options.policy, cwd);
  const reason = toPlainLine(options.reason ?? '', JUSTIFICATION_LIMIT);
  if (reason === '' && options.action !== 'resume')
    throw new UserError('records are retained for a reason only', 'Add --reason "…": it is written down.');
  const approval = options.action === 'move' ? requireApproval(policy, options.by, options.approved_by) : null;
  if (options.action === 'move' && options.store === undefined && !options.irreversible)
    throw new UserError(
      'a move to the long tier needs a place that holds the content until the move can no longer be undone',
      'Name it with --restricted-store DIR, or remove the content at once with --irreversible.',
    );
  if (options.store === undefined && (options.action === 'undo' || options.action === 'expire'))
    throw new UserError('the restricted store that holds the content is missing', 'Add --restricted-store DIR.');
  const store = options.store === undefined ? undefined : resolve(cwd, options.store);
  if (store !== undefined) openRestrictedStore(store, cwd, [...new Set(runs.map(({ path }) => dirname(path)))]);
  const now = options.now ?? new Date();
  return {
    store,
    now,
    reason,
    approval,
    by: toPlainLine(options.by, NAME_LIMIT),
    reversible_days: policy.policy.reversible_days,
    dry_run: options.dry_run,
  };
}

const refuse = (detail: string) => ({ outcome: 'refused' as const, detail });
const keep = (detail: string) => ({ outcome: 'unchanged' as const, detail });

/** Finds the last move that is in force, with what became of its held content. */
function findMove({ removals }: ProvableRecord) {
  const entries = removals?.entries ?? [];
  const ended = (kind: Removal['kind'], seq: number) =>
    entries.some((entry) => entry.kind === kind && 'of_seq' in entry && entry.of_seq === seq);
  const move = entries.findLast(
    (entry): entry is Extract<Removal, { kind: 'retention' }> =>
      entry.kind === 'retention' && !ended('restoration', entry.seq),
  );
  return move && { move, is_expired: ended('expiry', move.seq) };
}

const moveRecord: Step = ({ path }, record, { store, now, reason, approval, by, reversible_days, dry_run }) => {
  const removed = planRetention(path, record);
  if (removed.events.length + removed.files.length === 0) return keep('it is in the long tier already');
  const content = `${removed.events.length} events and ${removed.files.length} files`;
  if (dry_run) return { outcome: 'planned', detail: content };
  const deadline = store && new Date(now.getTime() + reversible_days * DAY_MS).toISOString();
  const seq = record.removals?.entries.length ?? 0;
  if (store) holdContent(path, removed, getHeldFolder(store, record.manifest.attempt_id, seq));
  appendRemoval(path, {
    kind: 'retention',
    at: now.toISOString(),
    by,
    reason,
    approval,
    head: record.head,
    removed,
    reversible_until: deadline ?? null,
  });
  applyRemovals(path);
  return { outcome: 'moved', detail: deadline ? `${content}, to be undone until ${deadline}` : `${content}, for good` };
};

const undoMove: Step = ({ path }, record, { store, now, reason, by }) => {
  const last_move = findMove(record);
  if (!last_move) return keep('no move to the long tier is in force');
  const { move, is_expired } = last_move;
  if (is_expired || move.reversible_until === null || Date.parse(move.reversible_until) < now.getTime())
    return refuse(`the move could be undone until ${move.reversible_until ?? 'no time'}`);
  const { attempt_id } = record.manifest;
  logAccess(store!, { at: now.toISOString(), by, attempt_id, sha256: move.hash, reason });
  try {
    restoreContent(path, move, record.removals!.entries, getHeldFolder(store!, attempt_id, move.seq));
  } catch (error) {
    if (error instanceof UserError) return refuse(error.message);
    throw error;
  }
  const entry = { at: now.toISOString(), by, reason, approval: null, head: record.head, of_seq: move.seq };
  appendRemoval(path, { kind: 'restoration', ...entry });
  rmSync(getHeldFolder(store!, attempt_id, move.seq), { recursive: true, force: true });
  return { outcome: 'restored', detail: `the move of ${move.at}` };
};

const expireMove: Step = ({ path }, record, { store, now, reason, by }) => {
  const last_move = findMove(record);
  if (!last_move || last_move.move.reversible_until === null) return keep('nothing is held for it');
  const { move, is_expired } = last_move;
  if (Date.parse(move.reversible_until!) >= now.getTime())
    return keep(`it can be undone until ${move.reversible_until}`);
  const folder = getHeldFolder(store!, record.manifest.attempt_id, move.seq);
  if (is_expired && !existsSync(folder)) return keep('the held content is deleted already');
  const entry = { at: now.toISOString(), by, reason, approval: null, head: record.head, of_seq: move.seq };
  if (!is_expired) appendRemoval(path, { kind: 'expiry', ...entry });
  rmSync(folder, { recursive: true, force: true });
  return { outcome: 'expired', detail: `the content held since ${move.at} is deleted` };
};

const resumeRemoval: Step = ({ path }, { removals }) => {
  if (!removals?.pending) return keep('no removal was interrupted');
  applyRemovals(path);
  return { outcome: 'resumed', detail: 'the interrupted removal is finished' };
};

const ACTIONS: Record<RetainOptions['action'], Step> = {
  move: moveRecord,
  undo: undoMove,
  expire: expireMove,
  resume: resumeRemoval,
};

/**
 * Events that the long tier keeps: identity, stages, digests of the patch, costs, the end. Outcomes of gates and
 * checks, metrics and sums stand in report.json, which stays whole.
 */
const KEPT_TYPES: ReadonlySet<EventType> = new Set([
  'run_started',
  'stage_changed',
  'workspace_mutation',
  'cost',
  'termination',
  'redaction',
  'sealed',
]);

/** Plans the move of a record to the long tier: traces, texts, patch and artifacts go (requirement R15). */
function planRetention(path: string, { events }: ProvableRecord): RemovedContent {
  const artifacts = join(path, RUN_FILES.artifacts);
  const names = existsSync(artifacts) ? readdirSync(artifacts).sort() : [];
  const files = [RUN_FILES.briefing, RUN_FILES.patch, ...names.map((name) => `${RUN_FILES.artifacts}/${name}`)];
  return {
    events: events.filter(({ type }) => !KEPT_TYPES.has(type)).map(({ seq, hash }) => ({ seq, hash })),
    files: files
      .filter((file) => existsSync(join(path, file)))
      .map((file) => ({ file, sha256: sha256(readFileSync(join(path, file))) })),
  };
}
