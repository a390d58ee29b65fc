// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { RunOptionsInput } from '../../../src/commands/study/run_options.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { ran } from '../../given_run.js';
import { type ContractInput, givenShellTask } from '../../given_task.js';

/** Agents with programs of their own, homes and placeholders, in real sandboxes; the program is a small one that lies in the cache. */
const room = givenRoom();
let n = 0;
beforeAll(() => {
  write(join(room, 'cache/agents/tool-1.0.0'), {
    // It changes its own settings, as real ones do.
    'node_modules/.bin/tool': {
      content:
        '#!/bin/sh\necho used >> "$HOME/.tool/settings"\ncat "$HOME/.tool/settings" "$HOME/.tool/url"\n[ -z "$1" ] || echo "$1" > value\n',
      executable: true,
    },
    // Found before the machine's own.
    'node_modules/.bin/whoami': { content: '#!/bin/sh\necho mine\n', executable: true },
  });
  writeFileSync(join(room, 'upstream.yml'), stringify({ turns: [{ say: 'Hello.' }] }));
});
afterAll(cleanUp);

const AGENT = {
  name: 'tooled',
  install: { npm: 'tool@1.0.0' },
  program: 'tool',
  models: 'used',
  files: { '.tool/settings': "it's {{model}}\n", '.tool/url': '{{model_url}}\n' },
  environment: { PLACE: '{{workspace}}', NAMED: '<{{model}}>' },
};

async function attempted(agent: object, order: Partial<RunOptionsInput> = {}, contract: Partial<ContractInput> = {}) {
  const id = `e${n++}`;
  const path = await givenShellTask(room, id, { contract });
  writeFileSync(join(room, `${id}.yml`), stringify({ ...AGENT, ...agent }));
  const all = { contracts: [path], agents: [`agent:${id}.yml`], out: join(room, 'out', id), ...order };
  const { attempts, errors } = await ran(room, all);
  const seen = attempts[0]!;
  const commands = seen.of('tool_invocation').flatMap(({ payload }) => payload.execution ?? []);
  return { seen, commands, printed: commands.map(({ stdout }) => stdout.head), errors };
}
const MODELS = { name: 'scripted', upstreams: ['script:upstream.yml'] };

