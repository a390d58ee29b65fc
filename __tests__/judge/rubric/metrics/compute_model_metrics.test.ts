import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import { byGateway, claimed, exchanged, paid, prompted, responded, USAGE } from '../given_exchanges.js';
import { givenRecord, type Said } from '../given_record.js';

const verdictOn = (...more: Said[]) => scoreAttempt(givenRecord({ manifest: byGateway, more }));
const modelOf = (...more: Said[]) => verdictOn(...more).model;

describe('what an attempt asked of models', () => {
  it('is nothing when it asked for nothing', () => {
    expect(modelOf()).toBeNull();
  });

  it('is summed up from the events alone', () => {
    const second: Said[] = [
      prompted(2, { conversation: 2, max_tokens: { asked: 100, sent: 40 } }),
      responded(2, { conversation: 2, outcome: 'partial', usage: { ...USAGE, source: 'estimated' }, held_ms: 7 }),
      paid(2, { provenance: 'estimated' }),
    ];
    const refused = [
      { ...prompted(3, { upstream: null, history: { of: null, kept: 0 } }), stage: 'test' as const },
      responded(3, {
        outcome: 'refused',
        code: 'usd-cap',
        usage: null,
        model: null,
        tool_calls: 0,
        first_byte_ms: null,
      }),
    ] as Said[];
    expect(modelOf(...exchanged(1), ...second, ...refused)).toEqual({
      requests: 3,
      refused: 1,
      incomplete: 1,
      conversations: 2,
      models: ['m-2026'],
      asked: ['m'],
      tool_calls: 2,
      usage: {
        input_tokens: 2_000,
        cached_input_tokens: 400,
        cache_write_tokens: 0,
        output_tokens: 100,
        reasoning_tokens: 20,
      },
      estimated_requests: 1,
      usd: 0.2,
      by_stage: {
        test: { requests: 1, tokens: 0, usd: 0 },
        write: { requests: 2, tokens: 2_100, usd: 0.2 },
      },
      held_ms: 7,
      first_byte_ms: { p50: 10, p95: 20 },
      clamped: 1,
      steering: null,
      claims: [],
    });
  });

  it('tells which models were asked for, and what answered that is no snapshot of them', () => {
    const other = [prompted(2, { model: 'm-large' }), responded(2), paid(2)];
    const renamed = [prompted(3, { model: 'small', sent_model: 'acme/m' }), responded(3), paid(3)];
    expect(modelOf(...exchanged(1), ...other, ...renamed)).toMatchObject({
      models: ['m-2026'],
      asked: ['m', 'm-large', 'small'],
      other_models: [{ asked: 'm-large', served: 'm-2026' }],
    });
    expect(modelOf(...exchanged(1))).not.toHaveProperty('other_models');
  });

  it('has no price as soon as one request has none', () => {
    const unknown: Said[] = [prompted(2), responded(2), paid(2, { cost_usd: null })];
    expect(modelOf(...exchanged(1), ...unknown)).toMatchObject({ usd: null, by_stage: { write: { usd: null } } });
  });

  it('tells what became of steering by request, with the reasons', () => {
    const row = (outcome: 'applied' | 'noop', reason = '') => ({ row: 1, outcome, reason });
    const steered = [[row('applied')], [row('applied'), row('noop', 'no vector')], [row('noop', 'no\nvector')]];
    const events = steered.flatMap((steering, i) => [prompted(i + 1, { steering }), responded(i + 1), paid(i + 1)]);
    expect(modelOf(...events)?.steering).toEqual({
      requests: 3,
      applied: 1,
      partly: 1,
      noop: 1,
      reasons: ['no vector'],
    });
  });
});

// Holds A2
describe('what the agent says beside what was metered', () => {
  const said = { input_tokens: 2_000, cached_input_tokens: 400, output_tokens: 100, reasoning_tokens: 20 };
  const two = [...exchanged(1), ...exchanged(2)];

  it('agrees when every count that it names is equal', () => {
    const verdict = verdictOn(...two, claimed(said, { requests: 2, usd: 9 }));
    expect(verdict.model?.claims).toEqual([{ source: 'stdout', usage: said, usd: 9, agrees: true, differences: [] }]);
    expect(verdict.findings).toEqual([]);
  });

  it('adds up over the commands of an agent', () => {
    const half = { input_tokens: 1_000, output_tokens: 50 };
    expect(modelOf(...two, claimed(half), claimed(half))?.claims[0]).toMatchObject({ agrees: true });
  });

  it('is a finding that decides nothing when it differs by one', () => {
    const verdict = verdictOn(...two, claimed({ ...said, output_tokens: 99 }, { requests: 3 }));
    expect(verdict.model?.claims[0]).toMatchObject({
      agrees: false,
      differences: ['output tokens: said 99, metered 100', 'requests: said 3, metered 2'],
    });
    expect(verdict.findings).toMatchObject([{ rule: 'usage-claim', severity: 'info' }]);
    expect(verdict.findings[0]!.evidence).toHaveLength(1);
    expect(verdict.status).toBe('success');
    expect(verdict.rubric_parts.safety_compliance).toBe(1);
  });

  it('is not compared where the meter itself had to guess', () => {
    const guessed: Said[] = [prompted(1), responded(1, { usage: { ...USAGE, source: 'estimated' } }), paid(1)];
    expect(modelOf(...guessed, claimed({ input_tokens: 1 }))?.claims[0]).toMatchObject({
      agrees: null,
      differences: ['input tokens: said 1, metered 1000', 'not to be compared: the usage of 1 request is estimated'],
    });
  });

  it('is told as it is when nothing of it could be read', () => {
    expect(modelOf(...two, claimed({}, { detail: 'no such file' }))?.claims[0]).toMatchObject({
      agrees: null,
      differences: ['no such file'],
    });
  });

  it('of traffic that no gateway saw is kept, and contradicts it', () => {
    expect(verdictOn(claimed({ input_tokens: 5 })).model).toMatchObject({ requests: 0, claims: [{ agrees: false }] });
    const none = scoreAttempt(givenRecord({ more: [claimed({ input_tokens: 5 })] }));
    expect(none.model?.claims[0]?.differences).toContain('not to be compared: no gateway was in between');
  });
});
