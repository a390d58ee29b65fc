import fc from 'fast-check';
import { createMatrixSection } from '../../../../src/publish/report/parts/create_attempt_table.js';
import { findDecidingGate } from '../../../../src/publish/report/view/attempt_row.js';
import { createReportViewFromResults, formatTotalCost } from '../../../../src/publish/report/view/report_view.js';
import type { AttemptResult } from '../../../../src/record/verdict/attempt_result.js';
import { givenMixedResults, givenResult } from '../../given_results.js';

const options = { missing: [], fail_on: 'gates', harness: { version: '0.1.0' } } as const;

describe('the view shows the worst first and says why', () => {
  it('has one row per attempt with gates, the deciding gate and its reason', () => {
    const rows = createReportViewFromResults(givenMixedResults(), options).rows.map(({ result: _, ...row }) => row);
    expect(rows).toEqual([
      {
        attempt_id: 'attempt-2',
        task: 'csv-parser',
        tier: 1,
        agent: 'scripted',
        trial: 1,
        status: 'failure',
        gates: { G1: 'pass', G2: 'pass', G3: 'fail', G4: 'pass' },
        decided_by: 'G3',
        further: [],
        why: 'unit: 2 of 12 tests failed',
        stop: '',
        exit: '',
        wall_ms: 4200,
        cost_usd: null,
        isolated: true,
        strength: '',
        weakness: '',
        suspicions: [],
        optional: [],
      },
      {
        attempt_id: 'attempt-3',
        task: 'csv-parser',
        tier: 1,
        agent: 'golden',
        trial: 2,
        status: 'acceptance_error',
        gates: { G1: 'pass', G2: 'pass', G3: 'error', G4: 'none' },
        decided_by: 'G3',
        further: [],
        why: 'unit: timeout after 60 s',
        stop: '',
        exit: '',
        wall_ms: 65_000,
        cost_usd: 0.0042,
        isolated: false,
        strength: '',
        weakness: '',
        suspicions: [],
        optional: [],
      },
      {
        attempt_id: 'attempt-1',
        task: 'rate-limiter',
        tier: 2,
        agent: 'golden',
        trial: 1,
        status: 'success',
        gates: { G1: 'pass', G2: 'pass', G3: 'pass', G4: 'pass' },
        decided_by: null,
        further: [],
        why: 'unit: 12 tests passed',
        stop: '',
        exit: '',
        wall_ms: 4200,
        cost_usd: 0.42,
        isolated: true,
        strength: '2^-12',
        weakness: '',
        suspicions: [],
        optional: [],
      },
    ]);
  });

  it('is the same for any order of the results', () => {
    const results = givenMixedResults();
    const expected = JSON.stringify(createReportViewFromResults(results, options));
    const shuffled = fc.shuffledSubarray(results, { minLength: results.length });
    fc.assert(
      fc.property(shuffled, (order) => JSON.stringify(createReportViewFromResults(order, options)) === expected),
    );
  });

  it('names the failing gate of a failure even when an earlier one was an error', () => {
    const { verdict } = givenResult({ gates: 'pepf', status: 'failure' });
    expect(findDecidingGate('failure', verdict.gates)?.gate).toBe('G4');
    expect(findDecidingGate('acceptance_error', verdict.gates)?.gate).toBe('G2');
  });

  it('gives the reason of an invalid attempt, which no gate decided', () => {
    const [row] = createReportViewFromResults(
      [givenResult({ gates: '----', status: 'invalid', reason: 'identity: tree differs' })],
      options,
    ).rows;
    expect(row).toMatchObject({ status: 'invalid', decided_by: null, why: 'identity: tree differs' });
  });

  it('says beside the reason of a gate that the agent was stopped, not of an invalid attempt, whose reason it is', () => {
    const stop = { code: 'resource', rationale: 'the budget is gone' };
    const why = (given: Parameters<typeof givenResult>[0]) =>
      createReportViewFromResults([givenResult({ ...given, stop })], options).rows[0]?.why;
    expect([
      why({ gates: 'ppfp', why: 'unit: 1 test failed' }),
      why({ gates: 'pppp', why: 'unit: 12 tests passed' }),
      why({ gates: '----', status: 'invalid', reason: 'safety-termination: the budget is gone' }),
    ]).toEqual([
      'unit: 1 test failed – agent stopped (resource): the budget is gone',
      'unit: 12 tests passed – agent stopped (resource): the budget is gone',
      'safety-termination: the budget is gone',
    ]);
  });

  it('shows of an invalid attempt no gate but a broken policy', () => {
    const gates = (letters: string) =>
      Object.values(
        createReportViewFromResults([givenResult({ gates: letters, status: 'invalid' })], options).rows[0]!.gates,
      ).join(' ');
    expect([gates('---f'), gates('pp-p'), gates('ppff')]).toEqual([
      'none none none fail',
      'none none none none',
      'none none none fail',
    ]);
  });

  it('gives the place of a finding that does not name it itself', () => {
    const finding = (message: string, evidence: { seq: number; file?: string; line?: number }[]) => ({
      rule: 'r',
      severity: 'warning' as const,
      message,
      evidence,
    });
    const findings = [
      finding('added', [{ seq: 1 }, { seq: 2, file: 'package.json', line: 3 }]),
      finding('a.js:1 holds a credential', [{ seq: 1, file: 'a.js', line: 1 }]),
      finding('changed', [{ seq: 1, file: '.github/x.yml' }]),
      finding('nowhere', [{ seq: 1 }]),
    ];
    expect(
      createReportViewFromResults([givenResult({ findings })], options).findings.map(({ place }) => place),
    ).toEqual(['package.json:3', undefined, '.github/x.yml', undefined]);
  });

  // Holds K7
  it('tells contract versions apart only where a report mixes them', () => {
    const results = [
      givenResult({ attempt: 'a', version: '1'.repeat(64) }),
      givenResult({ attempt: 'b', version: '2'.repeat(64) }),
      givenResult({ attempt: 'c', task: 'other' }),
    ];
    const { rows, mixed_versions } = createReportViewFromResults(results, options);
    expect(rows.map((row) => row.task)).toEqual(['other', 'rate-limiter @ 11111111', 'rate-limiter @ 22222222']);
    expect(mixed_versions).toEqual([{ id: 'rate-limiter', versions: ['1'.repeat(64), '2'.repeat(64)] }]);
  });

  it('tells ablations apart and gives a rate for each', () => {
    const { agents } = createReportViewFromResults(
      [givenResult({ attempt: 'a' }), givenResult({ attempt: 'b', ablation: 'locking+audit', gates: 'fpp-' })],
      options,
    );
    expect(agents.map(({ agent, rate, cost }) => [agent, rate.point, cost])).toEqual([
      ['golden', 1, '$0.42'],
      ['golden (without locking, audit)', 0, '$0.42'],
    ]);
  });
});

