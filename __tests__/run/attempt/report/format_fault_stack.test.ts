import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { formatFaultStack } from '../../../../src/run/attempt/report/format_fault_stack.js';

const withStack = (stack: string, cause?: unknown) => ({ stack, cause });

describe('the stack of a fault', () => {
  it('names files relative to the installation, and of others the name alone', () => {
    const stack = [
      "TypeError: Cannot read properties of undefined (reading 'x')",
      '    at judge (/opt/some where/gatebench/dist/engine/engine.cjs:12:3)',
      '    at async recordAttempt (file:///opt/some%20where/gatebench/src/run/attempt/run_attempt.ts:40:7)',
      '    at /home/me (work)/elsewhere/script.mjs:1:2',
      '    at eval (eval at made (/home/me/x.js:3:4), <anonymous>:1:1)',
      '    at node:internal/process/task_queues:95:5',
      '    at async Promise.all (index 0)',
    ];
    expect(formatFaultStack(withStack(stack.join('\n')), '/opt/some where/gatebench')).toBe(
      [
        "TypeError: Cannot read properties of undefined (reading 'x')",
        '    at judge (dist/engine/engine.cjs:12:3)',
        '    at async recordAttempt (src/run/attempt/run_attempt.ts:40:7)',
        '    at script.mjs:1:2',
        '    at eval (eval at made (x.js:3:4), <anonymous>:1:1)',
        '    at node:internal/process/task_queues:95:5',
        '    at async Promise.all (index 0)',
      ].join('\n'),
    );
  });

  it('has those of its causes below', () => {
    const cause = withStack('Error: inner\n    at b (/i/b.ts:2:2)');
    expect(formatFaultStack(withStack('Error: outer\n    at a (/i/a.ts:1:1)', cause), '/i')).toBe(
      'Error: outer\n    at a (a.ts:1:1)\nCaused by: Error: inner\n    at b (b.ts:2:2)',
    );
  });

  it('of an error of this process begins in this file', () => {
    const [head, first] = formatFaultStack(new RangeError('out of it'))!.split('\n');
    expect(head).toBe('RangeError: out of it');
    expect(first).toMatch(/^ {4}at .*\(?__tests__\/run\/attempt\/report\/format_fault_stack\.test\.ts:\d+:\d+\)?$/);
  });

  it('is bounded and holds no path of a folder, whatever the folders are named', () => {
    const name = fc.stringMatching(/^[\w .():-]{0,11}[\w]$/);
    const path = fc.array(name, { minLength: 1, maxLength: 6 }).map((parts) => `/outside/${parts.join('/')}`);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(path, fc.boolean()), { minLength: 1, maxLength: 90 }),
        fc.string(),
        (paths, text) => {
          const frames = paths.map(([one, url]) => `    at f (${url ? pathToFileURL(one).href : one}:1:2)`);
          const stack = formatFaultStack(withStack([`Error: ${text}`, ...frames].join('\n')), '/installed')!;
          expect(stack.length).toBeLessThanOrEqual(4000);
          expect(stack.slice(`Error: ${text}`.length)).not.toContain('outside');
        },
      ),
    );
  });

  it.each([undefined, null, 'text', { message: 'no stack' }])('there is none of %j', (fault) => {
    expect(formatFaultStack(fault)).toBeUndefined();
  });
});
