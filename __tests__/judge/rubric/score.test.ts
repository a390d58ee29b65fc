import fc from 'fast-check';
import { score } from '../../../src/judge/rubric/score.js';
import { taxonomy } from '../../../src/judge/rubric/taxonomy.js';
import { type Cause, causes, type Payload, type ReportReading } from '../../../src/record/events.js';
import type { RunRecord } from '../../../src/record/record.js';
import { testOutcomes } from '../../../src/record/test_report.js';
import { verdictSchema } from '../../../src/record/verdict.js';
import {
  briefing,
  checkRun,
  DIGEST,
  execution,
  extracted,
  file,
  givenRecord,
  patchApplied,
  type Said,
  TREE,
  terminated,
} from './given_record.js';

const reading: fc.Arbitrary<ReportReading> = fc.oneof(
  fc.constantFrom<ReportReading>({ state: 'none' }, { state: 'missing' }, { state: 'unreadable', reason: 'cut' }),
  fc.record({
    state: fc.constant('read' as const),
    report: fc.record({
      tests: fc.array(
        fc.record({
          path: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }),
          outcome: fc.constantFrom(...testOutcomes),
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
    cause: fc.oneof(fc.constant<Cause>('exit'), fc.constantFrom(...causes)),
    exit_code: fc.constantFrom(0, 0, 0, 1, 2, 126, 127, 137, null),
  })
  .map((of) => execution(of));

const reason = fc.record({ because: fc.constantFrom('patch', 'build', 'oracle', 'interrupted'), detail: fc.string() });

const run = (ids: string[]): fc.Arbitrary<Payload<'acceptance_check'>> =>
  fc
    .record({
      check: fc.constantFrom(...ids),
      run: fc.constantFrom(1, 1, 1, 2, 3),
      report: reading,
      execution: fc.option(ran, { freq: 20 }),
      not_run: fc.option(reason),
    })
    .map(
      ({ execution: ran, not_run, ...rest }) =>
        ({
          ...rest,
          ...(ran && (!not_run || rest.run === 3) ? { execution: ran } : {}),
          ...(not_run ? { not_run: not_run as Payload<'acceptance_check'>['not_run'] } : {}),
        }) as Payload<'acceptance_check'>,
    );

const event: fc.Arbitrary<Said> = fc.oneof(
  {
    weight: 6,
    arbitrary: run(['unit', 'unit', 'e2e', 'stranger']).map((payload): Said => ({ type: 'acceptance_check', payload })),
  },
  { weight: 2, arbitrary: run(['compile']).map((payload): Said => ({ type: 'build', payload })) },
  fc.record({ execution: ran, report: reading }).map((payload): Said => ({ type: 'canary', payload })),
  fc
    .constantFrom('applied', 'empty', 'failed', 'refused', 'error')
    .map((outcome) => patchApplied({ outcome: outcome as 'applied', files: [file('a'), file('.github/x')] })),
  fc
    .constantFrom('finished', 'resource', 'safety', 'operator', 'signal', 'agent-error', 'harness-error')
    .map((code) => terminated({ code: code as 'finished' })),
  fc.constantFrom('info', 'warning', 'violation').map(
    (severity): Said => ({
      type: 'alert',
      payload: { code: 'x', severity: severity as 'info', stage: null, message: 'm', signals: {} },
    }),
  ),
  fc.constant<Said>({
    type: 'oracle_laid',
    payload: { files: [], restored: [{ path: 'a', how: 'restored' }], overwritten: ['a'] },
  }),
);

/** Records that are often nearly whole: a passing attempt with events of any kind put in, replaced or left out. */
const record: fc.Arbitrary<RunRecord> = fc
  .record({
    start: fc.subarray<Said>([briefing(), extracted(), patchApplied()], { minLength: 1 }),
    checks: fc.subarray<Said>(
      [
        { type: 'build', payload: checkRun({ check: 'compile', report: { state: 'none' } }) },
        { type: 'acceptance_check', payload: checkRun() },
        { type: 'acceptance_check', payload: checkRun({ check: 'e2e', report: { state: 'none' } }) },
        { type: 'canary', payload: { execution: execution({ exit_code: 1 }), report: { state: 'none' } } },
      ],
      { minLength: 1 },
    ),
    more: fc.array(event, { maxLength: 4 }),
    rest: fc.record({
      named: fc.boolean(),
      none: fc.boolean(),
      canary: fc.boolean(),
      isolated: fc.boolean(),
      observed: fc.constantFrom(TREE, TREE, TREE, 'c'),
    }),
  })
  .map(({ start, checks, more, rest }) =>
    givenRecord({
      contract: {
        build: rest.none ? 'none' : [{ id: 'compile', run: 'make' }],
        acceptance: [
          {
            id: 'unit',
            run: 'npm test',
            report: 'tap',
            reruns: 1,
            ...(rest.named ? { fail_to_pass: ['a'], pass_to_pass: ['b'] } : {}),
          },
          { id: 'e2e', run: 'x', layer: 'e2e', mandatory: false },
        ],
        oracle: rest.canary ? { canary: 'node canary.js' } : {},
        policy: { change: { deny: ['.github/**'] } },
      },
      manifest: (bound) => ({
        ...bound,
        snapshot: { ...bound.snapshot, observed: rest.observed },
        sandbox: { ...bound.sandbox, isolated: rest.isolated },
      }),
      events: [...start, ...checks, ...more],
    }),
  );

const always = (holds: (record: RunRecord) => unknown) =>
  fc.assert(
    fc.property(record, (given) => holds(given) !== false),
    { numRuns: 400 },
  );

describe('S1: a verdict is a function of the record', () => {
  it('is a success when all four gates pass', () => {
    const { status, gate_vector, tags, findings } = score(givenRecord());
    expect({ status, gate_vector, tags, findings }).toEqual({
      status: 'success',
      gate_vector: 'pass/pass/pass/pass',
      tags: [],
      findings: [],
    });
  });

  it('gives the same bytes for the same record, and leaves the record as it was', () => {
    always((given) => {
      const before = JSON.stringify(given);
      const verdict = JSON.stringify(score(given));
      const copy = JSON.parse(before) as RunRecord;
      return (
        verdict === JSON.stringify(score(given)) &&
        verdict === JSON.stringify(score(copy)) &&
        JSON.stringify(given) === before
      );
    });
  });

  it('never throws, and is always a verdict of the published form', () => {
    always((given) => {
      expect(verdictSchema.parse(score(given))).toEqual(score(given));
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
      return JSON.stringify(score({ ...given, events: [...given.events, note] })) === JSON.stringify(score(given));
    });
  });
});

describe('invariants of every verdict', () => {
  it('an error never yields success', () => {
    always((given) => {
      const { status, gates, checks } = score(given);
      const errors =
        gates.some((gate) => gate.outcome === 'error') ||
        checks.some((check) => check.mandatory && check.outcome === 'error');
      return !(errors && status === 'success');
    });
  });

  it("an earlier gate's failure is never compensated: success means four passes", () => {
    always((given) => {
      const { status, gates, graded, decomposed } = score(given);
      const all = gates.every((gate) => gate.outcome === 'pass');
      return (
        (status === 'success' ? all : true) &&
        graded.defined === (status === 'success') &&
        (graded.defined || graded.score === 0) &&
        decomposed.ok === (status === 'success' ? 1 : 0)
      );
    });
  });

  it('a scorable attempt is decided by its first gate that did not pass, and that gate was reached', () => {
    always((given) => {
      const { status, scorable, gates } = score(given);
      const deciding = gates.find((gate) => gate.outcome !== 'pass');
      if (!scorable) return status === 'invalid';
      if (!deciding) return status === 'success';
      return deciding.reached && status === (deciding.outcome === 'fail' ? 'failure' : 'acceptance_error');
    });
  });

  it('a gate in error is tagged evaluation-error, and gets no tag that counts against the agent', () => {
    always((given) => {
      const { gates, tags } = score(given);
      for (const { gate } of gates.filter((one) => one.outcome === 'error' && one.gate !== 'G4')) {
        const own = tags.filter((tag) => tag.gate === gate);
        expect(own.map((tag) => tag.id)).toContain('evaluation-error');
        const attributions = own.map((tag) => taxonomy.find((mode) => mode.id === tag.id)?.attribution);
        expect(attributions).not.toContain('agent');
      }
    });
  });

  it('every gate that failed has a tag that explains it, and every tag has the evidence that the taxonomy asks for', () => {
    always((given) => {
      const { gates, tags } = score(given);
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
