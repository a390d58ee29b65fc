import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { contractSchema } from '../../src/contract/contract_schema.js';
import type { Execution } from '../../src/record/events/event.js';
import { sha256 } from '../../src/record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../src/record/manifest/engine_version.js';
import type { Manifest } from '../../src/record/manifest/manifest.js';
import { RunDirectory } from '../../src/record/storage/run_directory.js';
import type { AttemptReport } from '../../src/record/verdict/attempt_result.js';
import { UNOBSERVED_SAFETY } from '../../src/record/verdict/safety_metrics.js';
import { givenRoom } from '../given.js';
import { allMechanismsOn } from '../given_mechanisms.js';
import { smallContract } from '../given_task.js';

const BRIEFING = '# Task\n\nDo it.\n';
const PATCH = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';

export function givenManifest(): Manifest {
  return {
    schema: 1,
    attempt_id: 'small-noop-1-abc',
    started_at: '2026-01-01T00:00:00.000Z',
    harness: {
      name: 'gatebench',
      version: ENGINE_VERSION,
      runtime: { node: '20.19.0', git: '2.39.5' },
      rubric: '1',
      entrypoint: 'run',
    },
    contract: {
      id: 'small',
      version: sha256('version'),
      path: 'contract.yml',
      lines: { schema: 1 },
      text_sha256: sha256('text'),
      body: contractSchema.parse(smallContract()),
    },
    snapshot: { kind: 'directory', identity: 'a', tree: 'a', submodules: {}, observed: 'a' },
    agent: { kind: 'noop', name: 'noop', identity: sha256('noop'), detail: {} },
    sandbox: { backend: 'bubblewrap', version: '1', class: 'test', isolated: true, guarantees: {} },
    oracle_files: {},
    lockfiles: {},
    tools: {},
    environment: {
      variables: {},
      absent: [],
      platform: 'linux',
      kernel: '6',
      cpu_class: 'x',
      memory_class: 'x',
      locale: 'C.UTF-8',
      timezone: 'UTC',
    },
    seeds: { protocol: 20260307, trial: 20260307, deviation: false },
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
}

export function givenReport(): Omit<AttemptReport, 'head' | 'events'> {
  const gate = (id: 'G1' | 'G2' | 'G3' | 'G4') => ({
    gate: id,
    outcome: 'pass' as const,
    reached: true,
    why: 'because \ufffd of reasons',
    evidence: [],
  });
  return {
    schema: 1,
    attempt_id: 'small-noop-1-abc',
    contract: {
      id: 'small',
      version: sha256('version'),
      title: 'A small task',
      tier: 1,
      kind: null,
      source: 'curated',
      path: 'contract.yml',
    },
    agent: { kind: 'noop', name: 'noop' },
    trial: 1,
    seed: 20260307,
    ablation: 'none',
    harness_version: ENGINE_VERSION,
    sandbox: { backend: 'bubblewrap', isolated: true },
    snapshot: { kind: 'directory', identity: 'a', tree: 'a' },
    patch: null,
    verdict: {
      rubric: '1',
      status: 'success',
      reason: '',
      scorable: true,
      gates: [gate('G1'), gate('G2'), gate('G3'), gate('G4')],
      gate_vector: 'pass/pass/pass/pass',
      checks: [],
      graded: {
        score: 1,
        defined: true,
        q_minimal: 1,
        q_trace: 1,
        q_maintainability: 1,
        d_delta: 0,
        weights: { minimal: 0.4, trace: 0.3, maintainability: 0.3 },
      },
      decomposed: { score: 1, ok: 1, validity: 1, violation: 0, weights: { ok: 0.7, validity: 0.3, violation: 0.5 } },
      rubric_parts: {
        functional_correctness: 1,
        patch_validity: 1,
        safety_compliance: 1,
        resource_efficiency: null,
      },
      safety: UNOBSERVED_SAFETY,
      coordination: null,
      model: null,
      oracle: {
        proven: false,
        canary: 'none',
        strength: {
          bits: null,
          rounds: 0,
          repeated: 0,
          tests: 0,
          total: 0,
          per_test_bits: null,
          because: 'no challenge was made',
        },
        suspicions: [],
      },
      tags: [],
      findings: [],
      termination: null,
      agent_exit: null,
    },
    timing: { wall_ms: 1, setup_ms: 0, agent_ms: 0, tool_ms: 0, evaluation_ms: 0, waiting_ms: 0, overhead_ms: 1 },
    cost: {
      total_usd: 0,
      lm_usd: 0,
      execution_usd: null,
      human_usd: null,
      overhead_usd: null,
      unpriced: ['overhead'],
      execution_minutes: 0,
      human_minutes: 0,
      requests: 0,
      estimated_requests: 0,
      tokens: null,
      by_phase: {},
      projection: 'x',
      prices: [],
      fallback_units: 0,
    },
    configuration: {
      agent_identity: 'a'.repeat(64),
      model: null,
      temperatures: [],
      tools: { node: '20.20.2' },
      lockfiles: {},
      image: null,
      sandbox_class: 'bubblewrap',
      caps: null,
    },
    resources: { peak_memory_bytes: null, cpu_ms: null, network_attempts: 0 },
    strata: {},
    protocol_deviations: [],
    network_replayable: true,
  };
}

function execution(stdout: string, artifact: string): Execution {
  const log = (text: string) => ({ sha256: sha256(text), bytes: text.length, truncated: false, head: text, tail: '' });
  return {
    command: 'true',
    started_ms: 1,
    ended_ms: 2,
    cause: 'exit',
    exit_code: 0,
    signal: null,
    timeout_ms: 1000,
    usage: { wall_ms: 1, cpu_ms: null, peak_memory_bytes: null, source: 'none' },
    network_attempts: 0,
    stdout: { ...log(stdout), artifact },
    stderr: log(''),
  };
}

/**
 * Writes a complete record as an attempt does, and calls `step` after each write: manifest, log, briefing, patch,
 * artifacts, seal. Some texts contain U+FFFD and other characters that careless readers change.
 */
export function makeRecord(path: string, step: (n: number) => void = () => undefined): AttemptReport {
  let n = 0;
  let clock = 0;
  const did = <T>(value: T): T => {
    step(n++);
    return value;
  };
  const run = did(RunDirectory.create(path, givenManifest(), () => (clock += 1000)));
  run.log.enterStage('briefing');
  did(run.write('briefing', BRIEFING));
  did(run.log.append('briefing', 'harness', { sha256: sha256(BRIEFING), bytes: BRIEFING.length, text: BRIEFING }));
  did(run.write('patch', PATCH));
  did(
    run.log.append('workspace_mutation', 'agent', {
      files: [],
      patch_sha256: sha256(PATCH),
      patch_bytes: PATCH.length,
      tree: null,
      ignored: { count: 0, sample: [] },
    }),
  );
  const report = did(run.keep('TAP version 13\n1..1\nok 1 - a\n'));
  const stdout = did(run.keep(Buffer.from([0, 255, 10, 254])));
  did(
    run.log.append('acceptance_check', 'harness', {
      check: 'unit',
      run: 1,
      execution: execution('bytes \ufffd \u2028 é "quoted"\n', stdout),
      report: {
        state: 'read',
        report: { tests: [{ path: ['a'], outcome: 'passed' }], suite_failures: [] },
        artifact: report,
        bytes: 28,
      },
    }),
  );
  did(run.log.append('note', 'harness', { text: 'the end' }));
  return did(run.seal(givenReport()));
}

/** Creates a sealed record in a folder of its own. */
export function givenRecord(): { path: string; report: AttemptReport } {
  const path = join(givenRoom(), 'run');
  return { path, report: makeRecord(path) };
}

export function copyOf(path: string): string {
  const copy = join(givenRoom(), 'run');
  cpSync(path, copy, { recursive: true });
  return copy;
}
