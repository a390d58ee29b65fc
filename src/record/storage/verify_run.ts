import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Event, EventPayload } from '../events/event.js';
import { selectEvents } from '../events/select_events.js';
import { computeDigest, sha256 } from '../json/compute_digest.js';
import { detectOtherVersion } from '../manifest/engine_version.js';
import { type Manifest, manifestSchema } from '../manifest/manifest.js';
import { type AttemptReport, attemptReportSchema } from '../verdict/attempt_result.js';
import { isContentMissing, type MissingContent, type Removal, readRemovals, sumMissingContent } from './removal.js';
import { collectArtifactDigests, RUN_FILES } from './run_directory.js';
import { computeRedactableDigest, type RecordFault, verifyHashChain } from './verify_hash_chain.js';
import { verifyReducedChain } from './verify_reduced_chain.js';

/**
 * Integrity of a run directory (requirements R5, R7, R16).
 *
 * - `sealed`: complete and consistent;
 * - `unsealed`: the run was interrupted; its files are intact, and `run --resume` repeats the attempt;
 * - `reduced`: sealed, and content was removed afterwards as `removals.jsonl` says; all that is left is proven;
 * - `tampered`: something was changed, dropped, added or swapped after it was written;
 * - `other-version`: the digests are correct, but another version made it, with files of another form.
 */
export type RecordIntegrity = 'sealed' | 'reduced' | 'unsealed' | 'tampered' | 'other-version';

/** Result of verifying a run directory. */
export interface RunVerification {
  standing: RecordIntegrity;
  faults: RecordFault[];
  /** For `other-version`: the version that made the record, and the version in use. */
  made_by?: string;
  head: string;
  manifest?: Manifest;
  events: Event[];
  report?: AttemptReport;
  /** The report as it is on disk: `report` has defaults of fields that were added later. */
  raw_report?: unknown;
  /** Ledger of what was removed, and true if a removal was interrupted; absent = nothing ever was. */
  removals?: { entries: readonly Removal[]; pending: boolean };
}

/**
 * Verifies one run directory.
 *
 * @param published head hash from another source (results.jsonl, a check run, a comment): it reveals even a log that
 *   was rewritten as a whole
 * @param rubric version of the rubric in force, to distinguish a record of another version from a changed one
 */
export function verifyRun(path: string, published?: string, rubric?: string): RunVerification {
  const faults: RecordFault[] = [];
  const say = (what: string) => faults.push({ line: null, what });
  const read = (file: string) => {
    const bytes = readFile(join(path, file));
    const text = bytes?.toString('utf8');
    // Invalid UTF-8 decodes as U+FFFD, so such bytes could be exchanged without notice.
    if (bytes && !bytes.equals(Buffer.from(text!))) say(`${file} is not UTF-8: it was edited`);
    return text;
  };

  const log = read(RUN_FILES.events);
  const ledger = readRemovals(path);
  if (ledger && 'fault' in ledger) say(ledger.fault);
  const entries = ledger && 'entries' in ledger ? ledger.entries : [];
  const missing = sumMissingContent(entries);
  const isReduced = isContentMissing(missing);
  const chain = isReduced ? verifyReducedChain(log ?? '', missing) : { ...verifyHashChain(log ?? ''), pending: false };
  const unlike_events = chain.faults.filter((fault) => fault.unlike);
  faults.push(...chain.faults.filter((fault) => !fault.unlike));
  const started = selectEvents(chain.events, 'run_started')[0];

  const manifestText = read(RUN_FILES.manifest);
  let manifest: Manifest | undefined;
  let made_by: string | undefined;
  const unlike = (value: unknown, what: string) => {
    const version = detectOtherVersion(value, rubric);
    if (version === undefined) say(what);
    else made_by ??= version;
  };
  if (manifestText === undefined) {
    if (started) say(`${RUN_FILES.manifest} is missing`);
  } else {
    manifest = parseFile(manifestText, manifestSchema, RUN_FILES.manifest, say, unlike);
    verifyManifestDigest(manifestText, chain.events, isReduced ? missing : undefined, say);
  }

  const shown = { head: chain.head, events: chain.events, ...omitUndefined({ manifest }) };
  const isRewritten = published !== undefined && published !== '' && published !== chain.head;
  if (isRewritten) say(`head is ${chain.head}, published is ${published}: the log was rewritten or cut`);
  if (unlike_events.length > 0) {
    // Only a record that says so itself is of another version; in one of this version such an event is a fault.
    const version = manifestText === undefined ? undefined : detectOtherVersion(parseText(manifestText), rubric);
    if (version === undefined) faults.push(...unlike_events.map(({ line, what }) => ({ line, what })));
    // What belongs to such a record is known to its own version only. Its chain was verified.
    else if (faults.length === 0) return { standing: 'other-version', faults, made_by: version, ...shown };
  }

  const sealed = chain.events.at(-1)?.type === 'sealed' ? selectEvents(chain.events, 'sealed').at(-1) : undefined;
  if (!sealed && selectEvents(chain.events, 'sealed').length > 0) say('there are events after the seal');
  const reportText = read(RUN_FILES.report);
  let report: AttemptReport | undefined;
  if (reportText !== undefined) {
    report = parseFile(reportText, attemptReportSchema, RUN_FILES.report, say, unlike);
    if (!sealed) say(`${RUN_FILES.report} exists, but the log has no seal: the end of the log was cut off`);
    else if (report || made_by !== undefined)
      reportErrors(RUN_FILES.report, say, () =>
        verifySeal(reportText, sealed.payload, chain.head, missing.file_texts.get(RUN_FILES.report), say),
      );
  }
  if (manifest && report && !isSamePair(manifest.pull_request, report.pull_request))
    say(`${RUN_FILES.report} names another pull request than ${RUN_FILES.manifest}`);
  if (reportText !== undefined && chain.torn) say('the log has an unfinished line after its seal');
  for (const file of missing.file_texts.keys())
    if (!isJsonFile(file)) say(`${RUN_FILES.removals} names texts of ${file}, which has none`);
  const files = verifyFiles(path, chain.events, reportText !== undefined, missing, say);
  if (entries.some(({ head }) => head !== chain.head)) say(`${RUN_FILES.removals} is of another record`);
  const standing = decideIntegrity(faults, made_by, report, isReduced);
  return {
    standing,
    faults,
    ...shown,
    ...omitUndefined({
      made_by: standing === 'other-version' ? made_by : undefined,
      report,
      raw_report: report && reportText !== undefined ? (JSON.parse(reportText) as unknown) : undefined,
      removals: entries.length > 0 ? { entries, pending: files.pending || chain.pending } : undefined,
    }),
  };
}

