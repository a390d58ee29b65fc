import {
  createChangeLine,
  createPageState,
  formatStates,
  keepStates,
  type PageState,
  readStates,
} from '../../../../src/publish/github/page/page_state.js';
import { renderTextMarkdown } from '../../../../src/publish/report/markdown/render_markdown_report.js';
import { createReportViewFromResults } from '../../../../src/publish/report/view/report_view.js';
import { HEAD, NEWER } from '../../../github_fake/given_github.js';
import { givenResult, HOSTILE } from '../../given_results.js';

const failingOf = (...failing: string[]): PageState =>
  createPageState(
    createReportViewFromResults(
      [givenResult({ gates: 'ppfp', checks: [{ outcome: failing.length > 0 ? 'fail' : 'pass', failing }] })],
      { missing: [], fail_on: 'gates', harness: { version: '0' } },
    ),
  );
const lineOf = (...given: Parameters<typeof createChangeLine>) => renderTextMarkdown(createChangeLine(...given));

describe('what a comment keeps for the next push', () => {
  it('is read again from a hidden line, and tells what changed', () => {
    const kept = readStates(`text\n${formatStates(keepStates(failingOf('a', 'b'), HEAD, undefined))}`);
    const now = { ...failingOf('b', 'c'), wall_ms: 5200, cost_usd: 0.5 };
    expect(lineOf(now, NEWER, kept)).toBe(
      'since a1a1a1a: ❌ 1 newly failing: <code>c</code> · ✅ 1 fixed: <code>a</code> · 1 still failing · +1.0 s · +$0.08',
    );
    expect(lineOf(now, NEWER, undefined)).toBe('');
  });

  it('tells which outcomes differ on the same commit, and still compares with the commit before', () => {
    const first = keepStates(failingOf('a'), HEAD, undefined);
    const second = keepStates(failingOf('a', 'b'), NEWER, first);
    const line = lineOf(failingOf('a'), NEWER, second);
    expect(line).toMatch(/^⚠️ other than before on the same commit: <code>b<\/code> · since a1a1a1a: 1 still/);
    expect(keepStates(failingOf('a'), NEWER, second).before).toEqual(first.last);
  });

  it('is bounded, inert, and none where somebody wrote something else', () => {
    const names = Array.from({ length: 500 }, (_, i) => `${HOSTILE} ${i}`);
    const state = failingOf(...names.slice(0, 50));
    const hidden = formatStates(keepStates(state, NEWER, keepStates(state, HEAD, undefined)));
    expect(hidden).toMatch(/^<!-- gatebench:state [\w-]{1,12000} -->$/);
    const kept = readStates(hidden);
    expect(lineOf(failingOf('x'), 'd4'.repeat(20), kept)).toMatch(/50 failing before, 1 now/);
    expect(lineOf(failingOf(HOSTILE), 'd4'.repeat(20), keepStates(failingOf(), HEAD, undefined))).not.toMatch(
      /<script|@everyone|:\/\//,
    );
    for (const body of ['', 'no state', '<!-- gatebench:state bm8 -->', '<!-- gatebench:state e30 -->'])
      expect(readStates(body)).toBeUndefined();
  });
});