describe('an agent with a program of its own', () => {
  it('finds it first, with its home as the file says and every placeholder filled', async () => {
    const { seen, printed, commands } = await attempted(
      { run: 'whoami; tool right; echo "$PLACE $NAMED"; pwd' },
      { models: MODELS },
    );
    expect(printed).toEqual(["mine\nit's scripted\nused\nhttp://127.0.0.1:3130\n/work <scripted>\n/work\n"]);
    // What lays the home is no part of the command.
    expect(commands.map(({ command }) => command)).toEqual(['whoami; tool right; echo "$PLACE $NAMED"; pwd']);
    expect(seen.status).toBe('success');
  });

  it('has it in the inspect and test stages too, with a new home for each command, and not in checks', async () => {
    const { printed, seen } = await attempted(
      { inspect: 'tool', run: 'tool right', test: 'tool' },
      { models: MODELS },
      {
        acceptance: [{ id: 'closed', run: '! command -v tool && ! [ -e "$HOME/.tool" ] && grep -q right value' }],
        oracle: undefined,
      },
    );
    expect(printed).toEqual(Array(3).fill("it's scripted\nused\nhttp://127.0.0.1:3130\n"));
    expect(seen.status).toBe('success');
  });

  it('works without isolation as well, and leaves the home of the caller alone', async () => {
    const { printed } = await attempted(
      { run: 'tool right; echo "$PLACE"; pwd' },
      { models: MODELS, sandbox: 'none', unsafe: true },
    );
    const [settings, used, url, place, folder] = printed[0]!.trim().split('\n');
    expect([settings, used, place]).toEqual(["it's scripted", 'used', folder]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('that only may ask models has empty placeholders without any', async () => {
    const { printed } = await attempted({ run: 'tool right; echo "$NAMED"' });
    expect(printed).toEqual(["it's \nused\n\n<>\n"]);
  });
});

describe('an agent that needs a model and asks none', () => {
  it('has an error of its own, which says how its program ended', async () => {
    const { seen } = await attempted(
      { run: 'tool right; echo "no settings" >&2; exit 3', models: 'needed' },
      { models: MODELS },
    );
    expect(seen.of('termination').map(({ payload }) => [payload.code, payload.rationale])).toEqual([
      ['agent-error', 'it never asked a model: exit status 3: no settings'],
    ]);
    // What it left is judged all the same.
    expect([seen.vector, seen.tags]).toEqual(['pass/pass/pass/pass', ['agent-error']]);
  });
});

describe('what an agent says that it used', () => {
  const usage = { format: 'json', input: 'in', output: 'out' };
  const claims = async (run: string, rule: object = usage) =>
    (await attempted({ run, usage: rule })).seen.of('usage_claim').map(({ payload }) => payload);

  it('is in the record, once for each time that it wrote', async () => {
    const run = 'echo log; echo "{\\"in\\": 12, \\"out\\": 3}"';
    expect(await claims(run)).toEqual([
      {
        source: 'standard output',
        usage: { input_tokens: 12, output_tokens: 3 },
        usd: null,
        requests: null,
        detail: '',
      },
    ]);
    const { seen } = await attempted({ run, usage, test: 'exit 1', rounds: 2 });
    expect(seen.of('usage_claim')).toHaveLength(2);
  });

  it('is said to be unknown where it says nothing, or in a line too long to be read', async () => {
    expect(await claims('echo nothing')).toMatchObject([{ usage: {}, detail: 'no json entry says what was used' }]);
    const long =
      'printf "{\\"in\\": 1, \\"out\\": 1, \\"x\\": \\""; head -c 17000000 /dev/zero | tr "\\0" x; echo "\\"}"';
    expect(await claims(long, { ...usage, format: 'jsonl' })).toMatchObject([
      { usage: {}, detail: 'a line of its output was too long to be read' },
    ]);
  });

  it('is read to its end, though it is more than is kept of an output', async () => {
    const many = 'yes "{\\"in\\": 2, \\"out\\": 1}" | head -n 100000';
    expect(await claims(many, { ...usage, format: 'jsonl', take: 'all' })).toMatchObject([
      { usage: { input_tokens: 200_000, output_tokens: 100_000 }, detail: '' },
    ]);
    const document = 'echo "["; yes "{\\"say\\": 1}," | head -n 100000; echo "{\\"in\\": 2, \\"out\\": 1}]"';
    expect(await claims(document)).toMatchObject([{ usage: { input_tokens: 2, output_tokens: 1 } }]);
  });
});

describe('an agent that asks a model which the run does not have is a mistake before anything runs', () => {
  const needed = { run: 'tool "$GATEBENCH_MODEL"', models: 'needed', dialects: ['gemini'] };
  const complaint = (models: RunOptionsInput['models']) =>
    attempted(needed, models ? { models } : {}).then(
      () => 'ran',
      (error: unknown) => {
        if (error instanceof UserError) return error.text;
        throw error;
      },
    );

  it.each<[string, RunOptionsInput['models'], string]>([
    ['no model at all', undefined, 'agent "tooled" asks a model, and the run has none\n  Say where requests go'],
    ['no name', { upstreams: MODELS.upstreams }, 'agent "tooled" must be told which model to use\n  Add --model NAME.'],
    [
      'a format that the upstream does not understand',
      { name: 'qwen3', upstreams: ['ollama'] },
      'agent "tooled": the upstream of the model "qwen3" does not understand gemini requests, only chat, responses, messages\n  Take another upstream',
    ],
  ])('%s', async (_, models, expected) => {
    expect(await complaint(models)).toContain(expected);
  });
});
