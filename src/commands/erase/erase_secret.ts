import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { sha256, toCanonicalJson } from '../../record/json/compute_digest.js';
import { createSecretMatcher, type SecretMatcher } from '../../record/redaction/mask.js';
import type { RestrictedStore } from '../../record/redaction/redactor.js';
import { appendRemoval, applyRemovals, type RemovedContent } from '../../record/storage/removal.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { MIN_ERASABLE_LENGTH } from '../../record/storage/verify_hash_chain.js';
import { JUSTIFICATION_LIMIT, NAME_LIMIT, toPlainLine } from '../../run/escalation/operator.js';
import { openRestrictedStore } from '../../run/redaction/restricted_store/open_restricted_store.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns, type RunReference } from '../io/find_runs.js';
import { RESULTS_FILE } from '../io/results_file.js';
import { readRetentionPolicy, requireApproval } from '../retain/read_retention_policy.js';
import { formatRemovedRendering, removeRenderings } from '../retain/remove_renderings.js';
import { type ProvableRecord, requireProvableRecord } from '../retain/require_provable_record.js';
import { holdsSecret, planErasure } from './plan_erasure.js';

/** Options of `eraseSecret`. */
interface EraseOptions {
  runs: readonly string[];
  secret: string;
  reason: string | undefined;
  /** Restricted store for the originals; undefined = they are gone for good. */
  store: string | undefined;
  policy: string | undefined;
  approved_by: string | undefined;
  by: string;
  dry_run: boolean;
  json: boolean;
}

/** Outcome for one record. */
interface ErasureOutcome {
  run: string;
  outcome: 'erased' | 'planned' | 'clean' | 'refused';
  detail: string;
}

/**
 * Largest file of an output folder that is searched for what still holds the secret. Of larger ones nothing is known.
 */
const MAX_SEARCHED_BYTES = 256 * 2 ** 20;

/**
 * Erases a secret that was found in sealed records (`eraseSecret`; requirement R14): every text that holds it becomes a
 * placeholder with the digest of the original, every file that holds it goes. The chain stays provable, and the ledger
 * of the record says who removed what, when and why.
 *
 * @returns 0 if it is nowhere any more, 3 if a record was refused, or another file still holds it or is too large to
 *   be searched
 * @throws {UserError} for a missing reason or approval, and for a secret that is too short
 */
export function eraseSecret(options: EraseOptions, out: CommandContext, cwd: string): 0 | 3 {
  const runs = findRuns(options.runs, cwd);
  const reason = toPlainLine(options.reason ?? '', JUSTIFICATION_LIMIT);
  if (reason === '')
    throw new UserError('a secret is erased for a reason only', 'Add --reason "…": it is written down.');
  if (options.secret.length < MIN_ERASABLE_LENGTH)
    throw new UserError(
      `the secret has ${options.secret.length} characters, and would be found in places that do not hold it`,
      `It must have ${MIN_ERASABLE_LENGTH} or more.`,
    );
  const approval = requireApproval(readRetentionPolicy(options.policy, cwd), options.by, options.approved_by);
  const matcher = createSecretMatcher(new Map([['secret', options.secret]]));
  const folders = [...new Set(runs.map(({ path }) => dirname(path)))];
  const stores = options.store === undefined ? undefined : openRestrictedStore(options.store, cwd, folders);
  const outcomes = runs.map((run): ErasureOutcome => {
    const record = readRecord(run, options.dry_run);
    if ('refused' in record) return { run: run.shown, outcome: 'refused', detail: record.refused };
    const store = stores?.openAttempt(record.manifest.attempt_id);
    const entry = { by: toPlainLine(options.by, NAME_LIMIT), reason, approval, head: record.head };
    return { run: run.shown, ...eraseFromRecord(run, record, matcher, entry, store, options.dry_run) };
  });
  const changed = runs.filter((_, i) => outcomes[i]?.outcome === 'erased');
  const removed = removeRenderings(changed, cwd);
  const { left, unsearched } = options.dry_run ? { left: [], unsearched: [] } : findOtherPlaces(runs, matcher, cwd);
  if (options.json) out.log(formatInertJson({ outcomes, removed, left, unsearched }));
  else {
    for (const { run, outcome, detail } of outcomes) out.log(safe(`${run}  ${outcome}${detail && ': '}${detail}`));
    for (const file of removed) out.log(safe(formatRemovedRendering(file)));
    for (const file of left) out.log(safe(`${file}  still holds the secret: delete it, or write it anew`));
    for (const file of unsearched) out.log(safe(`${file}  was not searched, it is too large: search it yourself`));
  }
  return left.length + unsearched.length > 0 || outcomes.some(({ outcome }) => outcome === 'refused') ? 3 : 0;
}