describe('arms of a suite', () => {
  it('have their own names in rows, rates, reasons and the matrix', () => {
    const results = [
      givenResult({ attempt: 'a', agent: 'loop' }),
      givenResult({ attempt: 'b', agent: 'loop', gates: 'ppfp', why: 'unit: 2 of 12 tests failed' }),
    ];
    const arms = new Map([
      ['a', 'big'],
      ['b', 'small'],
    ]);
    const view = createReportViewFromResults(results, { ...options, arms, suite: 'models' });
    expect([view.suite, view.rows.map(({ agent }) => agent), view.agents.map(({ agent }) => agent)]).toEqual([
      'models',
      ['small', 'big'],
      ['big', 'small'],
    ]);
    expect(view.reasons[0]?.agents).toEqual([{ agent: 'small', count: 1 }]);
    expect(view.matrix).toEqual({
      agents: ['big', 'small'],
      rows: [
        {
          task: 'rate-limiter',
          cells: [
            { success: 1, failure: 0, acceptance_error: 0, invalid: 0 },
            { success: 0, failure: 1, acceptance_error: 0, invalid: 0 },
          ],
        },
      ],
      more_tasks: 0,
      more_agents: 0,
    });
    expect(createReportViewFromResults(results.slice(0, 1), options).matrix).toBeUndefined();
  });
});

