import { parseToolRequests } from '../../../../src/run/agents/loop/tool_request.js';

const call = (given: unknown, name = 'bash') => ({ id: 'a', name, arguments: given });
const block = (text: string, fence = 'bash') => `I look.\n\n\`\`\`${fence}\n${text}\n\`\`\`\nThen on.`;

describe('What the model wants is its calls, or the one block of its text', () => {
  it.each<[string, Parameters<typeof parseToolRequests>, unknown]>([
    ['a call', [[call({ command: 'ls' })], '', true], [{ call_id: 'a', command: 'ls' }]],
    ['a call beside a block', [[call({ command: 'ls' })], block('rm x'), true], [{ call_id: 'a', command: 'ls' }]],
    ['a block', [[], block('ls\npwd'), true], [{ call_id: null, command: 'ls\npwd\n' }]],
    ['a block with CRLF', [[], block('ls').replaceAll('\n', '\r\n'), true], [{ call_id: null, command: 'ls\r\n' }]],
    ['a block where calls were seen before', [[], block('ls'), false], []],
    ['a block of another language', [[], block('print(1)', 'python'), true], []],
    ['a block that never ends', [[], '```bash\nls', true], []],
    ['no block', [[], 'It is done.', true], []],
  ])('%s', (_, given, wishes) => {
    expect(parseToolRequests(...given)).toEqual(wishes);
  });

  it.each<[string, unknown, string]>([
    ['arguments that are no JSON', '{"command": "l', 'must be a JSON object'],
    ['arguments of another form', { cmd: 'ls' }, 'must be a JSON object'],
    ['no arguments', null, 'must be a JSON object'],
    ['a command that is a list', { command: ['ls'] }, 'must be a JSON object'],
    ['an empty command', { command: ' ' }, 'must be a JSON object'],
    ['a NUL character', { command: 'ls \0' }, 'NUL'],
    ['a command that no argument can hold', { command: 'x'.repeat(200_000) }, 'longer than'],
  ])('is told its mistake: %s', (_, given, mistake) => {
    expect(parseToolRequests([call(given)], '', true)).toEqual([
      { call_id: 'a', mistake: expect.stringContaining(mistake) },
    ]);
  });

  it('is told its mistake: another tool, several blocks', () => {
    expect(parseToolRequests([call({}, 'python')], '', true)).toEqual([
      { call_id: 'a', mistake: 'there is no tool "python", only "bash"' },
    ]);
    expect(parseToolRequests([call({}, 'python')], '', true, true)).toEqual([
      { call_id: 'a', mistake: 'there is no tool "python", only "bash" and those that begin with "coordination_"' },
    ]);
    expect(parseToolRequests([], `${block('ls')}\n${block('pwd')}`, true)).toEqual([
      { call_id: null, mistake: '2 blocks were found: nothing was run. Write exactly one.' },
    ]);
  });
});
