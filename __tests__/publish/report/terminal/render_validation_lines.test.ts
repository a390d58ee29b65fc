import { type ProofStepResult, proofSteps } from '../../../../src/contract/validation/contract_lock.js';
import {
  renderBenchmarkChecklist,
  renderValidationLines,
} from '../../../../src/publish/report/terminal/render_validation_lines.js';
import { measureTextWidth } from '../../../../src/publish/text/measure_text_width.js';
import { asText } from '../../given_terminal.js';

type ShownProof = Parameters<typeof renderValidationLines>[0];

const TERMINAL = { columns: 80 };
const renderProof = (
  proof: ShownProof,
  times: Parameters<typeof renderValidationLines>[1],
  { columns }: typeof TERMINAL,
): string => asText(renderValidationLines(proof, times, columns));
const step = (changes: Partial<ProofStepResult> = {}): ProofStepResult => ({
  step: 'base',
  verdict: 'proven',
  detail: 'fine',
  reasons: [],
  warnings: [],
  ...changes,
});
const shown = (changes: Partial<ShownProof> = {}): ShownProof => ({
  contract: 'limiter',
  path: 'tasks/limiter/contract.yml',
  verdict: 'proven',
  wall_ms: 12_345,
  attempts: 40,
  proof: { steps: [step()], flakiness: { checks: [] }, reference: { strength: 16 } },
  lock: { path: 'tasks/limiter/contract.lock', state: 'written' },
  ...changes,
});
const screen = (check: string, differed = 0) => ({
  check,
  test: null,
  on: 'golden' as const,
  runs: 6,
  differed,
  missed_below: 0.393,
});

describe('a proof on a terminal', () => {
  it('is a row per step with result, time and finding, then reasons, warnings and what may have been missed', () => {
    const proof: ShownProof['proof'] = {
      steps: [
        step({ step: 'pins', detail: 'the snapshot is abc' }),
        step({ verdict: 'refuted', detail: 'it passes', reasons: ['it passes'], warnings: ['look here'] }),
        step({ step: 'mutants', verdict: 'not-run', detail: '' }),
      ],
      flakiness: { checks: [screen('unit'), screen('e2e'), { ...screen('unit'), on: 'base' }] },
      reference: { strength: null },
    };
    expect(
      renderProof(
        shown({ verdict: 'refuted', proof, lock: { path: 'x.lock', state: 'contradicted' } }),
        { base: 1234 },
        TERMINAL,
      ),
    ).toBe(
      [
        'limiter  REFUTED  40 attempts in 12.3 s',
        '  pins          ok                   the snapshot is abc',
        '  base          REFUTED       1.2 s  it passes',
        '  mutants       not run              ',
        '  ✗ it passes',
        '  ! look here',
        '  · unit, e2e: 0 of 6 runs differed; a check failing less often than 39 % of the',
        '    time may have been missed (95 %)',
        '  ✗ x.lock says that this version is proven, and it is not: remove it',
        '',
      ].join('\n'),
    );
  });

  it.each([
    [16, 'limiter  PROVEN (strength 2^-16)  40 attempts in 12.3 s'],
    [128, 'limiter  PROVEN (strength 2^-64)  40 attempts in 12.3 s'],
    [null, 'limiter  PROVEN (strength none)  40 attempts in 12.3 s'],
  ])('says with PROVEN what strength its passes have: %p bits', (strength, line) => {
    const text = renderProof(shown({ proof: { ...shown().proof, reference: { strength } } }), {}, TERMINAL);
    expect(text.split('\n')[0]).toBe(line);
  });

  it('is never wider than the terminal, whatever contracts and tests are called', () => {
    const long = 'ü語'.repeat(80);
    const steps = proofSteps.map((name) =>
      step({ step: name, verdict: 'refuted', detail: long, reasons: [`${long} ${long}`], warnings: [long] }),
    );
    const text = renderProof(
      shown({ proof: { steps, flakiness: { checks: [screen(long)] }, reference: { strength: null } } }),
      Object.fromEntries(proofSteps.map((name) => [name, 3_600_000])),
      TERMINAL,
    );
    for (const line of text.split('\n')) expect(measureTextWidth(line)).toBeLessThanOrEqual(80);
  });

  it('shows the first dozen of many lines, and says where the rest is', () => {
    const warnings = Array.from({ length: 30 }, (_, i) => `warning ${i}.`);
    const text = renderProof(
      shown({ proof: { steps: [step({ warnings })], flakiness: { checks: [] }, reference: { strength: null } } }),
      {},
      TERMINAL,
    );
    expect(text.split('\n').slice(2, -2)).toEqual([
      ...warnings.slice(0, 12).map((warning) => `  ! ${warning}`),
      '  ! and 18 more, in proof.json',
    ]);
  });

  it('shows control characters of hostile names as text', () => {
    const proof = {
      steps: [step({ detail: '\x1b[31mred\x07', warnings: ['a\r\nb\x1b]0;t\x07'] })],
      flakiness: { checks: [] },
      reference: { strength: null },
    };
    const text = renderProof(shown({ contract: 'a\x1b[2J', proof }), {}, TERMINAL);
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/);
  });
});

describe('the checklist on a terminal', () => {
  it('says what is met, what is not and what it costs, and what nobody looked at', () => {
    const results = [
      {
        criterion: 'reward_design',
        passed: true,
        method: 'automated' as const,
        evidence: 'none passed',
        estimated_bias: 0,
      },
      {
        criterion: 'failure_modes',
        passed: true,
        method: 'automated' as const,
        evidence: 'a catalogue',
        estimated_bias: 0,
        by_construction: true as const,
      },
      { criterion: 'seed', passed: false, method: 'automated' as const, evidence: 'no seed', estimated_bias: 0.05 },
      {
        criterion: 'human_baseline',
        passed: false,
        method: 'skipped' as const,
        evidence: 'unknown',
        estimated_bias: 0,
      },
    ];
    const proofs = [shown(), shown({ verdict: 'refuted' }), shown({ verdict: 'undecided' })];
    expect(
      renderBenchmarkChecklist({ results, estimated_overestimation: 0.05 }, proofs, 'out/proof.json', TERMINAL),
    ).toBe(
      [
        'Agentic benchmark checklist',
        '  reward_design             ok                none passed',
        '  failure_modes             as built          by construction: a catalogue',
        '  seed                      NOT MET     +5 %  no seed',
        '  human_baseline            skipped           unknown',
        '  1 of 3 criteria met; 1 by construction, not counted',
        '  scores may be too high by 5 %, at least: 1 criterion skipped',
        '',
        '1 of 3 contracts proven, 1 refuted, 1 undecided · out/proof.json',
      ].join('\n'),
    );
  });
});