/** Reads a record, and first finishes a removal that was interrupted: what goes by it cannot be kept afterwards. */
function readRecord(run: RunReference, dry_run: boolean): ReturnType<typeof requireProvableRecord> {
  const record = requireProvableRecord(run);
  if ('refused' in record || dry_run || !record.removals?.pending) return record;
  applyRemovals(run.path);
  return requireProvableRecord(run);
}

function eraseFromRecord(
  run: RunReference,
  record: ProvableRecord,
  matcher: SecretMatcher,
  entry: Pick<Parameters<typeof appendRemoval>[1], 'by' | 'reason' | 'approval' | 'head'>,
  store: RestrictedStore | undefined,
  dry_run: boolean,
): Omit<ErasureOutcome, 'run'> {
  const entries = record.removals?.entries ?? [];
  const ended = new Set(entries.flatMap((each) => ('of_seq' in each ? [each.of_seq] : [])));
  // Also when its time is over: the content is there until `retain --expire` deletes it.
  if (entries.some((each) => each.kind === 'retention' && each.reversible_until !== null && !ended.has(each.seq)))
    return {
      outcome: 'refused',
      detail:
        'content of it is held for the long tier, and may hold the secret: undo the move first, erase, move again; ' +
        'or delete what is held with `gatebench records retain --expire` when its time is over',
    };
  const removed = planErasure(run.path, record.events, matcher);
  if ('refused' in removed) return { outcome: 'refused', detail: removed.refused };
  const texts = [...removed.events, ...removed.files].flatMap(({ pointers }) => pointers ?? []).length;
  const detail =
    `${texts} texts, ${removed.events.filter(({ pointers }) => !pointers).length} events, ` +
    `${removed.files.filter(({ pointers }) => !pointers).length} files`;
  const isClean = removed.events.length + removed.files.length === 0;
  if (dry_run) return isClean ? { outcome: 'clean', detail: '' } : { outcome: 'planned', detail };
  if (!isClean) {
    if (store) keepOriginals(run.path, removed, record, store);
    appendRemoval(run.path, { kind: 'erasure', at: new Date().toISOString(), ...entry, removed });
    applyRemovals(run.path);
  }
  writeResultLine(run);
  return isClean ? { outcome: 'clean', detail: '' } : { outcome: 'erased', detail };
}

/** Keeps the originals under their digests, which the placeholders name. */
function keepOriginals(
  path: string,
  removed: RemovedContent,
  { events }: ProvableRecord,
  store: RestrictedStore,
): void {
  const by_seq = new Map(events.map((event) => [event.seq, event]));
  const keepTexts = (value: unknown, pointers: readonly string[] | undefined) => {
    for (const pointer of pointers ?? []) {
      const text = getText(value, pointer);
      if (text !== undefined) store.keep(sha256(text), text);
    }
  };
  for (const { seq, pointers } of removed.events) {
    const event = by_seq.get(seq);
    if (pointers) keepTexts(event, pointers);
    else if (event) store.keep(event.hash, toCanonicalJson(event));
  }
  for (const { file, sha256: digest, pointers } of removed.files) {
    const data = readFileSync(join(path, file));
    if (pointers) keepTexts(JSON.parse(data.toString('utf8')), pointers);
    else store.keep(digest, data);
  }
}

function getText(value: unknown, pointer: string): string | undefined {
  let place = value;
  for (const key of pointer.split('/').slice(1))
    place = (place as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  return typeof place === 'string' ? place : undefined;
}

/** Writes the line of a record in results.jsonl anew, from its report. */
function writeResultLine({ path, line }: RunReference): void {
  const file = join(dirname(dirname(path)), RESULTS_FILE);
  if (line === undefined || !existsSync(file)) return;
  const { run } = JSON.parse(line) as { run: string };
  const report = JSON.parse(readFileSync(join(path, RUN_FILES.report), 'utf8')) as object;
  const lines = readFileSync(file, 'utf8').split('\n');
  const fresh = toCanonicalJson({ ...report, run });
  const text_lines = lines.map((each) => (each === line ? fresh : each));
  if (text_lines.join('\n') !== lines.join('\n')) writeAtomically(file, text_lines.join('\n'));
}

/** Finds files of the output folders that still hold the secret: reports, logs of servers, unfinished tries. */
function findOtherPlaces(
  runs: readonly RunReference[],
  matcher: SecretMatcher,
  cwd: string,
): { left: string[]; unsearched: string[] } {
  const roots = new Set(runs.map(({ path, line }) => (line === undefined ? path : dirname(dirname(path)))));
  const files = [...roots].flatMap((root) =>
    readdirSync(resolve(root), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const isLarge = (file: string) => lstatSync(file).size > MAX_SEARCHED_BYTES;
  const list = (found: readonly string[]) => found.map((file) => relative(cwd, file)).sort();
  return {
    left: list(files.filter((file) => !isLarge(file) && holdsSecret(readFileSync(file), matcher))),
    unsearched: list(files.filter(isLarge)),
  };
}
