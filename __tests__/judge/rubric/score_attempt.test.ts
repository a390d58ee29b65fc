import fc from 'fast-check';
import { scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import { taxonomy } from '../../../src/judge/rubric/taxonomy/taxonomy.js';
import {
  type EventPayload,
  type ExitCause,
  exitCauses,
  type TestReportResult,
} from '../../../src/record/events/event.js';
import type { RunRecord } from '../../../src/record/events/select_events.js';
import { verdictSchema } from '../../../src/record/verdict/verdict.js';
import {
  briefing,
  checkRun,
  DIGEST,
  execution,
  extracted,
  file,
  givenRecord,
  patchApplied,
  report,
  type Said,
  TREE,
  terminated,
} from './given_record.js';

const reading: fc.Arbitrary<TestReportResult> = fc.oneof(
  fc.constantFrom<TestReportResult>({ state: 'none' }, { state: 'missing' }, { state: 'unreadable', reason: 'cut' }),
  fc.record({
    state: fc.constant('read' as const),
    report: fc.record({
      tests: fc.array(
        fc.record({
          path: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }),
          outcome: fc.constantFrom('passed' as const, 'failed' as const, 'skipped' as const, 'todo' as const),
        }),
        { maxLength: 5 },
      ),
      suite_failures: fc.array(fc.record({ name: fc.string() }), { maxLength: 1 }),
    }),
    artifact: fc.constant(DIGEST),
    bytes: fc.constant(1),
  }),
);

const ran = fc
  .record({
    cause: fc.oneof({ weight: 6, arbitrary: fc.constant<ExitCause>('exit') }, fc.constantFrom(...exitCauses)),
    exit_code: fc.constantFrom(0, 0, 0, 0, 1, 2, 126, 127, 137, null),
  })
  .map((of) => execution(of));

const notRunReason = fc.record({
  because: fc.constantFrom('patch' as const, 'build' as const, 'oracle' as const, 'interrupted' as const),
  detail: fc.string(),
});

/** One run of a check: mostly one that passes. */
function run(check: string, n: number, passing: TestReportResult): fc.Arbitrary<EventPayload<'acceptance_check'>> {
  return fc.oneof(
    { weight: 14, arbitrary: fc.constant(checkRun({ check, run: n, report: passing })) },
    {
      weight: 4,
      arbitrary: fc.record({ execution: ran, report: reading }).map((of) => checkRun({ check, run: n, ...of })),
    },
    {
      weight: 1,
      arbitrary: notRunReason.map((not_run) => checkRun({ check, run: n, not_run, report: { state: 'none' } })),
    },
  );
}

const acceptanceRun = (check: string, n: number, passing: TestReportResult) =>
  run(check, n, passing).map((payload): Said => ({ type: 'acceptance_check', payload }));
const none: TestReportResult = { state: 'none' };
const green: TestReportResult = report({ passed: ['a', 'b'] });

const patch = fc
  .record({
    outcome: fc.constantFrom(
      ...(['applied', 'applied', 'applied', 'applied', 'empty', 'failed', 'refused', 'error'] as const),
    ),
    files: fc.subarray([file('a'), file('b'), file('c', { change: 'added', old_blob: null }), file('.github/x')], {
      minLength: 1,
    }),
    conflict_markers: fc.constantFrom<EventPayload<'patch_applied'>['conflict_markers'][]>(
      [],
      [],
      [],
      [{ path: 'a', line: 1 }],
    ),
    tree: fc.constantFrom(TREE, TREE, TREE, null, 'c'.repeat(40)),
  })
  .map((of) => patchApplied(of));

