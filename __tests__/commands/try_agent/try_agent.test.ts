// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';

afterAll(cleanUp);

/** Client of a model, in a shell: asks once, and does what the answer says. */
const CLIENT = `
answer=$(curl -sS -H "authorization: Bearer {{model_token}}" -H 'content-type: application/json' "{{model_url}}/v1/chat/completions" \\
  -d '{"model": "{{model}}", "messages": [{"role": "user", "content": "go"}], "tools": [{"type": "function", "function": {"name": "bash", "parameters": {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]}}}]}')
case $answer in *tool_calls*) printf 'good morning\\n' > greeting.txt ;; esac
`;

const tried = async (run: string, more: object = {}) => {
  const room = givenRoom();
  const agent = {
    name: 'mine',
    program: 'sh',
    models: 'needed',
    dialects: ['chat'],
    run: 'sh "$HOME/client"',
    ...more,
  };
  writeFileSync(join(room, 'mine.yml'), stringify({ ...agent, files: { client: run } }));
  return typeCommand(room, ['agents', 'try', 'agent:mine.yml', '--cache', 'cache']);
};

it('an agent that asks the model and makes its edit works', async () => {
  const { code, log } = await tried(CLIENT);
  expect(log).toMatch(
    /^agent +mine\nrequests +1 request, 1 tool call\ntokens +\d+ in, \d+ out\nedit +greeting\.txt, as/,
  );
  expect([code, log.trimEnd().split('\n').at(-1)]).toEqual([0, 'It works.']);
});

it('one that asks no model, and one whose edit is missing, are told what to do', async () => {
  const silent = await tried('echo "no key" >&2; exit 4');
  expect(silent.code).toBe(1);
  expect(silent.log).toMatch(
    /requests +none\nedit +none\nend +agent ended with exit status 4 after .*\n +no key\nNo request was/,
  );
  const broken = await tried(`${CLIENT}exit 3`);
  expect([broken.code, broken.log]).toEqual([1, expect.stringContaining('did not end with status 0')]);
  const idle = await tried(
    CLIENT.replace("printf 'good morning\\\\n' > greeting.txt", ':').replace(/printf.*txt/, ':'),
  );
  expect([idle.code, idle.log]).toEqual([1, expect.stringContaining('was not made')]);
});

it('a file that cannot be read is one clear error', async () => {
  const { code, error } = await typeCommand(givenRoom(), ['agents', 'try', 'agent:none.yml']);
  expect([code, error]).toEqual([2, expect.stringContaining('none.yml')]);
  for (const name of ['pie', 'golden']) expect((await typeCommand(givenRoom(), ['agents', 'try', name])).code).toBe(2);
});
