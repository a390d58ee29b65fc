import { getQuestionText } from '../../../../src/run/supervisor/acts/act_question.js';
import { listCallQuestions } from '../../../../src/run/supervisor/acts/list_call_questions.js';

const asked = (tool: string, given: unknown) =>
  listCallQuestions({ tool, arguments: given }).map((question) => `${question.form}: ${getQuestionText(question)}`);

const PATCH = `*** Begin Patch
*** Add File: run.sh
+rm -rf /
*** Update File: a.js
@@
-one
+two
*** Delete File: b.js
*** End Patch`;

describe('what a call is asked about', () => {
  it.each<[string, string, unknown, string[]]>([
    ['Claude Code', 'Bash', { command: 'ls', description: 'rm -rf / is never run' }, ['command: ls']],
    ['Claude Code', 'Write', { file_path: '/work/a', content: 'rm -rf /' }, ['edit: /work/a']],
    ['Claude Code', 'Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }, ['edit: a']],
    ['Claude Code', 'MultiEdit', { file_path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] }, ['edit: a']],
    ['Claude Code', 'NotebookEdit', { notebook_path: 'n.ipynb', new_source: 'x' }, ['edit: n.ipynb']],
    ['Claude Code', 'Read', { file_path: '/etc/passwd' }, []],
    ['Claude Code', 'Grep', { pattern: 'rm -rf /', path: '.' }, []],
    ['Claude Code', 'Task', { prompt: 'git push --force', description: 'x' }, []],
    ['Claude Code', 'TodoWrite', { todos: [{ content: 'delete it', status: 'pending' }] }, ['text: delete it']],
    ['Codex', 'shell', { command: ['bash', '-lc', 'git push'], workdir: '/work/x' }, ['command: git push']],
    ['Codex', 'exec_command', { cmd: 'ls', workdir: '/work' }, ['command: ls']],
    ['Codex', 'local_shell', { type: 'exec', command: ['rm', '-rf', 'a b'], env: {} }, ["command: rm -rf 'a b'"]],
    ['Codex', 'write_stdin', { session_id: 1, chars: 'rm -rf /\n' }, ['command: rm -rf /\n']],
    ['Codex', 'apply_patch', PATCH, ['edit: run.sh', 'edit: a.js', 'edit: b.js']],
    ['Codex', 'apply_patch', { input: PATCH }, ['edit: run.sh', 'edit: a.js', 'edit: b.js']],
    [
      'Codex',
      'shell',
      { command: ['apply_patch', PATCH] },
      [expect.stringMatching(/^command: /) as never, 'edit: run.sh', 'edit: a.js', 'edit: b.js'],
    ],
    ['Codex', 'update_plan', { plan: [{ step: 'look', status: 'pending' }] }, ['text: look']],
    ['Gemini', 'run_shell_command', { command: 'ls', directory: 'x' }, ['command: ls']],
    ['Gemini', 'replace', { file_path: 'a', old_string: 'x', new_string: 'y' }, ['edit: a']],
    ['Gemini', 'write_file', { file_path: 'a', content: 'x' }, ['edit: a']],
    ['an editor', 'str_replace_based_edit_tool', { command: 'create', path: 'a', file_text: 'x' }, ['edit: a']],
    ['an editor', 'str_replace_based_edit_tool', { command: 'view', path: 'a' }, []],
    ['Cursor', 'run_terminal_cmd', { command: 'ls', is_background: false }, ['command: ls']],
    ['Goose', 'developer__shell', { command: 'ls' }, ['command: ls']],
    ['an interpreter', 'python', { code: "print('a')" }, ["code: print('a')"]],
    [
      'an unknown tool',
      'foo',
      { deep: [{ script: 'x' }], other: 'git push --force' },
      ['command: x', 'command: git push --force'],
    ],
    ['an unknown tool', 'foo', { note: 'git is nice', query: 'rm -rf /' }, []],
    ['a script', 'write', { write: 'a', content: 'x' }, ['edit: a']],
    ['a script', 'replace', { replace: 'a', from: 'x', to: 'y' }, ['edit: a']],
    ['a script', 'command', { run: 'ls', timeout: 5 }, ['command: ls']],
    ['arguments that are no JSON', 'bash', '{"command": "rm -rf', ['command: {"command": "rm -rf']],
    ['nothing', 'bash', null, []],
    ['nothing', 'bash', { command: ['git', 1] }, []],
  ])('of %s: %s %j', (_, tool, given, questions) => {
    expect(asked(tool, given)).toEqual(questions);
  });

  it('is bounded; what is left out is told', () => {
    const questions = listCallQuestions({ tool: 'x', arguments: { commands: Array(1000).fill('ls') } });
    expect([questions.length, questions.at(-1)!.form]).toEqual([65, 'unread']);
  });

  it('is found in ten megabytes, and in nesting without end', () => {
    expect(asked('bash', { command: 'a'.repeat(10_000_000) })).toHaveLength(1);
    let deep: unknown = 'rm -rf /';
    for (let n = 0; n < 5000; n += 1) deep = { deep };
    expect(asked('foo', deep)).toEqual(['unread: arguments that are nested deeper than 12 times']);
  });

  it.each([
    ['a tool that says it only looks', 'read', { command: 'rm -rf /' }],
    ['nesting', 'foo', { a: { b: { c: { d: { e: { f: { command: 'rm -rf /' } } } } } } }],
    ['a crowd', 'foo', { steps: [...Array(500).fill({ note: 'x' }), { command: 'rm -rf /' }] }],
  ])('a command does not hide in %s', (_, tool, given) => {
    expect(asked(tool, given)).toEqual(['command: rm -rf /']);
  });
});
