import type { z } from 'zod';
import { contractSchema } from '../../../src/contract/contract_schema.js';
import {
  type AttemptStage,
  type Event,
  type EventActor,
  type EventPayload,
  type EventType,
  type Execution,
  eventSchema,
  type FileChange,
  type TestReportResult,
} from '../../../src/record/events/event.js';
import type { RunRecord } from '../../../src/record/events/select_events.js';
import { ENGINE_VERSION } from '../../../src/record/manifest/engine_version.js';
import type { Manifest } from '../../../src/record/manifest/manifest.js';
import type { TestCase } from '../../../src/record/tests/test_report.js';
import { allMechanismsOn } from '../../given_mechanisms.js';

/** Parts of a record that a test sets. The rest is an attempt that passes. */
export interface Given {
  contract?: Partial<z.input<typeof contractSchema>>;
  manifest?: (manifest: Manifest) => Manifest;
  /** Replaces the events of the attempt between `run_started` and the end, when given. */
  events?: readonly Said[];
  /** Facts of the patch, appended if it applies; default: nothing of note. */
  facts?: Partial<EventPayload<'patch_facts'>> | 'none';
  /** Events added after them. */
  more?: readonly Said[];
}

/** An event before it has its place in the log. */
export type Said = {
  [T in EventType]: { type: T; payload: EventPayload<T>; actor?: EventActor; stage?: AttemptStage | null; t?: number };
}[EventType];

export const DIGEST = 'a'.repeat(64);
export const TREE = 'b'.repeat(40);
const log = { sha256: DIGEST, bytes: 0, truncated: false, head: '', tail: '' };

/** A valid record: one acceptance check `unit` with a report, unless the test says otherwise. */
export function givenRecord(given: Given = {}): RunRecord {
  const body = contractSchema.parse({
    schema: 1,
    id: 'task',
    title: 'A task',
    description: 'Do it.',
    metadata: { tier: 1 },
    snapshot: { directory: 'repo', tree: TREE },
    build: 'none',
    acceptance: [{ id: 'unit', run: 'npm test', report: 'junit' }],
    ...given.contract,
  });
  const manifest: Manifest = {
    schema: 1,
    attempt_id: 'attempt',
    started_at: '2026-01-01T00:00:00.000Z',
    harness: {
      name: 'gatebench',
      version: ENGINE_VERSION,
      runtime: { node: '20.19.0', git: '2.39.5' },
      rubric: '1',
      entrypoint: 'cli',
    },
    contract: { id: 'task', version: DIGEST, path: 'contract.yml', lines: {}, text_sha256: DIGEST, body },
    snapshot: { kind: 'directory', identity: TREE, tree: TREE, submodules: {}, observed: TREE },
    agent: { kind: 'patch', name: 'patch', identity: DIGEST, detail: {} },
    sandbox: { backend: 'bubblewrap', version: '0.8.0', class: 'test', isolated: true, guarantees: {} },
    oracle_files: {},
    lockfiles: {},
    tools: {},
    environment: {
      variables: {},
      absent: [],
      platform: 'linux',
      kernel: '6',
      cpu_class: 'any',
      memory_class: 'any',
      locale: 'C.UTF-8',
      timezone: 'UTC',
    },
    seeds: { protocol: 20260307, trial: 1, deviation: false },
    trial: 1,
    ablation: 'none',
    mechanisms: allMechanismsOn,
    network_replayable: true,
    caps: null,
    stubs_sha256: null,
    guardrail_rules: { contract: null, suite: null },
    model: null,
    proof: null,
  };
  const said: Said[] = [
    { type: 'run_started', payload: { manifest_sha256: DIGEST, contract_version: DIGEST, attempt_id: 'attempt' } },
    ...(given.events ?? [briefing(), extracted(), patchApplied(), acceptance()]),
    ...(given.more ?? []),
  ];
  const applied = said.some(({ type, payload }) => type === 'patch_applied' && payload.outcome === 'applied');
  if (applied && given.facts !== 'none') said.push(patchFacts(given.facts));
  const events = said.map((event, seq) =>
    eventSchema.parse({
      seq,
      t: event.t ?? seq * 1_000_000,
      type: event.type,
      actor: event.actor ?? 'harness',
      stage: event.stage ?? null,
      payload: event.payload,
      prev: DIGEST,
      hash: DIGEST,
    }),
  ) as Event[];
  return { manifest: given.manifest?.(manifest) ?? manifest, events };
}

export function briefing(): Said {
  return { type: 'briefing', payload: { sha256: DIGEST, bytes: 6, text: 'Do it.' } };
}

