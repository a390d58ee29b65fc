import fc from 'fast-check';
import { createGuard } from '../../src/guard/create_guard.js';
import { detectTextForm, isJsonText } from '../../src/guard/detect_text_form.js';

const judge = (command: string, trust = 4) => createGuard().judge({ command }, { trust });

// Holds A5
describe('what no shell reads has an answer of its own, at every trust level', () => {
  it.each([
    ['a sentence', "I'll now delete the old files and run the tests."],
    ['a sentence', 'Let me look at the code first (it is in parser.ts).'],
    ['Markdown', "## Plan\n1. Read the file\n2. Fix (maybe)\n3. It's done"],
    ['Markdown', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ['a log', '2024-05-01 12:00:00 ERROR [main] Failed (code 1)\n    at foo (bar.js:1:2)\n'],
    ['a log', 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n'],
    ['XML or HTML', '<tool_call><name>bash</name><args>ls</args></tool_call>'],
  ])('%s: %s', (form, text) => {
    expect(judge(text)).toMatchObject({ verdict: 'deny', rule: 'unparsed-command', category: 'unparsed' });
    expect(detectTextForm(text)).toBe(form);
    expect(judge(text)).toMatchObject({ reason: expect.stringContaining(`it looks like ${form}`) });
  });

  it.each(['rm "$(', 'if then', 'a | | b', 'if true; then ls'])('a broken command: %s', (command) => {
    expect(judge(command)).toMatchObject({ rule: 'unparsed-command', format: 'code' });
    expect(detectTextForm(command)).toBeUndefined();
  });

  it.each(['{"command": "ls"}', '[1, 2]', '{"a": 1}\n{"b": "rm -rf /"}\n', '{\n  "scripts": {"clean": "rm -rf /"}\n}'])(
    'JSON, of which bash would run the first word: %s',
    (text) => {
      expect(judge(text)).toMatchObject({
        rule: 'unparsed-command',
        reason: expect.stringContaining('it is JSON'),
      });
    },
  );

  it('is JSON exactly where it holds an object or a list', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isJsonText(JSON.stringify(value))).toBe(typeof value === 'object' && value !== null);
      }),
    );
  });
});

describe('what is dangerous is told as that, whatever stands around it', () => {
  it.each([
    ['{"a": "$(rm -rf ~)"}', 'delete-machine'],
    ['rm -rf ~; echo "abc', 'delete-machine'],
    ['Use `rm -rf ~` (carefully', 'delete-machine'],
    ["It's `git push --force`", 'unparsed-command'],
    ['- first `git push --force`\n- then (wait', 'git-force-push'],
  ])('%s', (command, rule) => {
    expect(judge(command, 0)).toMatchObject({ rule });
  });

  it.each([
    '[ -f a ] && echo "[]"',
    '{ echo a; }',
    'echo \'{"a": 1}\'',
    'Xvfb :99 -screen 0 1024x768x24',
    'R -e "1+1"',
  ])('and a command is one: %s', (command) => {
    expect(judge(command)).toEqual({ verdict: 'allow', format: 'code' });
  });
});
