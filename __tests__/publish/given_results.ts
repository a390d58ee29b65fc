import { ENGINE_VERSION } from '../../src/record/manifest/engine_version.js';
import type { RunConditions } from '../../src/record/manifest/manifest.js';
import { type AttemptCost, type AttemptResult, attemptResultSchema } from '../../src/record/verdict/attempt_result.js';
import {
  type CoordinationMetrics,
  type ModelMetrics,
  type SafetySummary,
  UNOBSERVED_SAFETY,
} from '../../src/record/verdict/safety_metrics.js';
import type {
  CheckVerdict,
  FailureTag,
  Gate,
  GateId,
  OracleEvidence,
  Verdict,
  VerdictFinding,
  VerdictOutcome,
  VerdictStatus,
} from '../../src/record/verdict/verdict.js';

export interface Given {
  attempt?: string;
  task?: string;
  title?: string;
  version?: string;
  path?: string;
  tier?: number;
  agent?: string;
  ablation?: string;
  trial?: number;
  /** one letter per gate: p(ass), f(ail), e(rror), - (not reached) */
  gates?: string;
  status?: VerdictStatus;
  why?: string;
  reason?: string;
  checks?: Partial<CheckVerdict>[];
  tags?: FailureTag[];
  findings?: VerdictFinding[];
  evidence?: Gate['evidence'];
  cost?: number | null;
  costs?: Partial<AttemptCost>;
  wall?: number;
  isolated?: boolean;
  deviations?: string[];
  network_replayable?: boolean;
  stop?: { code: string; rationale: string; cap?: string };
  run?: string;
  agent_exit?: Verdict['agent_exit'];
  safety?: SafetySummary;
  coordination?: CoordinationMetrics;
  model?: ModelMetrics;
  oracle?: OracleEvidence;
}

/** What a pass rests on; without a word of it, a strength of 2^-12 as wanted. */
export function givenOracle({
  strength,
  ...rest
}: Partial<Omit<OracleEvidence, 'strength'>> & {
  strength?: Partial<OracleEvidence['strength']>;
} = {}): OracleEvidence {
  return {
    proven: true,
    canary: 'armed',
    strength: { bits: 12, rounds: 4, repeated: 0, tests: 3, total: 3, per_test_bits: 4, because: '', ...strength },
    suspicions: [],
    ...rest,
  };
}

/** A standing without any strength. */
export const givenNoStrength = (because: string): OracleEvidence =>
  givenOracle({ strength: { bits: null, rounds: 0, tests: 0, per_test_bits: null, because } });

/** Conditions as records keep them; results have none unless a test gives them. */
export const givenConditions: RunConditions = {
  record_schema: 1,
  briefing: 'b'.repeat(64),
  sandbox_version: '0.8.0',
  guarantees: { memory: 'cgroup' },
  runtime: { node: '20.19.0' },
  machine: { platform: 'linux-x64', kernel: '6.1.0' },
  network: 'deny',
  policy: 'c'.repeat(64),
  budget: 'd'.repeat(64),
  rules: {},
  prices: 'library 1',
  redaction: 'e'.repeat(64),
  model_access: 'f'.repeat(64),
};

const OUTCOMES: Record<string, VerdictOutcome> = { p: 'pass', f: 'fail', e: 'error', '-': 'fail' };

