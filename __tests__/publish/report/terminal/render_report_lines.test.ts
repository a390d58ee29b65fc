import { createReportViewFromResults } from '../../../../src/publish/report/view/report_view.js';
import type { AttemptResult } from '../../../../src/record/verdict/attempt_result.js';
import { givenResult } from '../../given_results.js';
import { renderTerminal } from '../../given_terminal.js';

const VIEW = { missing: [], fail_on: 'gates' as const, harness: { version: '0.1.0' } };

const givenAttempts = (tasks: readonly string[], kinds: readonly string[]) =>
  tasks.flatMap((task) =>
    kinds.map((kind): AttemptResult => {
      const gates = kind === 'golden' ? 'pppp' : 'ppf-';
      const result = givenResult({ task, attempt: `${task}-${kind}`, gates, why: `${kind} in ${task}` });
      const contract = { ...result.contract, has_golden: true };
      return { ...result, contract, agent: { ...result.agent, kind, name: kind } };
    }),
  );

const render = (tasks: readonly string[], kinds: readonly string[]) =>
  renderTerminal(createReportViewFromResults(givenAttempts(tasks, kinds), VIEW), { columns: 100, colour: false });

describe('attempts without any change', () => {
  it('have one line beside others, since they are a control', () => {
    const text = render(['a', 'b', 'c'], ['noop', 'codex']);
    expect(text.match(/^.*\bnoop\b.*$/gm)).toContain('noop failed in 3 attempts');
    expect(text).not.toContain('noop in a');
    expect(text).toContain('codex in a');
    expect(text).not.toContain('more attempt');
  });

  it('have their reasons where there is one, or nothing else', () => {
    expect(render(['a'], ['noop', 'golden'])).toContain('noop in a');
    expect(render(['a', 'b'], ['noop'])).toContain('noop in b');
  });
});