it('the matrix counts passes among decided attempts, and never calls what nobody decided a failure', () => {
  const results = [
    givenResult({ attempt: 'a', agent: 'down', status: 'invalid' }),
    givenResult({ attempt: 'b', agent: 'down', status: 'invalid', trial: 2 }),
    givenResult({ attempt: 'c', agent: 'mixed' }),
    givenResult({ attempt: 'd', agent: 'mixed', gates: 'ppep', trial: 2 }),
    givenResult({ attempt: 'e', agent: 'wrong', gates: 'ppfp' }),
    givenResult({ attempt: 'f', agent: 'wrong', status: 'invalid', trial: 2 }),
  ];
  const [table] = createMatrixSection(createReportViewFromResults(results, options))!.blocks;
  expect(table).toMatchObject({
    columns: [{ head: 'Task' }, { head: 'down' }, { head: 'mixed' }, { head: 'wrong' }],
    rows: [
      [
        expect.anything(),
        [{ text: '⚠️ 2 invalid', tone: 'doubt' }],
        [{ text: '✅ 1 of 1, 1 error', tone: 'good' }],
        [{ text: '❌ 0 of 1, 1 invalid', tone: 'bad' }],
      ],
    ],
  });
});

describe('the headline tells the verdict in one line', () => {
  const [pass, failure, error] = givenMixedResults() as [never, never, never];
  it.each([
    [[pass], {}, '1 of 1 attempt passed'],
    [[pass, failure], {}, '1 of 2 attempts failed'],
    [[pass, failure, error], { missing: ['x'] }, '1 of 4 attempts failed, 1 acceptance error, 1 missing result'],
    [[pass, error], {}, 'undecided: 1 acceptance error; 1 of 2 passed'],
    [[], {}, 'undecided: no attempts'],
    [[pass, failure], { fail_on: 'never' }, '1 of 2 attempts passed, 1 failed (report only)'],
    [[pass], { fail_on: 'regression' }, 'undecided: no baseline to compare with'],
    [[pass], { fail_on: 'regression', concluded: 'failure' }, 'worse than the baseline'],
    [
      [pass],
      { fail_on: 'regression', concluded: 'indecisive' },
      'undecided whether anything got worse than the baseline',
    ],
  ] as const)('case %#', (results, more, expected) => {
    expect(createReportViewFromResults(results, { ...options, ...more }).headline).toBe(expected);
  });
});

describe('reasons are told once each, with agents and counts', () => {
  const fail = (attempt: string, agent: string, more: Parameters<typeof givenResult>[0] = {}) =>
    givenResult({ attempt, agent, gates: 'ppfp', why: 'unit: 2 of 12 tests failed', ...more });

  it('sums attempts with the same reason, and tells a failed G4 beside a failed G3', () => {
    const both = givenResult({ attempt: 'd', agent: 'codex', gates: 'ppff', why: 'unit: 2 of 12 tests failed' });
    both.verdict.gates[3]!.why = 'network-attempt';
    const { reasons, more_reasons } = createReportViewFromResults(
      [fail('a', 'loop'), fail('b', 'loop', { trial: 2 }), fail('c', 'codex', { task: 'csv-parser' }), both],
      options,
    );
    expect({ reasons, more_reasons }).toEqual({
      reasons: [
        {
          gate: 'G3',
          status: 'failure',
          why: 'unit: 2 of 12 tests failed',
          agents: [
            { agent: 'codex', count: 2 },
            { agent: 'loop', count: 2 },
          ],
          tasks: ['csv-parser', 'rate-limiter'],
          count: 4,
        },
        {
          gate: 'G4',
          status: 'failure',
          why: 'network-attempt',
          agents: [{ agent: 'codex', count: 1 }],
          tasks: ['rate-limiter'],
          count: 1,
        },
      ],
      more_reasons: 0,
    });
  });
});

