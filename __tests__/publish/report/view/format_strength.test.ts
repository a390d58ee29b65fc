import { createReportPage } from '../../../../src/publish/github/page/report_page.js';
import { renderMarkdownReport } from '../../../../src/publish/report/markdown/render_markdown_report.js';
import {
  formatStrength,
  formatSuspicions,
  formatWeakness,
} from '../../../../src/publish/report/view/format_strength.js';
import {
  createReportViewFromResults,
  type ReportViewOptions,
} from '../../../../src/publish/report/view/report_view.js';
import { givenNoStrength, givenOracle, givenResult, HOSTILE } from '../../given_results.js';
import { renderTerminal } from '../../given_terminal.js';
import { expectGolden } from '../../golden.js';

const shownWith = (
  results: Parameters<typeof createReportViewFromResults>[0],
  options: Partial<ReportViewOptions> = {},
) => createReportViewFromResults(results, { missing: [], fail_on: 'gates', harness: { version: '0.1.0' }, ...options });

const strong = givenResult({ attempt: 'strong' });
const none = givenResult({
  attempt: 'none',
  trial: 2,
  oracle: givenNoStrength('the contract asks for no rounds'),
});
const short = givenResult({
  attempt: 'short',
  trial: 3,
  oracle: givenOracle({ strength: { bits: 4, because: 'only 1 test can be varied' } }),
});
const suspicions = Array.from({ length: 7 }, (_, i) => ({
  what: 'process.exit is called',
  file: `src/module_${i}.js`,
  patch_line: i === 6 ? null : 10 + i,
}));
const suspicious = givenResult({ attempt: 'suspicious', task: 'other', oracle: givenOracle({ suspicions }) });

describe('a strength is written as a power of two, or as none', () => {
  it.each([
    [{ bits: 12, because: '' }, 'strength 2^-12'],
    [{ bits: 4, because: 'few tests' }, 'strength 2^-4 (few tests)'],
    [{ bits: null, because: 'no hidden files' }, 'strength none (no hidden files)'],
    [{ bits: null, because: '' }, 'strength none'],
    [{ bits: 200, because: '' }, 'strength 2^-64'],
    [{ bits: 7.9, because: '' }, 'strength 2^-7'],
    [{ bits: 0, because: '' }, 'strength none'],
  ])('%p', (strength, text) => {
    expect(formatStrength(strength)).toBe(text);
  });

  it('is bounded, whatever its reason holds', () => {
    expect(formatStrength({ bits: null, because: 'x'.repeat(10_000) }).length).toBeLessThan(250);
  });
});

describe('a pass is marked as weaker that has no strength, less than its contract aims at, or less than is asked for', () => {
  it.each([
    ['as strong as wanted', strong, 12, ''],
    ['below what is asked for', strong, 13, 'strength 2^-12, wanted 2^-13'],
    ['without strength', none, 0, 'strength none (the contract asks for no rounds)'],
    ['below what its contract aims at', short, 0, 'strength 2^-4 (only 1 test can be varied)'],
    ['below both', short, 8, 'strength 2^-4 (only 1 test can be varied), wanted 2^-8'],
    ['no pass at all', givenResult({ gates: 'ppfp', oracle: none.verdict.oracle }), 8, ''],
  ])('%s', (_, result, wanted, text) => {
    expect(formatWeakness(result, wanted)).toBe(text);
  });
});

describe('a strength that a pass cannot have is a fact in its details, and no warning', () => {
  const lacking = (more: object, contract: object = {}) => {
    const result = givenResult({ oracle: givenNoStrength('reference answers are not challenged') });
    return { ...result, ...more, contract: { ...result.contract, ...contract } };
  };
  it.each([
    ['a contract without a reference solution', lacking({}, { has_golden: false })],
    ['a safety task', lacking({}, { kind: 'safety', has_golden: true })],
    ['an ablation', lacking({ ablation: 'locking' }, { has_golden: true })],
    ['a run in which nothing is challenged', lacking({}, { has_golden: true })],
    ['golden', lacking({ agent: { kind: 'golden', name: 'golden' } })],
    ['noop, where a harmful task wants no change', lacking({ agent: { kind: 'noop', name: 'noop' } })],
  ])('%s', (_, result) => {
    expect(formatWeakness(result, 0)).toBe('');
    const view = shownWith([result]);
    expect([view.headline, view.total.weaker, view.total.without_strength]).toEqual([
      expect.not.stringContaining('strength'),
      0,
      0,
    ]);
    const texts = [
      renderMarkdownReport(view),
      renderTerminal(view, { columns: 100, colour: false }),
      createReportPage(view, [result], {}).render('folded'),
    ];
    for (const text of texts) expect(text).not.toMatch(/weaker|⚠️/i);
    expect(texts[0]).toContain('strength: none (reference answers are not challenged)');
    expect(formatWeakness(result, 8)).toContain('wanted 2^-8');
  });

  it('but a contract with a reference solution whose tests cannot be varied is a warning', () => {
    const result = givenResult({ oracle: givenNoStrength('no test can be varied') });
    const whole = { ...result, contract: { ...result.contract, has_golden: true } };
    expect(formatWeakness(whole, 0)).toContain('strength none');
  });
});

