import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createClientCall } from '../../../src/gateway/scripted/client_call.js';
import type { ClientTool } from '../../../src/gateway/scripted/script_request.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

const tool = (name: string, properties: object, required: string[] = []): ClientTool => ({
  name,
  parameters: { type: 'object', properties, required },
});
const text = { type: 'string' };
const called = (call: Parameters<typeof createClientCall>[0], ...tools: ClientTool[]) => {
  const found = createClientCall(call, tools, '/work');
  return found && [found.name, JSON.parse(found.arguments)];
};

describe('A call by whatever tools the client has', () => {
  it.each<[string, ClientTool, unknown]>([
    ['a text', tool('exec_command', { cmd: text, yield_time_ms: { type: 'number' } }), { cmd: 'ls' }],
    ['a list', tool('shell', { command: { type: 'array', items: text } }), { command: ['bash', '-c', 'ls'] }],
    ['a list of lines', tool('run_commands', { commands: { type: 'array', items: text } }), { commands: ['ls'] }],
    [
      'what else is required',
      tool('run_shell_command', { command: text, is_background: { type: 'boolean' }, mode: { enum: ['a', 'b'] } }, [
        'command',
        'is_background',
        'mode',
      ]),
      { command: 'ls', is_background: false, mode: 'a' },
    ],
    ['a tool without a schema', { name: 'bash', parameters: {} }, { command: 'ls' }],
  ])('runs commands by %s', (_, shell, given) => {
    expect(called({ shell: 'ls' }, shell)).toEqual([shell.name, given]);
  });

  it.each<[string, object]>([['write', { filePath: text, content: text }]])(
    'writes files by %s',
    (name, properties) => {
      const [path, content] = Object.keys(properties);
      const write = { path: 'a/b', content: 'c' };
      expect(called({ write }, tool('bash', { command: text }), tool(name, properties))).toEqual([
        name,
        { [path!]: '/work/a/b', [content!]: 'c' },
      ]);
    },
  );

  it.each(['write_file', 'Write', 'create'])(
    'writes files by a command rather than by %s, which may refuse one that is there',
    (name) => {
      const write = { path: 'a', content: 'c\n' };
      const writer = tool(name, { path: text, file_text: text });
      expect(called({ write }, writer, tool('bash', { command: text }))).toEqual([
        'bash',
        { command: "mkdir -p '.' && cat > 'a' <<'END_OF_FILE'\nc\nEND_OF_FILE" },
      ]);
      expect(called({ write }, writer)).toEqual([name, { path: '/work/a', file_text: 'c\n' }]);
    },
  );

  it('has none without such a tool', () => {
    expect(called({ shell: 'ls' }, tool('read', {}))).toBeUndefined();
    expect(called({ tool: 'x', with: {}, undeclared: false }, tool('y', {}))).toBeUndefined();
  });

  it('writes any text by a command where there is no other tool', () => {
    const room = givenRoom();
    const content = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string().map((line) => `${line}\n`),
      fc.constantFrom('', '\n', 'a\nEND_OF_FILE\nb\n', "it's `$x` \\ \n", 'a\r\n'),
    );
    fc.assert(
      fc.property(
        content.filter((each) => !each.includes('\0')),
        (each) => {
          const [, { command }] = called(
            { write: { path: "f o/it's", content: each } },
            tool('bash', { command: text }),
          )!;
          execFileSync('sh', ['-c', command], { cwd: room });
          expect(readFileSync(join(room, "f o/it's"), 'utf8')).toBe(each);
        },
      ),
      { numRuns: 40 },
    );
  });
});
