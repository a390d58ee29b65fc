import {
  renderMarkdownReport,
  renderSectionMarkdown,
} from '../../../src/publish/report/markdown/render_markdown_report.js';
import type { ReportSection, ReportTable } from '../../../src/publish/report/report_block.js';
import { renderSectionLines } from '../../../src/publish/report/terminal/render_report_lines.js';
import { createReportViewFromResults } from '../../../src/publish/report/view/report_view.js';
import { measureTextWidth } from '../../../src/publish/text/measure_text_width.js';
import { toPageSection } from '../../../src/view/model/page_block.js';
import { givenMixedResults } from '../given_results.js';
import { givenSections, hostileSections } from '../given_sections.js';
import { renderTerminal } from '../given_terminal.js';
import { expectGolden } from '../golden.js';

const viewOf = (sections: readonly ReportSection[]) =>
  createReportViewFromResults(givenMixedResults(), {
    missing: [],
    fail_on: 'gates',
    harness: { version: '0.1.0' },
    sections,
  });

const section = (table: Partial<ReportTable>): ReportSection => ({
  id: 'x',
  title: 'X',
  blocks: [{ kind: 'table', caption: '', columns: [{ head: 'a' }, { head: 'b', align: 'right' }], rows: [], ...table }],
});

describe('sections of an analysis stand between the verdict and the details of attempts', () => {
  it('in every rendering', () => {
    const places = (text: string, words: string[]) => words.map((word) => text.indexOf(word));
    const markdown = renderMarkdownReport(viewOf(givenSections));
    const inMarkdown = places(markdown, [
      '## ❌',
      '| Result |',
      '### Cost and success',
      '### Cost to success',
      '<summary>Rates and denominators',
    ]);
    expect(inMarkdown).toEqual([...inMarkdown].sort((a, b) => a - b));
    expect(inMarkdown).not.toContain(-1);
    // On a terminal the last lines are what is seen.
    const terminal = renderTerminal(viewOf(givenSections), { columns: 100, colour: false });
    expect(terminal.trimEnd().split('\n').at(-1)).toMatch(/^failure: /);
  });

  it('folded or not at all where there is less room', () => {
    expect(renderMarkdownReport(viewOf(givenSections), 'folded')).toContain(
      '<details><summary>Cost and success</summary>',
    );
    expect(renderMarkdownReport(viewOf(givenSections), 'brief')).not.toContain('Cost and success');
  });

  it('looks as it is meant to', () => {
    expectGolden('sections.md', givenSections.map((each) => renderSectionMarkdown(each)).join('\n\n'));
    expectGolden('sections.txt', givenSections.flatMap((each) => renderSectionLines(each, 90)).join('\n'));
  });

  it('holds no live syntax from hostile text', () => {
    // Drawings are the only markup of a page that is not made in the browser.
    const drawings = [...givenSections, ...hostileSections]
      .flatMap((each) => toPageSection(each).blocks)
      .flatMap((block) => (block.kind === 'drawing' ? [block.svg] : []))
      .join('\n');
    const tags = new Set([...drawings.matchAll(/<\/?([a-zA-Z!]+\d?)/g)].map((match) => match[1]!));
    const drawn = 'svg title desc line text path circle rect g';
    expect([...tags].filter((tag) => !drawn.split(' ').includes(tag))).toEqual([]);
    expect(drawings.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\s(?:on\w+|style|href|src)=/);
    expect(drawings).toContain('<svg');
    expect(drawings).not.toContain('NaN');
    const ids = [...drawings.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]!);
    expect(new Set(ids).size).toBe(ids.length);
    const markdown = hostileSections.map((each) => renderSectionMarkdown(each)).join('\n');
    expect(new Set([...markdown.matchAll(/<\/?([a-z!]+)/g)].map((match) => match[1]))).toEqual(
      new Set(['details', 'summary', 'pre', 'code', 'br']),
    );
    expect(markdown.replace(/<pre>[\s\S]*?<\/pre>|<summary>.*/g, '')).not.toMatch(
      /:\/\/|www\.|@[a-z]|(?<!&)#\d|!\[|\]\(/,
    );
    const terminal = hostileSections.flatMap((each) => renderSectionLines(each, 80)).join('\n');
    expect(terminal).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });
});

describe('tables', () => {
  const many = section({ rows: Array.from({ length: 1500 }, (_, i) => [`row ${i}`, String(i)]) });

  it('are bounded, and say how much is left out', () => {
    expect(
      renderSectionMarkdown(many)
        .split('\n')
        .filter((line) => line.startsWith('| row')),
    ).toHaveLength(200);
    expect(renderSectionMarkdown(many)).toContain('_1300 more rows in analysis.json._');
    expect(renderSectionLines(many, 80).at(-1)).toBe('… 1460 more rows in the report');
  });

  it('with short, long or no rows are tables still', () => {
    const odd = section({ rows: [['only'], ['a', 'b', 'too many']] });
    expect(renderSectionMarkdown(odd).split('\n').slice(-2)).toEqual(['| only |   |', '| a | b |']);
    for (const text of [renderSectionMarkdown(section({})), renderSectionLines(section({}), 80).join('\n')])
      expect(text).toMatch(/nothing to show/i);
    expect(renderSectionMarkdown(section({ columns: [], rows: [['x']] }))).toBe('### X');
  });

  it('never cut a number on a terminal: words are cut, then the last columns are left out', () => {
    const numbers = section({
      columns: [
        { head: 'Agent in its configuration' },
        { head: 'Interval of the difference', align: 'right' },
        { head: 'p', align: 'right' },
      ],
      rows: [['codex (without guardrails, locks)', '−33.2 pt to +6.5 pt', '< 0.0001']],
    });
    expect(renderSectionLines(numbers, 46).slice(1)).toEqual([
      'Agent in its         Interval of the',
      'configuration             difference         p',
      'codex (without…  −33.2 pt to +6.5 pt  < 0.0001',
    ]);
    expect(renderSectionLines(numbers, 40).slice(-2)).toEqual([
      'codex (without gua…  −33.2 pt to +6.5 pt',
      '… not shown here: p',
    ]);
  });

  it('fit the terminal: long cells are cut, columns that do not fit are named', () => {
    const wide = section({
      columns: Array.from({ length: 12 }, (_, i) => ({ head: `column ${i}` })),
      rows: [Array.from({ length: 12 }, () => '漢字'.repeat(20))],
    });
    for (const columns of [10, 20, 40, 80, 200]) {
      const lines = renderSectionLines(wide, columns);
      expect(lines.filter((line) => measureTextWidth(line) > columns)).toEqual([]);
    }
    expect(renderSectionLines(wide, 80).at(-1)).toMatch(/^… not shown here: column /);
  });
});

describe('text for a terminal is wrapped at words', () => {
  it.each<[string, number, string[]]>([
    ['', 10, ['']],
    ['one two three', 7, ['one two', 'three']],
    ['abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
    ['漢字漢字', 4, ['漢字', '漢字']],
  ])('%j in %i', (text, columns, lines) => {
    const section = { id: 'a', title: '', blocks: [{ kind: 'text' as const, text }] };
    expect(renderSectionLines(section, columns).slice(1)).toEqual(lines);
  });
});