describe('golden and noop are no judged arms', () => {
  const asBaseline = (kind: 'golden' | 'noop', gates: string, task = 'rate-limiter') => {
    const result = givenResult({ attempt: `${kind}-${task}`, task, agent: kind, gates, why: 'the value is right' });
    return { ...result, agent: { kind, name: kind } };
  };
  const baselines = [asBaseline('golden', 'pppp'), asBaseline('noop', 'ppfp')];

  it('beside an agent they are told apart, in no count, no rate and no reason', () => {
    const view = createReportViewFromResults([givenResult({ agent: 'loop' }), ...baselines], options);
    expect({ ...view, rate: view.rate.total }).toMatchObject({
      conclusion: 'success',
      title: 'success: 1 of 1 attempt passed',
      baselines: 'baselines: golden 1 of 1 pass, noop 0 of 1 pass, as they should',
      rate: 1,
      reasons: [],
      agents: [],
      contract_checks: [],
    });
  });

  it('says so when they do not end as they should', () => {
    const view = createReportViewFromResults([givenResult({ agent: 'loop' }), asBaseline('noop', 'pppp')], options);
    expect(view.baselines).toBe('baselines: noop 1 of 1 pass, NOT as they should: golden must pass, noop must fail');
  });

  it('says that no change must pass where an effect is what must not happen', () => {
    const asSafety = (role: 'golden' | 'noop', gates: string) => {
      const result = asBaseline(role, gates);
      return { ...result, contract: { ...result.contract, kind: 'safety' } };
    };
    const viewOf = (...some: AttemptResult[]) =>
      createReportViewFromResults([givenResult({ agent: 'loop' }), ...some], options).baselines;
    expect(viewOf(asSafety('noop', 'pppp'))).toBe(
      'baselines: noop 1 of 1 pass, as they should (of an effect that must not happen, noop must pass)',
    );
    expect(viewOf(asSafety('noop', 'ppfp'))).toContain('NOT as they should');
    expect(viewOf(asSafety('golden', 'pppp'), asSafety('noop', 'pppp'))).toContain('NOT as they should');
  });

  it.each([
    [baselines, 'contract works: golden passes, noop fails', 'success', 'good', 'success'],
    [
      [...baselines, asBaseline('golden', 'ppfp', 'csv'), asBaseline('noop', 'ppfp', 'csv')],
      '1 of 2 contracts do not work, 1 works',
      'failure',
      'bad',
      'indecisive',
    ],
    [[asBaseline('golden', 'ppe-'), baselines[1]!], 'contract undecided', 'indecisive', 'doubt', 'indecisive'],
  ])('alone they check contracts (case %#)', (results, title, conclusion, tone, without_gate) => {
    expect(createReportViewFromResults(results, options)).toMatchObject({ title, conclusion, tone, reasons: [] });
    expect(createReportViewFromResults(results, { ...options, fail_on: 'never' })).toMatchObject({
      title,
      conclusion: without_gate,
      tone,
    });
  });
});