/** An event that may come on top of any attempt. */
const further: fc.Arbitrary<Said> = fc.oneof(
  fc
    .constantFrom('finished', 'resource', 'safety', 'operator', 'signal', 'agent-error', 'harness-error')
    .map((code) => terminated({ code: code as 'finished' })),
  fc
    .record({
      code: fc.constantFrom('x', 'os-level-risk'),
      severity: fc.constantFrom('info' as const, 'warning' as const, 'violation' as const),
    })
    .map((of): Said => ({ type: 'alert', payload: { ...of, stage: null, message: 'm', signals: {} } })),
  acceptanceRun('stranger', 1, green),
  acceptanceRun('unit', 3, green),
);

/** Attempts whose record is whole, then damaged in one out of five: an event left out. */
const record: fc.Arbitrary<RunRecord> = fc
  .record({
    patch,
    build: run('compile', 1, none).map((payload): Said => ({ type: 'build', payload })),
    oracle: fc
      .record({
        restored: fc.constantFrom<EventPayload<'oracle_laid'>['restored'][]>([], [{ path: 'a', how: 'restored' }]),
        overwritten: fc.constantFrom<string[][]>([], [], ['b'], ['c']),
      })
      .map((of): Said => ({ type: 'oracle_laid', payload: { files: [], ...of } })),
    checks: fc.tuple(acceptanceRun('unit', 1, green), acceptanceRun('unit', 2, green), acceptanceRun('e2e', 1, none)),
    canary: fc.oneof(
      fc.constant<EventPayload<'canary'>>({ execution: execution({ exit_code: 1 }), report: none }),
      fc.record({ execution: ran, report: reading }),
    ),
    with: fc.record({ required: fc.boolean(), build: fc.boolean(), canary: fc.boolean() }),
    isolated: fc.constantFrom(true, true, true, false),
    observed: fc.constantFrom(...Array<string>(9).fill(TREE), 'c'),
    further: fc.oneof({ weight: 2, arbitrary: fc.constant<Said[]>([]) }, fc.array(further, { maxLength: 3 })),
    lost: fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, fc.nat(7)),
  })
  .map((of) => {
    const { canary, required, build } = of.with;
    const events: Said[] = [
      briefing(),
      extracted(),
      of.patch,
      of.oracle,
      ...(build ? [of.build] : []),
      ...of.checks,
      ...(canary ? [{ type: 'canary' as const, payload: of.canary }] : []),
    ].filter((_, i) => i !== of.lost);
    return givenRecord({
      contract: {
        build: build ? [{ id: 'compile', run: 'make' }] : 'none',
        acceptance: [
          {
            id: 'unit',
            run: 'npm test',
            report: 'tap',
            reruns: 1,
            ...(required ? { fail_to_pass: ['a'], pass_to_pass: ['b'] } : {}),
          },
          { id: 'e2e', run: 'x', layer: 'e2e', mandatory: false },
        ],
        oracle: canary ? { canary: 'node canary.js' } : {},
        policy: { change: { deny: ['.github/**'] } },
      },
      manifest: (bound) => ({
        ...bound,
        snapshot: { ...bound.snapshot, observed: of.observed },
        sandbox: { ...bound.sandbox, isolated: of.isolated },
      }),
      events: [...events, ...of.further],
    });
  });

const always = (holds: (record: RunRecord) => unknown) =>
  fc.assert(
    fc.property(record, (given) => holds(given) !== false),
    { numRuns: 150 },
  );

describe('S1: a verdict is a function of the record', () => {
  it('is a success when all four gates pass', () => {
    const { status, gate_vector, tags, findings } = scoreAttempt(givenRecord());
    expect({ status, gate_vector, tags, findings }).toEqual({
      status: 'success',
      gate_vector: 'pass/pass/pass/pass',
      tags: [],
      findings: [],
    });
  });

  // Holds S1
  it('gives the same bytes for the same record, and leaves the record as it was', () => {
    always((given) => {
      const before = JSON.stringify(given);
      const verdict = JSON.stringify(scoreAttempt(given));
      const copy = JSON.parse(before) as RunRecord;
      return (
        verdict === JSON.stringify(scoreAttempt(given)) &&
        verdict === JSON.stringify(scoreAttempt(copy)) &&
        JSON.stringify(given) === before
      );
    });
  });

  it('never throws, and is always a verdict of the published form', () => {
    always((given) => {
      expect(verdictSchema.parse(scoreAttempt(given))).toEqual(scoreAttempt(given));
    });
  });

  it('does not change with what is no evidence: notes, prompts and the seal', () => {
    always((given) => {
      const note = {
        ...given.events[0]!,
        seq: given.events.length,
        type: 'note',
        payload: { text: 'PASS' },
      } as RunRecord['events'][number];
      return (
        JSON.stringify(scoreAttempt({ ...given, events: [...given.events, note] })) ===
        JSON.stringify(scoreAttempt(given))
      );
    });
  });
});

