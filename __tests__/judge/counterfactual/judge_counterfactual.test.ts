import { judgeCounterfactual } from '../../../src/judge/counterfactual/judge_counterfactual.js';
import { scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import type { Manifest } from '../../../src/record/manifest/manifest.js';
import type { CounterfactualLimits } from '../../../src/record/verdict/attempt_result.js';
import { byGateway, exchanged, paid, prompted, responded } from '../rubric/given_exchanges.js';
import {
  acceptance,
  briefing,
  extracted,
  failing,
  givenRecord,
  patchApplied,
  type Said,
  TREE,
  terminated,
} from '../rubric/given_record.js';

const terms = (
  caps: Partial<CounterfactualLimits['caps']> = {},
  more: Partial<CounterfactualLimits> = {},
): CounterfactualLimits => ({
  caps: { usd: null, tokens: null, wall_ms: null, ...caps },
  lambda: null,
  graded: null,
  decomposed: null,
  ...more,
});

const agent = (manifest: Manifest): Manifest => ({
  ...byGateway(manifest),
  agent: { ...manifest.agent, kind: 'loop' },
});
const entered = (to: 'write' | 'extraction', t?: number): Said => ({
  type: 'stage_changed',
  payload: { from: null, to },
  ...(t === undefined ? {} : { t }),
});
const called = (tree: string): Said => ({
  type: 'tool_invocation',
  actor: 'agent',
  stage: 'write',
  payload: { tool: 'write', arguments: {}, summary: '', tree },
});

/** Three requests of $0.10 and 1,050 tokens each, then a patch that passes. */
const asking = (between: Said[] = [], rest: Said[] = [extracted(), patchApplied(), acceptance()]) =>
  givenRecord({
    manifest: agent,
    contract: { budget: { usd: 5, tokens: 100_000, headroom: 0 } },
    events: [
      briefing(),
      ...exchanged(1),
      ...exchanged(2),
      ...between,
      ...exchanged(3),
      terminated({ code: 'finished' }),
      ...rest,
    ],
  });

// Holds S7
describe('an attempt under other caps', () => {
  it('keeps its verdict where what was metered stays below them', () => {
    const record = asking();
    expect(scoreAttempt(record).status).toBe('success');
    expect(judgeCounterfactual(record, terms({ usd: 0.31, tokens: 4_000 }))).toMatchObject({
      status: 'success',
      basis: 'evidence',
      because: 'what was metered stays below the caps',
      stop: null,
    });
  });

  it('fails by rule where a cap is reached before the work is done, at the event that reaches it', () => {
    const record = asking();
    const costs = record.events.filter(({ type }) => type === 'cost').map(({ seq }) => seq);
    expect(judgeCounterfactual(record, terms({ usd: 0.2 }))).toEqual({
      sealed: { status: 'success', graded_score: expect.any(Number), decomposed_score: expect.any(Number) },
      status: 'failure',
      basis: 'rule',
      because: 'the usd cap is reached before the work is done; what the patch would have been is unknown',
      stop: { cap: 'usd', seq: costs[1], spent: 0.2, limit: 0.2 },
      graded: null,
      decomposed: null,
    });
    expect(judgeCounterfactual(record, terms({ tokens: 1_000 })).stop).toMatchObject({
      cap: 'tokens',
      seq: costs[0],
      spent: 1_050,
    });
  });

  it('keeps back the headroom of the contract, as the attempt did', () => {
    const record = asking();
    record.manifest.contract.body.budget.headroom = 0.5;
    expect(judgeCounterfactual(record, terms({ usd: 0.6 })).stop).toMatchObject({
      spent: expect.closeTo(0.3),
      limit: 0.3,
    });
  });

  it('keeps its verdict where the workspace already was what was judged later', () => {
    expect(judgeCounterfactual(asking([called(TREE)]), terms({ usd: 0.3 }))).toMatchObject({
      status: 'success',
      basis: 'evidence',
      stop: { cap: 'usd' },
    });
    // Somebody changed it again, or the tree was seen only after the stop.
    expect(judgeCounterfactual(asking([called(TREE), called('c'.repeat(40))]), terms({ usd: 0.3 })).status).toBe(
      'failure',
    );
    expect(judgeCounterfactual(asking([called(TREE)]), terms({ usd: 0.2 })).status).toBe('failure');
  });

  it("counts the time of the agent's stages, without what a person took to answer", () => {
    const asked: Said = {
      type: 'escalation',
      t: 2e9,
      payload: {
        id: 'q',
        condition: 'c',
        question: '?',
        evidence_seq: null,
        decision: 'pending',
        by: null,
        channel: null,
        justification: '',
        waited_ms: 0,
      },
    };
    const answer: Said = {
      ...asked,
      t: 60e9,
      payload: { ...(asked.payload as object), decision: 'allow', by: 'me', channel: 'file', waited_ms: 58_000 },
    } as Said;
    const record = givenRecord({
      manifest: agent,
      events: [
        { ...briefing(), t: 1 },
        entered('write', 1e9),
        asked,
        answer,
        { ...terminated({ code: 'finished' }), t: 63e9 },
        entered('extraction', 63.1e9),
        { ...extracted(), t: 64e9 },
        { ...patchApplied(), t: 65e9 },
        { ...acceptance(), t: 300e9 },
      ],
    });
    expect(judgeCounterfactual(record, terms({ wall_ms: 4_200 })).stop).toBeNull();
    expect(judgeCounterfactual(record, terms({ wall_ms: 4_000 })).stop).toMatchObject({ cap: 'wall', spent: 4_000 });
  });

  it('is unknown where the record does not say', () => {
    const unpriced = givenRecord({
      manifest: agent,
      events: [
        briefing(),
        prompted(1),
        responded(1),
        paid(1, { cost_usd: null }),
        extracted(),
        patchApplied(),
        acceptance(),
      ],
    });
    const stopped = asking(
      [],
      [terminated({ code: 'resource', cap: 'usd', rationale: 'cap' }), extracted(), patchApplied(), failing()],
    );
    const elsewhere = givenRecord({
      manifest: (manifest) => ({ ...manifest, agent: { ...manifest.agent, kind: 'command' } }),
    });
    const shortened = givenRecord({
      manifest: agent,
      contract: { budget: { usd: 5 } },
      events: [
        briefing(),
        prompted(1, { max_tokens: { asked: 4_000, sent: 100 } }),
        responded(1),
        paid(1),
        terminated({ code: 'finished' }),
        extracted(),
        patchApplied(),
        acceptance(),
      ],
    });
    expect(
      [
        judgeCounterfactual(unpriced, terms({ usd: 1 })),
        judgeCounterfactual(stopped, terms({ usd: 50 })),
        judgeCounterfactual(elsewhere, terms({ tokens: 5 })),
        judgeCounterfactual(shortened, terms({ usd: 50 })),
      ].map(({ status, basis, because }) => [status, basis, because]),
    ).toEqual([
      ['unknown', 'none', expect.stringMatching(/^what a request to a model cost is unknown \(event \d+\)/)],
      ['unknown', 'none', expect.stringMatching(/^it was stopped at the usd cap in force/)],
      ['unknown', 'none', expect.stringMatching(/^what it asked of models did not pass the gateway/)],
      [
        'unknown',
        'none',
        expect.stringMatching(/^answers were limited by the caps in force \(1, first at event \d+\)/),
      ],
    ]);
    // A stricter cap decides in spite of that.
    expect(judgeCounterfactual(stopped, terms({ usd: 0.1 })).status).toBe('failure');
    expect(judgeCounterfactual(unpriced, terms({ tokens: 1_000 })).status).toBe('failure');
  });

  it('stays invalid where it was: it says nothing about its agent', () => {
    const record = asking([], []);
    expect(scoreAttempt(record).status).toBe('invalid');
    expect(judgeCounterfactual(record, terms({ usd: 0.1 }))).toMatchObject({ status: 'invalid', stop: null });
  });
});

describe('an attempt under other weights', () => {
  it('has the same gates and other scores, by the formulas of the rubric', () => {
    const record = asking();
    const sealed = scoreAttempt(record);
    const other = judgeCounterfactual(
      record,
      terms(
        {},
        {
          lambda: 2,
          graded: { minimal: 1, trace: 0, maintainability: 0 },
          decomposed: { ok: 0.5, validity: 0.1, violation: 0 },
        },
      ),
    );
    expect(other.status).toBe('success');
    expect(other.graded!.score).toBeCloseTo(Math.exp(-2 * sealed.graded.d_delta), 5);
    expect(other.decomposed!.score).toBeCloseTo(0.5 + 0.1 * sealed.decomposed.validity, 5);
    expect(other.sealed).toEqual({
      status: 'success',
      graded_score: sealed.graded.score,
      decomposed_score: sealed.decomposed.score,
    });
  });

  it('changes neither the record nor its own verdict', () => {
    const record = asking();
    const before = JSON.stringify(record);
    judgeCounterfactual(record, terms({ usd: 0.1 }, { lambda: 9 }));
    expect(JSON.stringify(record)).toBe(before);
  });

  it('is what was sealed where nothing is other', () => {
    const record = asking();
    const { graded, decomposed } = scoreAttempt(record);
    expect(judgeCounterfactual(record, terms())).toMatchObject({ status: 'success', graded, decomposed });
  });
});