/** Decides what a record is. Without a report the writer was interrupted before its last step, even after the seal. */
function decideIntegrity(
  faults: readonly RecordFault[],
  made_by: string | undefined,
  report: AttemptReport | undefined,
  isReduced: boolean,
): RecordIntegrity {
  if (faults.length > 0) return 'tampered';
  if (made_by !== undefined) return 'other-version';
  if (report === undefined) return 'unsealed';
  return isReduced ? 'reduced' : 'sealed';
}

/** Compares a manifest with the digest in the log; without some of its texts (`missing`), with that in the seal. */
function verifyManifestDigest(
  text: string,
  events: readonly Event[],
  missing: MissingContent | undefined,
  at: (what: string) => void,
): void {
  const started = selectEvents(events, 'run_started')[0];
  const pointers = missing?.file_texts.get(RUN_FILES.manifest);
  const bound = selectEvents(events, 'sealed').at(-1)?.payload.contents?.manifest_sha256;
  if (missing && (pointers || !started)) verifyContent(text, RUN_FILES.manifest, bound, pointers, at);
  else if (started && started.payload.manifest_sha256 !== sha256(text))
    at(`${RUN_FILES.manifest} was edited: its digest is not that in the log`);
}

const isSamePair = (a: Manifest['pull_request'], b: AttemptReport['pull_request']) =>
  computeDigest(a ?? null) === computeDigest(b ?? null);

function verifySeal(
  text: string,
  sealed: EventPayload<'sealed'>,
  head: string,
  erased: ReadonlySet<string> | undefined,
  at: (what: string) => void,
): void {
  const report = JSON.parse(text) as AttemptReport;
  const { head: claimed, ...body } = report;
  if (erased) verifyContent(text, RUN_FILES.report, sealed.contents?.report_sha256, erased, at);
  else if (computeDigest(body) !== sealed.report_sha256)
    at(`${RUN_FILES.report} was edited: its digest is not that in the seal`);
  if (claimed !== head) at(`${RUN_FILES.report} names another head of the log`);
  if (`${JSON.stringify(JSON.parse(text), null, 2)}\n` !== text)
    at(`${RUN_FILES.report} was edited: it is not as it was written`);
  if (report.events !== sealed.events)
    at(`${RUN_FILES.report} counts ${report.events} events, the seal ${sealed.events}`);
}

/**
 * Verifies that every file named in the log exists and is unchanged, and that a finished record has no other files. An
 * interrupted writer may leave a file without its event, or under its temporary name.
 */