describe('a run that did not work is no success, whatever its gate is', () => {
  type Given = NonNullable<Parameters<typeof givenResult>[0]>;
  const asBaseline = (kind: 'golden' | 'noop', given: Given = {}, contract: object = {}): AttemptResult => {
    const result = givenResult({ attempt: `${kind}-${given.task}`, agent: kind, ...given });
    return { ...result, agent: { kind, name: kind }, contract: { ...result.contract, ...contract } };
  };
  const agent = givenResult({ agent: 'loop' });
  const failing = givenResult({ agent: 'loop', gates: 'ppfp' });
  const defect = (given: Given) =>
    givenResult({
      status: 'invalid',
      reason: 'harness-defect: a defect of gatebench: x is undefined',
      tags: [{ id: 'harness-defect', gate: null, detail: 'x', evidence: [{ seq: 1 }] }],
      ...given,
    });
  const golden = asBaseline('golden');
  const noop = asBaseline('noop', { gates: 'ppfp' });
  const baselines = new Map([
    ['g-1', { role: 'golden', task: 'rate-limiter' }],
    ['n-1', { role: 'noop', task: 'rate-limiter' }],
  ] as const);

  it.each<[string, AttemptResult[], string]>([
    ['golden fails', [agent, asBaseline('golden', { gates: 'ppfp' }), noop], 'golden failed in rate-limiter'],
    ['golden is undecided', [asBaseline('golden', { gates: 'ppe-' }), agent], 'golden was undecided in rate-limiter'],
    ['golden is invalid', [asBaseline('golden', { status: 'invalid' })], 'golden was invalid in rate-limiter'],
    ['noop passes', [agent, golden, asBaseline('noop')], 'noop passed in rate-limiter'],
    ['noop is invalid', [agent, asBaseline('noop', { status: 'invalid' })], 'noop was invalid in rate-limiter'],
    [
      'both do, in several contracts',
      [
        ...[asBaseline('golden', { gates: 'ppfp', task: 'a' }), asBaseline('golden', { gates: 'ppe-', task: 'b' })],
        ...[asBaseline('noop', { task: 'a' }), asBaseline('noop', { task: 'c' }), agent],
      ],
      'golden ended wrongly in 2 contracts, noop passed in 2 contracts',
    ],
    [
      'noop fails where nothing may happen',
      [agent, asBaseline('noop', { gates: 'ppfp' }, { kind: 'safety', has_golden: false })],
      'noop failed in rate-limiter',
    ],
    [
      'a name would be a link',
      [asBaseline('golden', { gates: 'ppfp', task: 'www.x.example' })],
      'golden failed in 1 contract',
    ],
    ['gatebench failed', [defect({ agent: 'codex' })], 'gatebench itself failed in 1 attempt'],
  ])('when %s: indecisive, with the reason', (_, results, words) => {
    const view = createReportViewFromResults(results, { ...options, fail_on: 'never' });
    expect([view.conclusion, view.sign, view.tone]).toEqual(['indecisive', '⚠️', 'doubt']);
    expect(view.headline).toContain(`undecided: ${words}; `);
    expect(view.reasons.length).toBeGreaterThan(0);
    for (const { agents } of view.reasons) expect(agents.map((one) => one.agent)).not.toContain('loop');
  });

  it('where an agent is judged, its failure stays one, and its pass is none', () => {
    const wrong = asBaseline('golden', { gates: 'ppfp', why: 'unit: 1 of 2 tests failed' });
    const judged = (results: AttemptResult[], more = {}) =>
      createReportViewFromResults(results, { ...options, ...more });
    expect(judged([failing, wrong]).conclusion).toBe('failure');
    expect(judged([agent, wrong]).title).toBe('indecisive: undecided: golden failed in rate-limiter; 1 of 1 passed');
    expect(judged([agent, wrong], { fail_on: 'regression', concluded: 'success' }).conclusion).toBe('indecisive');
    expect(judged([agent, wrong]).reasons).toEqual([
      expect.objectContaining({ why: 'unit: 1 of 2 tests failed', agents: [{ agent: 'golden', count: 1 }] }),
    ]);
    expect(judged([agent, defect({ agent: 'codex', attempt: 'd' })], { coverage_floor: 0 }).conclusion).toBe(
      'indecisive',
    );
  });

  it.each<[string, AttemptResult[], object]>([
    ['they end as they must', [failing, golden, noop], {}],
    ['noop comes to no decision', [agent, golden, asBaseline('noop', { gates: 'ppe-' })], {}],
    [
      'noop passes where nothing may happen',
      [agent, asBaseline('noop', {}, { kind: 'safety', has_golden: false })],
      {},
    ],
    ['a mechanism was off', [agent, asBaseline('golden', { gates: 'pppf', ablation: 'guardrails' })], {}],
    ['all of it repeats a recorded attempt', [asBaseline('golden', { gates: 'ppfp' })], { replicates: true }],
    ['the machine failed an agent', [givenResult({ status: 'invalid', reason: 'harness-error: full' })], {}],
  ])('but it is one when %s', (_, results, more) => {
    const view = createReportViewFromResults(results, { ...options, fail_on: 'never', ...more });
    expect([view.conclusion, view.sign]).toEqual(['success', 'ℹ️']);
  });

  it.each<[string, AttemptResult[], object, string]>([
    [
      'golden has no result',
      [agent, noop],
      { missing: ['g-1'] },
      'golden has no result in rate-limiter; 1 of 1 passed',
    ],
    ['noop has none', [agent, golden], { missing: ['n-1'] }, 'noop has no result in rate-limiter; 1 of 1 passed'],
    [
      'golden has none in one contract, and fails in another',
      [agent, asBaseline('golden', { gates: 'ppfp', task: 'csv' })],
      { missing: ['g-1'] },
      'golden ended wrongly in 2 contracts; 1 of 1 passed',
    ],
  ])('when %s: indecisive, under every condition', (_, results, more, words) => {
    const planned = { baselines, decides: new Set([agent.attempt_id]), ...more };
    for (const fail_on of ['never', 'gates'] as const) {
      const view = createReportViewFromResults(results, { ...options, ...planned, fail_on });
      expect([view.conclusion, view.headline]).toEqual(['indecisive', `undecided: ${words}`]);
    }
    const [replicates, gate_only] = [{ replicates: true }, { gate_only: true }];
    for (const exempt of [replicates, gate_only]) {
      const view = createReportViewFromResults(results, { ...options, ...planned, fail_on: 'never', ...exempt });
      expect(view.conclusion).toBe('success');
    }
  });

  it('but the missing result of an agent is told only', () => {
    const planned = { baselines, decides: new Set([agent.attempt_id, 'a-1']), missing: ['a-1'] };
    const view = createReportViewFromResults([agent, golden, noop], { ...options, ...planned, fail_on: 'never' });
    expect([view.conclusion, view.headline]).toEqual([
      'success',
      '1 of 2 attempts passed, 1 missing result (report only)',
    ]);
  });

  it('also in a shard that has no attempt of an agent', () => {
    const shard = { decides: new Set(['of an agent']), concluded: 'success' } as const;
    const wrong = asBaseline('golden', { gates: 'ppfp' });
    expect(createReportViewFromResults([wrong], { ...options, ...shard }).conclusion).toBe('indecisive');
    expect(createReportViewFromResults([golden], { ...options, ...shard }).conclusion).toBe('success');
  });

  it('and a gate over baselines alone judges them itself', () => {
    expect(createReportViewFromResults([asBaseline('golden', { gates: 'ppfp' })], options).conclusion).toBe('failure');
    expect(createReportViewFromResults([noop], options).conclusion).toBe('failure');
    expect(createReportViewFromResults([asBaseline('noop')], options).conclusion).toBe('success');
  });
});

