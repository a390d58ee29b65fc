import { renderMarkdownReport } from '../../../../src/publish/report/markdown/render_markdown_report.js';
import { createReportViewFromResults } from '../../../../src/publish/report/view/report_view.js';
import { summariseTestFailures } from '../../../../src/publish/report/view/test_failure_summary.js';
import { shortenMiddle } from '../../../../src/publish/text/escape_text.js';
import { givenResult, HOSTILE } from '../../given_results.js';

const failure = { check: 'unit', test: 'one stays 1', message: 'expected 1\ngot 11' };

describe('failed tests are told with their messages', () => {
  it('once each, with agents and counts, the most frequent first', () => {
    const other = { ...failure, test: 'two' };
    expect(
      summariseTestFailures([
        { agent: 'loop', failures: [other, failure] },
        { agent: 'loop', failures: [failure] },
        { agent: 'codex', failures: [failure] },
      ]),
    ).toEqual([
      {
        ...failure,
        agents: [
          { agent: 'loop', count: 2 },
          { agent: 'codex', count: 1 },
        ],
        count: 3,
      },
      { ...other, agents: [{ agent: 'loop', count: 1 }], count: 1 },
    ]);
  });

  it.each([
    ['short', 10, 'short'],
    ['expected 1, got 11', 11, 'expec…ot 11'],
    ['🎉🎉🎉🎉🎉', 3, '🎉…🎉'],
  ])('%j in %i characters', (text, limit, expected) => {
    expect(shortenMiddle(text, limit)).toBe(expected);
  });

  it('in Markdown, as inert text', () => {
    const base = createReportViewFromResults([givenResult({ gates: 'ppfp' })], {
      missing: [],
      fail_on: 'gates',
      harness: { version: '0.1.0' },
    });
    const hostile = { check: HOSTILE, test: HOSTILE, message: HOSTILE };
    const failures = summariseTestFailures([{ agent: 'loop', failures: [failure, hostile] }]);
    const markdown = renderMarkdownReport({ ...base, failures });
    expect(markdown).toContain(
      '- <code>unit</code>: <code>one stays 1</code> – loop<br><code>expected 1</code><br><code>got 11</code>',
    );
    expect(markdown).not.toMatch(/<script|<img|!\[|:\/\/|www\./);
  });

  it('the two parts of a check run tell nothing twice', () => {
    const view = createReportViewFromResults([givenResult({ gates: 'ppfp', why: 'unit: 2 tests failed' })], {
      missing: [],
      fail_on: 'gates',
      harness: { version: '0.1.0' },
    });
    const [head, rest] = [renderMarkdownReport(view, 'brief'), renderMarkdownReport(view, 'rest')];
    const lines = (text: string) => text.split('\n').filter((line) => line !== '');
    expect(lines(head).filter((line) => lines(rest).includes(line))).toEqual([]);
    expect([head.includes('**Why**'), rest.includes('**Why**'), rest.startsWith('## Details')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
