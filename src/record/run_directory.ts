import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './atomic.js';
import { digestOf, sha256 } from './canonical.js';
import { EventLog } from './log.js';
import type { Manifest } from './manifest.js';
import { allMasks, type Mask, maskBytes, maskStrings } from './mask.js';
import { namedArtifacts } from './named_artifacts.js';
import type { Report } from './result.js';

/**
 * The directory of one attempt (R1). It is made before any agent action and only ever grows:
 *
 * manifest.json · events.jsonl · briefing.md · patch.diff · artifacts/<sha256> · report.json (written last)
 *
 * While a person is asked there is also escalations/, gone when the question is: what was answered is in the log.
 */
export const FILES = {
  manifest: 'manifest.json',
  events: 'events.jsonl',
  briefing: 'briefing.md',
  patch: 'patch.diff',
  artifacts: 'artifacts',
  report: 'report.json',
  escalations: 'escalations',
} as const;

export class RunDirectory {
  readonly log: EventLog;
  private readonly masks: Mask[] = [];
  private readonly kept = new Set<string>();

  private constructor(
    readonly path: string,
    readonly manifest: Manifest,
    clock: () => number,
  ) {
    this.log = new EventLog(join(path, FILES.events), clock);
  }

  /**
   * Creates the directory with its manifest and first event. What an earlier, unfinished try left under the same name is
   * kept beside it as `<name>.try-<n>`.
   *
   * @param mask goes over everything that is written, the manifest included
   */
  static create(path: string, manifest: Manifest, clock: () => number, mask?: Mask): RunDirectory {
    setAside(path);
    mkdirSync(join(path, FILES.artifacts), { recursive: true });
    const text = `${JSON.stringify(mask ? maskStrings(mask, manifest) : manifest, null, 2)}\n`;
    writeAtomically(join(path, FILES.manifest), text);
    const run = new RunDirectory(path, JSON.parse(text) as Manifest, clock);
    if (mask) run.hide(mask);
    run.log.append('run_started', 'harness', {
      manifest_sha256: sha256(text),
      contract_version: manifest.contract.version,
      attempt_id: manifest.attempt_id,
    });
    return run;
  }

  /** From here on the mask goes over everything that is written: events, artifacts, patch, report. */
  hide(mask: Mask): void {
    this.masks.push(mask);
    this.log.mask = allMasks(this.masks);
  }

  /** Bytes as they may be stored. */
  masked<T extends string | Uint8Array>(data: T): T {
    return (this.log.mask ? maskBytes(this.log.mask, data) : data) as T;
  }

  /** Stores bytes, masked, under their digest and returns it. Storing the same bytes twice is one file. */
  keep(given: string | Uint8Array): string {
    const data = this.masked(given);
    const digest = sha256(data);
    const path = join(this.path, FILES.artifacts, digest);
    if (!existsSync(path)) writeAtomically(path, data);
    this.kept.add(digest);
    return digest;
  }

  write(file: 'briefing' | 'patch', data: string | Uint8Array): void {
    writeAtomically(join(this.path, FILES[file]), this.masked(data));
  }

  /** Bytes that are kept so far. */
  get bytes(): number {
    return readdirSync(this.path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  }

  /** Seals the record: the last event binds the report, the report names the head of the chain. */
  seal(report: Omit<Report, 'head' | 'events'>): Report {
    this.nameLeftArtifacts();
    const events = this.log.events.length + 1;
    const plain = { ...report, events };
    const body = this.log.mask ? maskStrings(this.log.mask, plain) : plain;
    this.log.append('sealed', 'harness', { report_sha256: digestOf(body), events });
    const sealed = { ...body, head: this.log.head } as Report;
    writeAtomically(join(this.path, FILES.report), `${JSON.stringify(sealed, null, 2)}\n`);
    this.log.close();
    return sealed;
  }

  /** What was kept for an event that never came, since something broke off in between: a file that nobody names would look foreign. */
  private nameLeftArtifacts(): void {
    if (this.kept.size === 0) return;
    const named = namedArtifacts(this.log.events);
    const left = [...this.kept].filter((digest) => !named.has(digest)).sort();
    if (left.length === 0) return;
    this.log.append('left_artifacts', 'harness', { artifacts: left.map((artifact) => ({ artifact })) });
  }
}

/** Keeps what is under the name of a run directory beside it, as `<name>.try-<n>`. */
export function setAside(path: string): void {
  if (existsSync(path)) renameSync(path, nextTry(path));
}

function nextTry(path: string): string {
  for (let n = 1; ; n++) {
    const candidate = `${path}.try-${n}`;
    if (!existsSync(candidate)) return candidate;
  }
}

/** Run directories below `runs/`, sealed or not; earlier tries are left out. */
export function listRuns(runs: string): string[] {
  if (!existsSync(runs)) return [];
  return readdirSync(runs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/\.try-\d+$/.test(entry.name))
    .map((entry) => join(runs, entry.name))
    .sort();
}
