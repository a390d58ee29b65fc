import { analyseTrials } from '../../../../src/judge/analysis/analysis.js';
import { createRatesSection } from '../../../../src/publish/report/sections/create_rates_section.js';
import { renderSectionLines } from '../../../../src/publish/report/terminal/render_report_lines.js';
import { givenArm, givenTrial, givenTrials } from '../../../judge/analysis/given_suite.js';

describe('rates by stratum', () => {
  it('stand beside the distribution of costs, with n and what is unknown', () => {
    const costs = [1, 2, 3, null].map((total_usd) => ({ ...givenTrial().cost, total_usd }));
    const trials = [
      ...givenTrials('codex', { a: 'ppff' }, { strata: { ecosystem: 'node' } }).map((trial, i) => ({
        ...trial,
        cost: costs[i]!,
      })),
      ...givenTrials('codex', { b: 'f' }, { strata: { ecosystem: 'python' } }),
    ];
    const section = createRatesSection(analyseTrials(trials, { arms: [givenArm('codex')] }));
    const table = section.blocks.find(
      (block) => block.kind === 'table' && block.caption.startsWith('Cost of an attempt'),
    );
    expect(table).toMatchObject({
      rows: [
        [
          'ecosystem: node',
          'codex',
          '3',
          '1',
          '$1.00',
          '$1.50',
          '$2.00',
          '$2.50',
          '$2.80',
          '$3.00',
          '$2.00',
          expect.any(String),
        ],
        ['ecosystem: python', 'codex', '1', '0', ...Array(8).fill(expect.any(String))],
      ],
    });
    expect(renderSectionLines(section, 120).length).toBeGreaterThan(0);
  });
});
