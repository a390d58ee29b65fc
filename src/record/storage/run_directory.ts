import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { Event } from '../events/event.js';
import { computeDigest, sha256 } from '../json/compute_digest.js';
import type { Manifest } from '../manifest/manifest.js';
import { combineMasks, type Mask, maskBytes, maskStrings } from '../redaction/mask.js';
import { type RecordRedactor, type RedactedBytes, redactBytes, redactManifest } from '../redaction/redactor.js';
import type { AttemptReport } from '../verdict/attempt_result.js';
import { EVENTS_FILE, EventLog } from './event_log.js';
import { bindEvent, computeEventsDigest, computeRedactableDigest } from './verify_hash_chain.js';

/** Fields whose content comes from agents: an `artifact` key in them does not name a file of the record. */
const AGENT_FIELDS: ReadonlySet<string> = new Set(['arguments', 'transition', 'signals', 'parameters', 'claimed']);

/** Returns the digests of all artifacts that events name: every harness-written field `artifact`, at any depth. */
export function collectArtifactDigests(events: readonly Event[]): Set<string> {
  const digests = new Set<string>();
  for (const { payload } of events) collectFrom(payload, digests);
  return digests;
}

function collectFrom(value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) collectFrom(element, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, element] of Object.entries(value)) {
      if (AGENT_FIELDS.has(key)) continue;
      if (key === 'artifact' && typeof element === 'string') into.add(element);
      else collectFrom(element, into);
    }
  }
}

/**
 * File names in the directory of one attempt (requirement R1). The directory is made before any agent action and only
 * grows:
 *
 * manifest.json · events.jsonl · briefing.md · patch.diff · artifacts/<sha256> · report.json (written last)
 *
 * While a question to a person is open there is also escalations/; the log holds the answer. removals.jsonl says what
 * was removed after the seal.
 */
export const RUN_FILES = {
  manifest: 'manifest.json',
  events: EVENTS_FILE,
  briefing: 'briefing.md',
  patch: 'patch.diff',
  artifacts: 'artifacts',
  report: 'report.json',
  escalations: 'escalations',
  removals: 'removals.jsonl',
} as const;

/** Directory of one attempt, open for writing. It owns the event log. */
export class RunDirectory {
  readonly log: EventLog;
  private readonly masks: Mask[] = [];
  private readonly keptDigests = new Set<string>();
  private readonly recordedRedactions = new Set<string>();
  private readonly redactedBytes = new WeakMap<Uint8Array, RedactedBytes>();

  private constructor(
    readonly path: string,
    readonly manifest: Manifest,
    clock: () => number,
  ) {
    this.log = new EventLog(join(path, RUN_FILES.events), clock);
  }

  /**
   * Creates the directory with its manifest and first event. Moves an earlier, unfinished try of the same name to
   * `<name>.try-<n>`.
   *
   * @param mask applied to everything that is written, the manifest included
   * @param redaction applied after the mask, except to identities in the manifest
   */
  static create(
    path: string,
    manifest: Manifest,
    clock: () => number,
    mask?: Mask,
    redaction?: RecordRedactor,
  ): RunDirectory {
    setRunAside(path);
    mkdirSync(join(path, RUN_FILES.artifacts), { recursive: true });
    const masked = mask ? maskStrings(mask, manifest) : manifest;
    const redacted = redaction && redactManifest(masked, redaction);
    const text = `${JSON.stringify(redacted?.manifest ?? masked, null, 2)}\n`;
    writeAtomically(join(path, RUN_FILES.manifest), text);
    const run = new RunDirectory(path, JSON.parse(text) as Manifest, clock);
    if (mask) run.addMask(mask);
    run.log.redaction = redaction;
    run.log.append('run_started', 'harness', {
      manifest_sha256: sha256(text),
      contract_version: manifest.contract.version,
      attempt_id: manifest.attempt_id,
    });
    if (redacted) run.log.append('redaction', 'harness', { file: RUN_FILES.manifest, original: redacted.original });
    return run;
  }

  /** Adds a mask for everything that is written from now on: events, artifacts, patch, report. */
  addMask(mask: Mask): void {
    this.masks.push(mask);
    this.log.mask = combineMasks(this.masks);
  }

  /** Returns bytes as they may be stored: masked. */
  applyMask<T extends string | Uint8Array>(data: T): T {
    return (this.log.mask ? maskBytes(this.log.mask, data) : data) as T;
  }

  /** Returns bytes as `keep` stores them: masked and redacted. */
  redact(given: string | Uint8Array, form?: 'patch'): RedactedBytes {
    const { redaction } = this.log;
    const cached = typeof given === 'string' ? undefined : this.redactedBytes.get(given);
    if (cached) return cached;
    const data = this.applyMask(given);
    const redacted = redaction ? redactBytes(data, redaction, form) : { data };
    if (typeof given !== 'string') this.redactedBytes.set(given, redacted);
    return redacted;
  }