// Holds S2
describe('invariants of every verdict', () => {
  it('an error never yields success', () => {
    always((given) => {
      const { status, gates, checks } = scoreAttempt(given);
      const errors =
        gates.some((gate) => gate.outcome === 'error') ||
        checks.some((check) => check.mandatory && check.outcome === 'error');
      return !(errors && status === 'success');
    });
  });

  it('the gate vector has an outcome of every gate that was reached, and of no other', () => {
    always((given) => {
      const { gates, gate_vector } = scoreAttempt(given);
      return gate_vector.split('/').every((text, i) => text === (gates[i]!.reached ? gates[i]!.outcome : '-'));
    });
  });

  it("an earlier gate's failure is never compensated: success means four passes", () => {
    always((given) => {
      const { status, gates, graded, decomposed } = scoreAttempt(given);
      const all = gates.every((gate) => gate.outcome === 'pass');
      return (
        (status === 'success' ? all : true) &&
        graded.defined === (status === 'success') &&
        (graded.defined || graded.score === 0) &&
        decomposed.ok === (status !== 'invalid' && gates.slice(0, 3).every(({ outcome }) => outcome === 'pass') ? 1 : 0)
      );
    });
  });

  it('a scorable attempt is decided by its first gate that did not pass, and that gate was reached', () => {
    always((given) => {
      const { status, scorable, gates } = scoreAttempt(given);
      const deciding = gates.find((gate) => gate.outcome !== 'pass');
      if (!scorable) return status === 'invalid';
      if (!deciding) return status === 'success';
      return deciding.reached && status === (deciding.outcome === 'fail' ? 'failure' : 'acceptance_error');
    });
  });

  it('a gate in error is tagged evaluation-error, and gets no tag that counts against the agent', () => {
    always((given) => {
      const { gates, tags } = scoreAttempt(given);
      for (const { gate } of gates.filter((one) => one.outcome === 'error' && one.gate !== 'G4')) {
        const own = tags.filter((tag) => tag.gate === gate);
        expect(own.map((tag) => tag.id)).toContain('evaluation-error');
        const attributions = own.map((tag) => taxonomy.find((mode) => mode.id === tag.id)?.attribution);
        expect(attributions).not.toContain('agent');
      }
    });
  });

  // Holds S6
  it('every gate that failed has a tag that explains it, and every tag has the evidence that the taxonomy asks for', () => {
    always((given) => {
      const { gates, tags } = scoreAttempt(given);
      for (const gate of gates.filter((one) => one.reached && one.outcome !== 'pass')) {
        expect(tags.filter((tag) => tag.gate === gate.gate)).not.toEqual([]);
      }
      for (const tag of tags) {
        const mode = taxonomy.find((one) => one.id === tag.id)!;
        if (tag.gate !== null) expect(mode.gates).toContain(tag.gate);
        const types = tag.evidence.map((place) =>
          place.artifact === 'manifest.json' || place.seq === undefined ? 'manifest' : given.events[place.seq]!.type,
        );
        const wanted: readonly string[] = mode.minimum_evidence.events;
        const declared = tag.evidence.some((place) => place.seq === undefined && place.contract_path !== undefined);
        expect(declared || types.some((type) => wanted.includes(type))).toBe(true);
      }
    });
  });
});
