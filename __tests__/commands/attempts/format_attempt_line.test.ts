import { formatAttemptLine } from '../../../src/commands/attempts/format_attempt_line.js';
import { givenResult } from '../../publish/given_results.js';

describe('the line of an attempt', () => {
  it('has the label of its arm, where a suite gives one, instead of its agent', () => {
    const result = givenResult({ task: 'a', agent: 'command:run', trial: 2 });
    expect(formatAttemptLine(result, 'client')).toContain('a · client · trial 2 · ');
    expect(formatAttemptLine(result)).toContain('a · command:run · trial 2 · ');
  });

  it('ends in one count of what else failed, tests and checks together', () => {
    const why = 'unit: required test did not run: adds (and 10 more) (and 1 more)';
    const line = formatAttemptLine(givenResult({ gates: 'ppf-', status: 'failure', why }));
    expect(line).toMatch(/ · unit: required test did not run: adds \(and 11 more\)$/);
  });
});