  /**
   * Stores bytes, masked and redacted, under the digest of the stored form, and returns the digest. Equal bytes are
   * stored once.
   *
   * @param form `redacted`: the bytes are already redacted, as messages of models are; `patch`: see `Redactor.text`
   */
  keep(given: string | Uint8Array, form?: 'redacted' | 'patch'): string {
    const stored = form === 'redacted' ? { data: this.applyMask(given) } : this.redact(given, form);
    return this.keepRedacted(stored);
  }

  /**
   * Stores the beginning of bytes. Masks and redacts before it cuts, so that no half of a secret remains.
   *
   * @returns all bytes as they would be stored, and the digest of the stored beginning
   */
  keepBeginning(given: Uint8Array, most_bytes: number, form?: 'patch'): { text: Uint8Array; artifact: string } {
    const { data, original } = this.redact(given, form);
    const text = typeof data === 'string' ? Buffer.from(data) : data;
    return {
      text,
      artifact: this.keepRedacted({ data: text.subarray(0, most_bytes), ...omitUndefined({ original }) }),
    };
  }

  private keepRedacted({ data, original }: RedactedBytes): string {
    const digest = this.keepBytes(data);
    if (original && !this.recordedRedactions.has(digest)) {
      this.recordedRedactions.add(digest);
      this.log.append('redaction', 'harness', { artifact: digest, original });
    }
    return digest;
  }

  private keepBytes(data: string | Uint8Array): string {
    const digest = sha256(data);
    const path = join(this.path, RUN_FILES.artifacts, digest);
    if (!existsSync(path)) writeAtomically(path, data);
    this.keptDigests.add(digest);
    return digest;
  }

  /** Writes a file of the record, masked and redacted, and returns the written form. */
  write<T extends string | Uint8Array>(file: 'briefing' | 'patch', given: T): T {
    const { data, original } = this.redact(given, file === 'patch' ? file : undefined);
    writeAtomically(join(this.path, RUN_FILES[file]), data);
    if (original) this.log.append('redaction', 'harness', { file: RUN_FILES[file], original });
    return data as T;
  }

  /** Number of bytes kept so far. */
  get bytes(): number {
    return readdirSync(this.path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  }

  /** Seals the record: the last event binds the report, and the report names the head of the hash chain. */
  seal(report: Omit<AttemptReport, 'head' | 'events'>): AttemptReport {
    this.recordUnnamedArtifacts();
    const events = this.log.events.length + 1;
    const plain = { ...report, events };
    const body = this.toStoredReport(plain);
    this.log.append('sealed', 'harness', {
      report_sha256: computeDigest(body),
      events,
      contents: {
        events_sha256: computeEventsDigest(this.log.events.map((event) => bindEvent(event))),
        manifest_sha256: computeRedactableDigest(this.manifest),
        report_sha256: computeRedactableDigest(JSON.parse(JSON.stringify(body))),
      },
    });
    const sealed = { ...body, head: this.log.head } as AttemptReport;
    writeAtomically(join(this.path, RUN_FILES.report), `${JSON.stringify(sealed, null, 2)}\n`);
    this.log.close();
    return sealed;
  }

  /** Returns the report as stored. The verdict derives from stored data and must not change. */
  private toStoredReport<R extends Pick<AttemptReport, 'verdict'>>(report: R): R {
    const masked = this.log.mask ? maskStrings(this.log.mask, report) : report;
    const { redaction } = this.log;
    if (!redaction) return masked;
    const { verdict, ...rest } = masked;
    return { ...(redaction.redactor.json(JSON.parse(JSON.stringify(rest))).value as R), verdict };
  }

  /**
   * Names artifacts whose event was never written because the run was interrupted. A file that no event names would
   * count as foreign.
   */
  private recordUnnamedArtifacts(): void {
    if (this.keptDigests.size === 0) return;
    const digests = collectArtifactDigests(this.log.events);
    const left = [...this.keptDigests].filter((digest) => !digests.has(digest)).sort();
    if (left.length === 0) return;
    this.log.append('left_artifacts', 'harness', { artifacts: left.map((artifact) => ({ artifact })) });
  }
}

/** Moves an existing run directory aside, to `<name>.try-<n>`. */
export function setRunAside(path: string): void {
  if (existsSync(path)) renameSync(path, findNextTryPath(path));
}

function findNextTryPath(path: string): string {
  for (let n = 1; ; n++) {
    const candidate = `${path}.try-${n}`;
    if (!existsSync(candidate)) return candidate;
  }
}

/** Returns the run directories below `runs/`, sealed or not, without earlier tries. */
export function listRuns(runs: string): string[] {
  if (!existsSync(runs)) return [];
  return readdirSync(runs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/\.try-\d+$/.test(entry.name))
    .map((entry) => join(runs, entry.name))
    .sort();
}