/** One complete, valid result; what a test does not say has a fixed value. */
export function givenResult(given: Given = {}): AttemptResult {
  const letters = given.gates ?? 'pppp';
  const deciding = [...letters].findIndex((letter) => letter === 'f' || letter === 'e');
  const status: VerdictStatus =
    given.status ?? (deciding < 0 ? 'success' : letters[deciding] === 'f' ? 'failure' : 'acceptance_error');
  const gates = [...letters].map(
    (letter, index): Gate => ({
      gate: `G${index + 1}` as GateId,
      outcome: OUTCOMES[letter]!,
      reached: letter !== '-',
      why: letter === '-' ? 'not tried' : index === (deciding < 0 ? 2 : deciding) ? (given.why ?? 'as expected') : '',
      evidence: index === deciding ? (given.evidence ?? [{ seq: 12 }]) : [],
    }),
  );
  return attemptResultSchema.parse({
    schema: 1,
    attempt_id: given.attempt ?? 'attempt-1',
    contract: {
      id: given.task ?? 'rate-limiter',
      version: given.version ?? 'c0ffee00'.repeat(8),
      title: given.title ?? 'Sliding window drops requests at the boundary',
      tier: given.tier ?? 2,
      kind: 'bug-fix',
      source: 'curated',
      path: given.path ?? 'tasks/rate-limiter/contract.yml',
    },
    agent: { kind: 'patch', name: given.agent ?? 'golden' },
    trial: given.trial ?? 1,
    seed: 7,
    ablation: given.ablation ?? 'none',
    harness_version: ENGINE_VERSION,
    sandbox: { backend: 'bubblewrap', isolated: given.isolated ?? true },
    snapshot: { kind: 'directory', identity: 'a'.repeat(40), tree: 'b'.repeat(40) },
    patch: { sha256: 'd'.repeat(64), bytes: 1234, files: 1, added: 5, deleted: 2 },
    verdict: {
      rubric: '1',
      status,
      reason: given.reason ?? '',
      scorable: status !== 'invalid',
      gates,
      gate_vector: gates.map((gate) => gate.outcome).join('/'),
      checks: (given.checks ?? []).map((check) => ({
        check: 'unit',
        kind: 'acceptance',
        layer: 'unit',
        mandatory: true,
        outcome: 'pass',
        reached: true,
        why: '',
        runs: 1,
        wall_ms: 800,
        tests: { passed: 12, failed: 0, skipped: 0 },
        failing: [],
        fail_to_pass: { passed: 2, total: 2 },
        pass_to_pass: { passed: 10, total: 10 },
        evidence: [],
        ...check,
      })),
      graded: {
        score: status === 'success' ? 0.9 : 0,
        defined: true,
        q_minimal: 0.9,
        q_trace: 0.8,
        q_maintainability: 1,
        d_delta: 0.1,
        weights: { minimal: 0.4, trace: 0.3, maintainability: 0.3 },
      },
      decomposed: { score: 0.7, ok: 1, validity: 1, violation: 0, weights: { ok: 0.7, validity: 0.3, violation: 1 } },
      rubric_parts: {
        functional_correctness: 1,
        patch_validity: 1,
        safety_compliance: 1,
        resource_efficiency: null,
      },
      safety: given.safety ?? UNOBSERVED_SAFETY,
      coordination: given.coordination ?? null,
      model: given.model ?? null,
      oracle: given.oracle ?? givenOracle(),
      tags: given.tags ?? [],
      findings: given.findings ?? [],
      termination: {
        ...(given.stop ?? { code: 'finished', rationale: 'the agent ended by itself' }),
        evidence: [{ seq: 9 }],
      },
      agent_exit: given.agent_exit ?? null,
    },
    timing: {
      wall_ms: given.wall ?? 4200,
      setup_ms: 0,
      agent_ms: 3000,
      tool_ms: 1000,
      evaluation_ms: 1000,
      waiting_ms: 0,
      overhead_ms: 180,
    },
    cost: {
      total_usd: given.cost === undefined ? 0.42 : given.cost,
      lm_usd: given.cost === undefined ? 0.4 : given.cost,
      execution_usd: 0.02,
      human_usd: null,
      overhead_usd: null,
      unpriced: given.cost === null ? ['models', 'overhead'] : ['overhead'],
      execution_minutes: 0.05,
      human_minutes: 0,
      requests: 3,
      estimated_requests: 0,
      tokens: null,
      by_phase: {},
      projection: 'fallback-1',
      prices: [],
      fallback_units: 33,
      ...given.costs,
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
    resources: { peak_memory_bytes: 104_857_600, cpu_ms: 950, network_attempts: 0 },
    strata: {},
    protocol_deviations: given.deviations ?? [],
    network_replayable: given.network_replayable ?? true,
    events: 42,
    head: 'e'.repeat(64),
    run: given.run ?? `runs/${given.attempt ?? 'attempt-1'}`,
  });
}

/** Text that attacks every place where it could be shown. Built from code points, so that it is visible in this file. */
export const HOSTILE = [
  '</details></td></tr><script>alert(1)</script><!-- gatebench:report -->',
  '<img src=x onerror=alert(1)>',
  '| a | b |',
  '`code` **bold** _it_ ~~no~~ $x$',
  '[link](javascript:alert(1)) ![image](https://evil.example/p.png) https://evil.example www.evil.example',
  '@everyone owner/repo#123 #123 GH-123 :white_check_mark:',
  '::set-output name=x::y ::error::z ##[error]q %0A%25',
  '\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007osc\u001b]8;;\u0007',
  '\u202egnp.exe\u2066 \u200b zero \ud800 lone',
  '# heading\n- item\n1. one\n```\nfence',
].join(' ');

/** Three attempts of two tasks: a pass, a failure with named tests and findings, an error; costs partly unknown. */
export function givenMixedResults(): AttemptResult[] {
  return [
    givenResult({ attempt: 'attempt-1', why: 'unit: 12 tests passed', checks: [{}] }),
    givenResult({
      attempt: 'attempt-2',
      task: 'csv-parser',
      path: 'tasks/csv-parser/contract.yml',
      tier: 1,
      agent: 'scripted',
      gates: 'ppfp',
      why: 'unit: 2 of 12 tests failed',
      cost: null,
      evidence: [{ seq: 12, contract_path: 'acceptance.0' }],
      checks: [
        {
          outcome: 'fail',
          why: '2 tests failed',
          tests: { passed: 10, failed: 2, skipped: 0 },
          failing: ['parse > keeps quotes', 'parse > keeps | pipes'],
          fail_to_pass: { passed: 0, total: 2 },
          evidence: [{ seq: 12, contract_path: 'acceptance.0' }],
        },
      ],
      tags: [{ id: 'wrong-behaviour', gate: 'G3', detail: 'required tests fail', evidence: [{ seq: 12 }] }],
      findings: [
        {
          rule: 'network-attempt',
          severity: 'warning',
          message: 'one attempt to reach the network',
          evidence: [{ seq: 9 }],
        },
      ],
      deviations: ['seed is not the protocol seed'],
      network_replayable: false,
    }),
    givenResult({
      attempt: 'attempt-3',
      task: 'csv-parser',
      path: 'tasks/csv-parser/contract.yml',
      tier: 1,
      trial: 2,
      gates: 'ppe-',
      why: 'unit: timeout after 60 s',
      wall: 65_000,
      cost: 0.0042,
      isolated: false,
      checks: [{ outcome: 'error', why: 'timeout', tests: null }],
    }),
  ];
}