export function patchFacts(payload: Partial<EventPayload<'patch_facts'>> = {}): Said {
  return {
    type: 'patch_facts',
    payload: {
      dependencies: [],
      registries: [],
      hosts_before: {},
      install_scripts: [],
      ci_files: [],
      secrets: [],
      suspicions: [],
      unreadable: [],
      omitted: 0,
      ...payload,
    },
  };
}

/** The patch as taken from the agent's workspace. */
export function extracted(payload: Partial<EventPayload<'workspace_mutation'>> = {}): Said {
  return {
    type: 'workspace_mutation',
    payload: {
      files: [file('src/a.js')],
      patch_sha256: DIGEST,
      patch_bytes: 100,
      tree: TREE,
      ignored: { count: 0, sample: [] },
      ...payload,
    },
  };
}

/** Events of an attempt that is judged by these: briefing, extraction and a patch that applies come before them. */
export function evaluated(...events: Said[]): Said[] {
  return [briefing(), extracted(), patchApplied(), ...events];
}

/** Events of an attempt with this patch, whose check passes. */
export function patched(payload: Partial<EventPayload<'patch_applied'>>): Said[] {
  return [briefing(), extracted(), patchApplied(payload), acceptance()];
}

export function file(path: string, change: Partial<FileChange> = {}): FileChange {
  return {
    path,
    change: 'modified',
    old_mode: '100644',
    new_mode: '100644',
    old_blob: TREE,
    new_blob: TREE,
    added_lines: 3,
    deleted_lines: 1,
    ...change,
  };
}

export function patchApplied(payload: Partial<EventPayload<'patch_applied'>> = {}): Said {
  return {
    type: 'patch_applied',
    payload: {
      outcome: 'applied',
      started_ms: 0,
      ended_ms: 1,
      command: 'git apply',
      patch_sha256: DIGEST,
      detail: '',
      refusals: [],
      conflict_markers: [],
      files: [file('src/a.js')],
      tree: TREE,
      expected_tree: TREE,
      added_lines: [],
      ...payload,
    },
  };
}

export function execution(of: Partial<Execution> & { stderr_head?: string } = {}): Execution {
  const { stderr_head, ...rest } = of;
  return {
    command: 'npm test',
    started_ms: 0,
    ended_ms: 1000,
    cause: 'exit',
    exit_code: 0,
    signal: null,
    timeout_ms: 300_000,
    usage: { wall_ms: 1000, cpu_ms: null, peak_memory_bytes: null, source: 'none' },
    network_attempts: 0,
    stdout: log,
    stderr: { ...log, head: stderr_head ?? '' },
    ...rest,
  };
}

/** A report as read: names of tests by outcome. A name with " > " has suites. */
export function report(tests: Partial<Record<TestCase['outcome'], string[]>>, suites: string[] = []): TestReportResult {
  const cases = Object.entries(tests).flatMap(([outcome, names]) =>
    names.map((name): TestCase => ({ path: name.split(' > '), outcome: outcome as TestCase['outcome'] })),
  );
  return {
    state: 'read',
    report: { tests: cases, suite_failures: suites.map((name) => ({ name })) },
    artifact: DIGEST,
    bytes: 1,
  };
}

export const GREEN = report({ passed: ['adds', 'subtracts'] });
export const RED = report({ passed: ['adds'], failed: ['subtracts'] });

type CheckRun = EventPayload<'acceptance_check'>;

/** One run of a check. By default it passes, with a report that agrees. */
export function checkRun(run: Partial<CheckRun> = {}): CheckRun {
  return {
    check: 'unit',
    run: 1,
    report: GREEN,
    ...(run.not_run ? {} : { execution: execution() }),
    ...run,
  };
}

export function acceptance(run: Partial<CheckRun> = {}): Said {
  return { type: 'acceptance_check', payload: checkRun(run) };
}

/** An acceptance run that fails, with a report that agrees. */
export function failing(run: Partial<CheckRun> = {}): Said {
  return acceptance({ execution: execution({ exit_code: 1 }), report: RED, ...run });
}

export function notRun(because: 'patch' | 'build' | 'oracle' | 'interrupted', check = 'unit'): Said {
  return acceptance({ check, not_run: { because, detail: `${because} decided` }, report: { state: 'none' } });
}

export function terminated(payload: Partial<EventPayload<'termination'>>): Said {
  return { type: 'termination', payload: { code: 'finished', rationale: 'because', evidence_seq: null, ...payload } };
}