describe('what a gate does not judge is in the table, and neither in the rate nor among the reasons', () => {
  it('counts only what decides, missing attempts included', () => {
    const agent = givenResult({ why: 'unit: 12 tests passed', checks: [{}] });
    const others = givenMixedResults().filter(({ verdict }) => verdict.status !== 'success');
    const missing = ['gone', 'gone-too'];
    const decides = new Set([agent.attempt_id, 'gone']);
    const all = [agent, ...others.map((result, i) => ({ ...result, attempt_id: `other-${i}` }))];
    const shown = createReportViewFromResults(all, { ...options, missing, decides, concluded: 'indecisive' });
    expect({ ...shown.rate, interval: null }).toMatchObject({ point: 1, scorable: 1, total: 2 });
    expect({ rows: shown.rows.length, reasons: shown.reasons }).toEqual({ rows: all.length, reasons: [] });
    expect(shown.rate_of).toBe(' of what the gate judges');
    expect(createReportViewFromResults(all, options).rate_of).toBe('');
  });
});

describe('an unknown cost is said, never counted as 0', () => {
  it.each([
    [{ attempts: 2, known_usd: 0.84, unknown_costs: 0 }, '$0.84'],
    [{ attempts: 2, known_usd: 0.42, unknown_costs: 1 }, '$0.42 + 1 unknown'],
    [{ attempts: 2, known_usd: 0, unknown_costs: 2 }, 'unknown'],
    [{ attempts: 9, known_usd: 0, unknown_costs: 6 }, 'unknown'],
    [{ attempts: 0, known_usd: 0, unknown_costs: 0 }, '$0.00'],
  ])('%j', (total, expected) => {
    expect(formatTotalCost(total)).toBe(expected);
  });
});
