import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, sha256 } from './canonical.js';
import { checkChain, type Fault } from './chain.js';
import { type Event, eventsOf } from './events.js';
import { type Manifest, manifestSchema } from './manifest.js';
import { namedArtifacts } from './named_artifacts.js';
import { otherVersion } from './other_version.js';
import { type Report, reportSchema } from './result.js';
import { FILES } from './run_directory.js';

/**
 * What a run directory is worth (R5, R7, R16).
 *
 * - `sealed`: complete, and nothing in it contradicts anything else;
 * - `unsealed`: the run was cut off; what is there is whole, `run --resume` does the attempt again;
 * - `tampered`: something was changed, dropped, added or swapped after it was written;
 * - `other-version`: whole as far as digests tell, but made by another version, whose files have another form.
 */
export type Standing = 'sealed' | 'unsealed' | 'tampered' | 'other-version';

export interface Verification {
  standing: Standing;
  faults: Fault[];
  /** For `other-version`: which, and which this is. */
  made_by?: string;
  head: string;
  manifest?: Manifest;
  events: Event[];
  report?: Report;
}

/**
 * Verifies one run directory.
 *
 * @param published head hash from elsewhere (results.jsonl, a check run, a comment): with it, even a log that was rewritten
 *   as a whole is found out
 * @param rubric version of the rubric in force, to tell a record of another version from one that was changed
 */
export function verifyRun(path: string, published?: string, rubric?: string): Verification {
  const faults: Fault[] = [];
  const at = (what: string) => faults.push({ line: null, what });
  const read = (file: string) => {
    const bytes = readFile(join(path, file));
    const text = bytes?.toString('utf8');
    // Bytes that are no UTF-8 read as U+FFFD, and so could be exchanged unseen.
    if (bytes && !bytes.equals(Buffer.from(text!))) at(`${file} is not UTF-8: it was edited`);
    return text;
  };

  const log = read(FILES.events);
  const chain = checkChain(log ?? '');
  faults.push(...chain.faults);
  const started = eventsOf(chain.events, 'run_started')[0];

  const manifestText = read(FILES.manifest);
  let manifest: Manifest | undefined;
  let made_by: string | undefined;
  const unlike = (value: unknown, what: string) => {
    const other = otherVersion(value, rubric);
    if (other === undefined) at(what);
    else made_by ??= other;
  };
  if (manifestText === undefined) {
    if (started) at(`${FILES.manifest} is missing`);
  } else {
    manifest = parsed(manifestText, manifestSchema, FILES.manifest, at, unlike);
    if (started && started.payload.manifest_sha256 !== sha256(manifestText))
      at(`${FILES.manifest} was edited: its digest is not that in the log`);
  }

  const sealed = chain.events.at(-1)?.type === 'sealed' ? eventsOf(chain.events, 'sealed').at(-1) : undefined;
  if (!sealed && eventsOf(chain.events, 'sealed').length > 0) at('there are events after the seal');
  const reportText = read(FILES.report);
  let report: Report | undefined;
  if (reportText !== undefined) {
    report = parsed(reportText, reportSchema, FILES.report, at, unlike);
    if (!sealed) at(`${FILES.report} exists, but the log has no seal: the end of the log was cut off`);
    else if (report || made_by !== undefined) checkSeal(reportText, sealed.payload, chain.head, at);
  }
  if (manifest && report && !isSamePair(manifest.pull_request, report.pull_request))
    at(`${FILES.report} names another pull request than ${FILES.manifest}`);
  if (reportText !== undefined && chain.torn) at('the log has an unfinished line after its seal');
  checkFiles(path, chain.events, reportText !== undefined, at);
  if (published && published !== chain.head)
    at(`head is ${chain.head}, published is ${published}: the log was rewritten or cut`);

  // Without a report.json the writer was cut off before its last act, even if the seal itself is in the log.
  const whole: Standing = made_by !== undefined ? 'other-version' : report ? 'sealed' : 'unsealed';
  const standing: Standing = faults.length > 0 ? 'tampered' : whole;
  return {
    standing,
    faults,
    ...(standing === 'other-version' ? { made_by: made_by! } : {}),
    head: chain.head,
    events: chain.events,
    ...(manifest ? { manifest } : {}),
    ...(report ? { report } : {}),
  };
}

const isSamePair = (a: Manifest['pull_request'], b: Report['pull_request']) =>
  digestOf(a ?? null) === digestOf(b ?? null);

function checkSeal(
  text: string,
  sealed: { report_sha256: string; events: number },
  head: string,
  at: (what: string) => void,
): void {
  const report = JSON.parse(text) as Report;
  const { head: claimed, ...body } = report;
  if (digestOf(body) !== sealed.report_sha256) at(`${FILES.report} was edited: its digest is not that in the seal`);
  if (claimed !== head) at(`${FILES.report} names another head of the log`);
  if (`${JSON.stringify(JSON.parse(text), null, 2)}\n` !== text)
    at(`${FILES.report} was edited: it is not as it was written`);
  if (report.events !== sealed.events) at(`${FILES.report} counts ${report.events} events, the seal ${sealed.events}`);
}

/**
 * Every file that the log speaks of is there and unchanged; in a finished record nothing else is. A writer that was cut off
 * may have stored a file and not yet its event, or left one under its temporary name.
 */
function checkFiles(path: string, events: readonly Event[], finished: boolean, at: (what: string) => void): void {
  const expected = namedArtifacts(events);
  for (const digest of expected) checkDigest(path, `${FILES.artifacts}/${digest}`, digest, at);
  const briefing = eventsOf(events, 'briefing')[0];
  if (briefing) checkDigest(path, FILES.briefing, briefing.payload.sha256, at);
  const patch = eventsOf(events, 'workspace_mutation').at(-1);
  if (patch) checkDigest(path, FILES.patch, patch.payload.patch_sha256, at);
  const known = new Set<string>([FILES.manifest, FILES.events, FILES.report]);
  if (briefing) known.add(FILES.briefing);
  if (patch) known.add(FILES.patch);
  for (const entry of list(path)) {
    const isFolder = entry.name === FILES.artifacts || (!finished && entry.name === FILES.escalations);
    // A link leads out of the record, and what it leads to may change at any time.
    if (isFolder ? !entry.isDirectory() : !entry.isFile()) at(`${entry.name} is not a ${isFolder ? 'folder' : 'file'}`);
    else if (finished && !isFolder && !known.has(entry.name)) at(`${entry.name} does not belong to the record`);
  }
  if (!finished) return;
  for (const { name } of list(join(path, FILES.artifacts)))
    if (!expected.has(name)) at(`artifact ${name} is not named by any event`);
}

function checkDigest(path: string, file: string, digest: string, at: (what: string) => void): void {
  const data = readFile(join(path, file));
  if (data === undefined) at(`${file} is missing`);
  else if (sha256(data) !== digest) at(`${file} was edited: its digest is not that in the log`);
}

function parsed<T>(
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
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error?.issues[0];
  unlike(value, `${file} is not valid: ${issue?.path.join('.')} ${issue?.message}`);
  return undefined;
}

/** The bytes of a file; undefined when there is none. A link is as good as missing: it leads out of the record. */
function readFile(path: string): Buffer | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined;
}

function list(path: string): Dirent[] {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path, { withFileTypes: true }) : [];
}