function verifyFiles(
  path: string,
  events: readonly Event[],
  finished: boolean,
  missing: MissingContent,
  at: (what: string) => void,
): { pending: boolean } {
  let pending = false;
  const verifyDigest = (file: string, digest: string): void => {
    const data = readFile(join(path, file));
    const isRemoved = missing.files.get(file) === digest;
    if (data === undefined && !isRemoved) at(`${file} is missing`);
    else if (data !== undefined && sha256(data) !== digest) at(`${file} was edited: its digest is not that in the log`);
    pending ||= isRemoved && data !== undefined;
  };
  const expected = collectArtifactDigests(events);
  for (const digest of expected) verifyDigest(`${RUN_FILES.artifacts}/${digest}`, digest);
  const briefing = selectEvents(events, 'briefing')[0];
  if (briefing) verifyDigest(RUN_FILES.briefing, briefing.payload.sha256);
  const patch = selectEvents(events, 'workspace_mutation').at(-1);
  if (patch) verifyDigest(RUN_FILES.patch, patch.payload.patch_sha256);
  // The ledger proves no file: anyone can write into it. A file goes before the event that names it.
  for (const [file, digest] of missing.files) {
    const isNamed =
      (file === RUN_FILES.briefing && briefing) || (file === RUN_FILES.patch && patch) || expected.has(basename(file));
    if (isNamed || readFile(join(path, file)) === undefined) continue;
    if (isJsonFile(file)) verifyDigest(file, digest);
    else at(`${file} is there, and the event that names it was removed: nothing proves what it is`);
  }
  const names = new Set<string>([RUN_FILES.manifest, RUN_FILES.events, RUN_FILES.report]);
  if (briefing) names.add(RUN_FILES.briefing);
  if (patch) names.add(RUN_FILES.patch);
  names.add(RUN_FILES.removals);
  for (const file of missing.files.keys()) names.add(file);
  for (const entry of listEntries(path)) {
    const isFolder = entry.name === RUN_FILES.artifacts || (!finished && entry.name === RUN_FILES.escalations);
    // A link leads out of the record, and its target may change at any time.
    if (isFolder ? !entry.isDirectory() : !entry.isFile()) at(`${entry.name} is not a ${isFolder ? 'folder' : 'file'}`);
    else if (finished && !isFolder && !names.has(entry.name)) at(`${entry.name} does not belong to the record`);
  }
  if (!finished) return { pending };
  for (const entry of listEntries(join(path, RUN_FILES.artifacts))) {
    const { name } = entry;
    if (!entry.isFile()) at(`artifact ${name} is not a file`);
    else if (!expected.has(name) && !missing.files.has(`${RUN_FILES.artifacts}/${name}`))
      at(`artifact ${name} is not named by any event`);
  }
  return { pending };
}

/** Checks for the files of a record that are JSON, and are verified as such. */
const isJsonFile = (file: string): boolean => file === RUN_FILES.manifest || file === RUN_FILES.report;

/** Verifies a JSON file with erased texts against the content digest in the seal. */
function verifyContent(
  text: string,
  file: string,
  bound: string | undefined,
  erased: ReadonlySet<string> | undefined,
  at: (what: string) => void,
): void {
  reportErrors(file, at, () => {
    const whole: unknown = JSON.parse(text);
    const { head: _, ...body } = (whole ?? {}) as Record<string, unknown>;
    if (bound === undefined || computeRedactableDigest(file === RUN_FILES.report ? body : whole, erased) !== bound)
      at(`${file} was edited: its content is not that in the seal`);
    if (`${JSON.stringify(whole, null, 2)}\n` !== text) at(`${file} was edited: it is not as it was written`);
  });
}

/**
 * Reports what a file has no digest for as a fault: half a surrogate pair, excessive nesting. The harness writes
 * neither.
 */
function reportErrors(file: string, at: (what: string) => void, verify: () => void): void {
  try {
    verify();
  } catch (error) {
    at(`${file} was edited: it has no canonical form (${(error as Error).message})`);
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseFile<T>(
  text: string,
  schema: {
    safeParse(value: unknown): {
      success: boolean;
      data?: T;
      error?: { issues: { path: PropertyKey[]; message: string }[] };
    };
  },
  file: string,
  at: (what: string) => void,
  unlike: (value: unknown, what: string) => void,
): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    at(`${file} is not JSON`);
    return undefined;
  }
  let result: ReturnType<typeof schema.safeParse>;
  try {
    result = schema.safeParse(value);
  } catch (error) {
    at(`${file} cannot be read: ${(error as Error).message}`);
    return undefined;
  }
  if (result.success) return result.data;
  const issue = result.error?.issues[0];
  unlike(value, `${file} is not valid: ${issue?.path.join('.')} ${issue?.message}`);
  return undefined;
}

/**
 * Returns the bytes of a file.
 *
 * @returns undefined if the file is missing; a link counts as missing, since it leads out of the record
 */
function readFile(path: string): Buffer | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined;
}

function listEntries(path: string): Dirent[] {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path, { withFileTypes: true }) : [];
}