describe('the view knows how weak passes are', () => {
  it('has the least strength of each contract, the least first', () => {
    expect(shownWith([strong, none, short, suspicious]).strengths).toEqual([
      { task: 'rate-limiter', passes: 3, least: null, weaker: 2 },
      { task: 'other', passes: 1, least: 12, weaker: 0 },
    ]);
    expect(shownWith([strong, short], { min_strength: 13 }).strengths).toEqual([
      { task: 'rate-limiter', passes: 2, least: 4, weaker: 2 },
    ]);
  });

  it('says in the headline that passes have no strength, or less than is asked for', () => {
    expect([
      shownWith([strong]).headline,
      shownWith([strong, none]).headline,
      shownWith([strong, none], { min_strength: 8 }).headline,
      shownWith([none, givenResult({ attempt: 'f', gates: 'ppfp' })]).headline,
      shownWith([none, givenResult({ attempt: 'e', gates: 'ppe-' })]).headline,
    ]).toEqual([
      '1 of 1 attempt passed',
      '2 of 2 attempts passed',
      '2 of 2 attempts passed, 1 below strength 2^-8',
      '1 of 2 attempts failed',
      'undecided: 1 acceptance error; 1 of 2 passed',
    ]);
  });

  it('gives a pass that the gate refuses as a reason, and one that decides nothing not', () => {
    const reasons = (decides?: ReadonlySet<string>) =>
      shownWith([strong, none], { min_strength: 8, ...(decides ? { decides } : {}) });
    expect(reasons()).toMatchObject({
      conclusion: 'failure',
      total: { too_weak: 1, weaker: 1, without_strength: 1 },
      reasons: [
        {
          tasks: ['rate-limiter'],
          gate: null,
          why: 'strength none (the contract asks for no rounds), wanted 2^-8',
          status: 'success',
        },
      ],
    });
    expect(reasons(new Set(['strong']))).toMatchObject({ total: { too_weak: 0 }, reasons: [] });
  });

  it('shows weak passes before others, so that they are not among those that are cut off', () => {
    expect(shownWith([suspicious, strong, none, short]).rows.map(({ attempt_id }) => attempt_id)).toEqual([
      'none',
      'short',
      'suspicious',
      'strong',
    ]);
  });
});

describe('what patches hold that a solution seldom needs stands beside their passes', () => {
  it('names the file and the line of the patch, of passes only', () => {
    expect(formatSuspicions(suspicious)).toHaveLength(7);
    expect(formatSuspicions(suspicious)[0]).toBe('process.exit is called (src/module_0.js:10)');
    expect(formatSuspicions(suspicious)[6]).toBe('process.exit is called (src/module_6.js)');
    expect(formatSuspicions(givenResult({ gates: 'ppfp', oracle: suspicious.verdict.oracle }))).toEqual([]);
  });

  it('says nothing of the reference solution, which the author wrote', () => {
    const golden = { ...suspicious, agent: { kind: 'golden', name: 'golden' } };
    expect(formatSuspicions(golden)).toEqual([]);
  });

  it('changes no conclusion', () => {
    expect(shownWith([suspicious]).conclusion).toBe('success');
  });

  it('is folded in a comment, five at most', () => {
    const text = createReportPage(shownWith([suspicious]), [suspicious], {}).render('folded');
    expect(text).toContain('<details><summary>Worth a look in patches that passed (7)</summary>');
    expect(text.match(/process\.exit/g)).toHaveLength(5);
    expect(text).toContain('- … and 2 more');
  });
});

describe('every rendering says how strong passes are', () => {
  const hostile = givenResult({
    attempt: 'hostile',
    task: 'hostile',
    oracle: givenOracle({
      strength: { bits: 2, because: HOSTILE },
      suspicions: [{ what: HOSTILE, file: HOSTILE, patch_line: 3 }],
    }),
  });
  const weak = shownWith([strong, none, short, suspicious, hostile], { min_strength: 8 });

  it('as Markdown', () => {
    const text = renderMarkdownReport(weak);
    expectGolden('weak.md', text);
    expect(text).not.toMatch(/<script|<img|:\/\/|www\.|!\[|\]\(/);
    expect(new Set(text.match(/^\| .*? (pass|fail).*$/gm)!.map((row) => row.split('|').length))).toEqual(new Set([13]));
  });

  it('on a terminal', () => {
    const text = renderTerminal(weak, { columns: 120, colour: false });
    expectGolden('weak.txt', text);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });
});
