// Needs: sandbox
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { UserError } from '../../../../src/contract/input/user_error.js';
import { createScriptedAgent } from '../../../../src/run/agents/script/create_scripted_agent.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { ran } from '../../../given_run.js';
import { givenShellTask } from '../../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
let n = 0;

async function play(operations: unknown[], repo: Parameters<typeof givenShellTask>[2] = {}) {
  const name = `s${n++}`;
  writeFileSync(join(room, `${name}.yml`), stringify({ operations }));
  const contract = await givenShellTask(room, name, repo);
  const { attempts } = await ran(room, {
    contracts: [contract],
    agents: [`script:${name}.yml`],
    out: join(room, 'out', name),
  });
  const [seen] = attempts;
  return {
    status: seen!.status,
    files: seen!.of('workspace_mutation')[0]!.payload.files.map(({ change, path }) => `${change} ${path}`),
    termination: seen!.of('termination')[0]!.payload,
    said: seen!.of('tool_invocation').map(({ payload }) => payload.summary),
  };
}

// Holds A1
describe('a scripted agent', () => {
  it('does its operations in order, each with an event', async () => {
    expect(
      await play(
        [
          { replace: 'value', from: 'wrong', to: 'right $& $1' },
          { replace: 'value', from: ' $& $1', to: '' },
          { write: 'new/tool', content: 'x\n', executable: true },
          { run: 'chmod 755 kept && ./new/tool; exit 3' },
          { delete: 'folder' },
        ],
        { repo: { 'folder/a': 'a', 'folder/b': 'b' } },
      ),
    ).toEqual({
      status: 'success',
      files: ['deleted folder/a', 'deleted folder/b', 'mode-changed kept', 'added new/tool', 'modified value'],
      termination: { code: 'finished', rationale: 'the agent finished', evidence_seq: null },
      said: [
        'replaced text in value',
        'replaced text in value',
        '2 bytes to new/tool',
        expect.stringMatching(/^exit /),
        'removed folder',
      ],
    });
  });

  it.each<[string, unknown, string]>([
    [
      'a text that is not there',
      { replace: 'value', from: 'gone', to: 'x' },
      'value holds the text to replace 0 times, expected once',
    ],
    [
      'a text that is there twice',
      { replace: 'kept', from: 'p', to: 'x' },
      'kept holds the text to replace 2 times, expected once',
    ],
    ['a file that is not there', { replace: 'gone', from: 'a', to: 'b' }, 'gone does not exist'],
    ['a folder to edit', { replace: 'folder', from: 'a', to: 'b' }, 'folder is not a file'],
    ['something to delete that is not there', { delete: 'gone' }, 'gone does not exist'],
  ])('stops at %s, and what it did until then is taken', async (_, operation, rationale) => {
    const { termination, files, said } = await play([
      { run: 'echo right > value; echo p p > kept; mkdir folder' },
      operation,
      { run: 'echo never' },
    ]);
    expect([termination.code, termination.rationale, said.at(-1)]).toEqual(['agent-error', rationale, rationale]);
    expect(files).toEqual(['modified kept', 'modified value']);
  });

  it('never writes, edits or deletes through a link', async () => {
    const outside = join(room, 'outside');
    writeFileSync(outside, 'untouched');
    const played = await play([
      { run: `ln -s ${room} door; ln -s ${outside} link; echo right > value` },
      { write: 'door/evil', content: 'x' },
      { write: 'link', content: 'x' },
    ]);
    expect(played.files).toEqual(['added door/evil', 'added link', 'modified value']);
    const stopped = await play([{ run: `ln -s ${room} door` }, { delete: 'door/outside' }]);
    expect(stopped.termination.rationale).toBe('door/outside does not exist');
  });
});

describe('a script that is none', () => {
  it.each<[string, string, RegExp]>([
    ['no operations', 'operations: []\n', /operations: must have at least 1 entry/],
    ['a path out', 'operations: [{write: ../x, content: y}]\n', /must be a path inside the repository/],
    ['a path into .git', 'operations: [{write: .git/config, content: y}]\n', /must be a path inside the repository/],
    ['an absolute path', 'operations: [{delete: /etc}]\n', /must be a path inside the repository/],
    ['an unknown operation', 'operations: [{rnu: make}]\n', /unknown key "rnu"/],
  ])('with %s is a mistake at its line', (_, text, expected) => {
    writeFileSync(join(room, 'bad.yml'), text);
    expect(() => createScriptedAgent('bad.yml', room)).toThrow(UserError);
    expect(() => createScriptedAgent('bad.yml', room)).toThrow(expected);
  });
});

// Holds R3
describe('the inspect stage', () => {
  it('comes before the write stage, sees the repository, and refuses every write at the kernel, which is logged', async () => {
    writeFileSync(
      join(room, 'looking.yml'),
      stringify({
        inspect: [{ run: 'cat value' }, { run: 'echo forged > value' }, { run: 'mkdir made' }],
        operations: [{ write: 'value', content: 'right\n' }],
      }),
    );
    const contract = await givenShellTask(room, 'looking');
    const { attempts } = await ran(room, {
      contracts: [contract],
      agents: ['script:looking.yml'],
      out: join(room, 'l'),
    });
    const [seen] = attempts;
    expect(seen!.status).toBe('success');
    expect(seen!.of('stage_changed').map(({ payload }) => payload.to)).toEqual([
      'setup',
      'briefing',
      'inspect',
      'write',
      'extraction',
      'evaluation',
      'packaging',
    ]);
    const looked = seen!.of('tool_invocation').filter(({ stage }) => stage === 'inspect');
    expect(looked.map(({ payload }) => [payload.execution!.exit_code === 0, payload.execution!.stdout.head])).toEqual([
      [true, 'wrong\n'],
      [false, ''],
      [false, ''],
    ]);
    expect(
      seen!.of('alert').map(({ payload, stage }) => [payload.code, payload.severity, stage, payload.signals]),
    ).toEqual(
      [looked[1], looked[2]].map((event) => [
        'write-in-inspect-stage',
        'warning',
        'inspect',
        { command: (event!.payload.arguments as { run: string }).run, tool_invocation: event!.seq },
      ]),
    );
  });
});

describe('a folder of scripts', () => {
  it('has one for each contract, with its mistakes told by file and line', async () => {
    const folder = join(room, 'each');
    mkdirSync(folder);
    const contracts = await Promise.all(['one', 'two'].map((id) => givenShellTask(room, id)));
    for (const [id, word] of [
      ['one', 'right'],
      ['two', 'left'],
    ])
      writeFileSync(join(folder, `${id}.yml`), stringify({ operations: [{ write: 'value', content: `${word}\n` }] }));
    const { attempts } = await ran(room, { contracts, agents: ['script:each'], out: join(room, 'out', 'each') });
    expect(attempts.map(({ result, status }) => [result.contract.id, status]).sort()).toEqual([
      ['one', 'success'],
      ['two', 'failure'],
    ]);
    writeFileSync(join(folder, 'two.yml'), 'operations: [{wrote: value}]\n');
    expect(() => createScriptedAgent('each', room)).toThrow(/^each\/two\.yml:1:/);
    rmSync(join(folder, 'two.yml'));
    await expect(ran(room, { contracts, agents: ['script:each'] })).rejects.toThrow(/each has no two\.yml/);
  });
});
