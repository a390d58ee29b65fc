// Needs: sandbox
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { stringify } from 'yaml';
import { BUILT_CLI } from '../../built.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { attemptsIn, ran, type Seen } from '../../given_run.js';
import { type ContractInput, type GivenTask, givenShellTask } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = attemptsIn(room);

type Parts = NonNullable<ContractInput['coordination']>['subtasks'];
const a = { id: 'a', description: 'Make the value right.' };
const b = { id: 'b', description: 'Add the other file.' };
const split = (parts: Parts, changes: Partial<ContractInput> = {}): GivenTask => ({
  contract: { coordination: { subtasks: parts }, ...changes },
});

let n = 0;
function script(content: unknown): string {
  const name = `s${n++}.yml`;
  writeFileSync(join(room, name), stringify(content));
  return `script:${name}`;
}
function agentFile(content: Record<string, unknown>): string {
  const name = `agent${n++}.yml`;
  writeFileSync(join(room, name), stringify({ name, ...content }));
  return `agent:${name}`;
}
const parts = (seen: Seen) =>
  seen.of('subtask').map(({ payload: { id, outcome, conflicts, detail } }) => [id, outcome, ...conflicts, detail]);
const files = (seen: Seen) => seen.of('workspace_mutation')[0]!.payload.files.map(({ path }) => path);
const treeOf = (seen: Seen) => seen.of('workspace_mutation')[0]!.payload.tree;
const write = (path: string, content: string) => ({ write: path, content });

/** Tells what a command of each part printed. */
const printed = (seen: Seen) =>
  Object.fromEntries(
    seen.of('tool_invocation').map(({ payload }) => [payload.subtask, payload.execution?.stdout.head]),
  );

// Holds A4
describe('a task in parts', () => {
  it('is worked at side by side, each part in a workspace of its own, and merged', async () => {
    // Each waits for the other one: one after the other would never end.
    const meet =
      'touch "$GATEBENCH_WORLD/$GATEBENCH_SUBTASK"; until [ "$(ls "$GATEBENCH_WORLD" | wc -l)" = 2 ]; do sleep 0.05; done';
    const work =
      'grep -A9 "## Your part"; ls; [ $GATEBENCH_SUBTASK = a ] && echo right > value; [ $GATEBENCH_SUBTASK = b ] && echo new > other';
    const seen = await attempt(
      `command:${meet}; ${work}`,
      split([a, { ...b, affected_files: ['other'] }], { world: {} }),
    );
    expect(parts(seen)).toEqual([
      ['a', 'merged', ''],
      ['b', 'merged', ''],
    ]);
    expect([seen.status, files(seen)]).toEqual(['success', ['other', 'value']]);
    expect(seen.of('subtask').at(-1)?.payload.tree).toBe(treeOf(seen));
    expect(printed(seen).a).toMatch(/## Your part: a\n.*Make the value right\..*\nkept\nvalue\n$/s);
    expect(printed(seen).b).toMatch(/## Your part: b\n.*- It changes: other.*\nkept\nvalue\n$/s);
    const { parallel } = seen.result.verdict.coordination!;
    expect([parallel?.subtasks, parallel?.merged, parallel!.speed_up! > 1]).toEqual([2, 2, true]);
    expect(seen.of('stage_changed').map(({ payload }) => payload.to)).toEqual([
      ...['setup', 'briefing', 'write', 'extraction', 'evaluation', 'packaging'],
    ]);
    const patch = seen.of('subtask')[1]!.payload.artifact!;
    expect(readFileSync(join(seen.path, 'artifacts', patch), 'utf8')).toMatch(/^diff --git a\/other b\/other\n/);
  });

  itInFull(
    'leaves out, as a whole, a part that contradicts one before it; what depends on it does not begin',
    async () => {
      const seen = await attempt(
        script({
          subtasks: {
            a: [write('value', 'right\n')],
            b: [write('value', 'other\n'), write('kept', 'lost\n')],
            c: [write('never', 'x\n')],
            d: [],
          },
        }),
        split([a, b, { id: 'c', description: 'c', depends_on: ['b'] }, { id: 'd', description: 'd' }]),
      );
      expect(parts(seen)).toEqual([
        ['a', 'merged', ''],
        ['b', 'conflict', 'value', 'it contradicts what was merged before'],
        ['c', 'failed', 'not begun: it depends on "b", which is left out'],
        ['d', 'empty', ''],
      ]);
      expect([seen.status, files(seen)]).toEqual(['success', ['value']]);
      expect(seen.of('subtask').map(({ payload: { tree, artifact } }) => [tree !== null, artifact !== null])).toEqual([
        [true, true],
        [false, true],
        [false, false],
        [true, false],
      ]);
      expect(seen.result.verdict.coordination?.parallel).toMatchObject({ subtasks: 4, merged: 1, conflicts: 1 });
    },
  );

  const dependent = {
    subtasks: {
      a: [write('value', 'right\n'), { delete: 'old' }, write('made.log', '1\n')],
      b: [write('added', '1\n')],
      c: [
        { run: 'cat value; ls -A' },
        { replace: 'made.log', from: '1', to: '2' },
        { run: 'git mv moved f/away 2>&1; printf "\\0" > "$(printf "\\377")"' },
      ],
    },
  };
  const three = split([a, b, { id: 'c', description: 'c', depends_on: ['a', 'b'] }]);
  const old: GivenTask = { ...three, repo: { old: 'x\n', moved: 'y\n'.repeat(9), 'f/kept': '' } };

  itInFull(
    'begins a part that depends on others with what was merged; off, the same parts follow each other to the same tree',
    async () => {
      const contract = await givenShellTask(room, 'dependent', old);
      const { attempts } = await ran(room, {
        contracts: [contract],
        agents: [script(dependent)],
        ablations: ['none', 'parallelization'],
        out: join(room, 'out', 'dependent'),
      });
      const [on, off] = attempts as [Seen, Seen];
      expect(attempts.map(parts)).toEqual(Array(2).fill(['a', 'b', 'c'].map((id) => [id, 'merged', ''])));
      const told = on.of('tool_invocation').map(({ payload }) => payload.execution?.stdout.head ?? '');
      expect(told).toContain('right\n.git\nadded\nf\nkept\nmade.log\nmoved\nvalue\n');
      expect([...files(on)].sort()).toEqual(['added', 'f/away', 'made.log', 'old', 'value', '\ufffd'].sort());
      expect(treeOf(on)).toBe(on.of('subtask').at(-1)!.payload.tree);
      expect(off.result.verdict.coordination?.parallel?.speed_up).toBeLessThanOrEqual(1);
      expect(treeOf(off)).toBe(treeOf(on));
      expect(on.result.verdict.coordination?.parallel?.merged).toBe(3);
    },
  );

  itInFull('leaves out what an agent leaves that breaks down, and goes on with the others', async () => {
    const seen = await attempt(
      script({ subtasks: { a: [write('value', 'right\n')], b: [write('kept', 'lost\n'), { delete: 'nowhere' }] } }),
      split([a, b]),
    );
    expect(parts(seen)).toEqual([
      ['a', 'merged', ''],
      ['b', 'failed', 'nowhere does not exist'],
    ]);
    expect([files(seen), seen.of('termination')[0]?.payload]).toEqual([
      ['value'],
      expect.objectContaining({ code: 'agent-error', rationale: 'part "b": nowhere does not exist' }),
    ]);
  });

  itInFull('ends in all its parts when the budget is gone: what they have until then is merged', async () => {
    const seen = await attempt(
      'command:echo right > value; touch "$GATEBENCH_SUBTASK"; sleep 60',
      split([a, b, { id: 'c', description: 'c' }], { budget: { wall: '2s', memory: '256MiB' } }),
    );
    expect(seen.of('termination')[0]?.payload).toMatchObject({ code: 'resource', cap: 'wall' });
    const cut = 'cut off: the agent reached its wall-clock budget of 2 s';
    expect(parts(seen)).toEqual([
      ['a', 'merged', cut],
      ['b', 'merged', cut],
      ['c', 'failed', 'not begun: the agent was stopped'],
    ]);
    expect([seen.status, files(seen)]).toEqual(['success', ['a', 'b', 'value']]);
  });

  itInFull(
    'ends in all its parts when one does what is prohibited: what they left is evidence, and is not run',
    async () => {
      // The one waits until the other is at work, which would go on for long.
      const b_first = 'until [ -e "$GATEBENCH_WORLD/b" ]; do sleep 0.05; done';
      const seen = await attempt(
        script({
          subtasks: {
            a: [write('value', 'right\n'), { run: b_first }, { run: 'shutdown now' }],
            b: [{ run: 'touch "$GATEBENCH_WORLD/b"; sleep 60' }, write('never', 'x\n')],
          },
        }),
        split([a, b], { world: {}, policy: { commands: { deny: ['shutdown'] } } }),
      );
      expect(seen.of('termination')[0]?.payload.code).toBe('safety');
      expect(parts(seen).map(([id, outcome]) => `${id} ${outcome}`)).toEqual(['a merged', 'b empty']);
      expect([files(seen), seen.of('acceptance_check')]).toEqual([['value'], []]);
      const ended = seen.of('tool_invocation').find(({ payload }) => payload.subtask === 'b')!;
      expect(ended.payload.execution?.cause).toBe('cancelled');
    },
  );

  itInFull('counts the calls of all parts against one budget', async () => {
    const list = (id: string) => [write('value', 'right\n'), { run: `touch ${id}` }, { run: `touch ${id}2` }];
    const seen = await attempt(
      script({ subtasks: { a: list('a'), b: list('b') } }),
      split([a, b], { budget: { tool_calls: 4, memory: '256MiB' } }),
    );
    // What another part has begun when the last call is counted may still end.
    const made = seen.of('tool_invocation').filter(({ payload }) => !/^(not run|cancelled)/.test(payload.summary));
    expect(made.length === 4 || made.length === 5).toBe(true);
    expect(seen.of('termination')[0]?.payload).toMatchObject({ code: 'resource', cap: 'tool_calls' });
  });

  itInFull('is tested as it was merged; in the next round all parts go on from there', async () => {
    const run =
      'cat "$GATEBENCH_SUBTASK" "$GATEBENCH_FEEDBACK" 2>&1; echo x >> "$GATEBENCH_SUBTASK"; [ -n "$GATEBENCH_FEEDBACK" ] && echo right > value; true';
    const test = 'cat a b; [ "$(cat value)" = right ]';
    const seen = await attempt(agentFile({ run, test, rounds: 3 }), split([a, b]));
    expect(parts(seen).map(([id, outcome]) => `${id} ${outcome}`)).toEqual([
      'a merged',
      'b merged',
      'a merged',
      'b merged',
    ]);
    expect([seen.status, files(seen)]).toEqual(['success', ['a', 'b', 'value']]);
    const tests = seen.of('tool_invocation').filter(({ payload }) => payload.cycle);
    expect(tests.map(({ payload }) => [payload.cycle, payload.execution?.stdout.head])).toEqual([
      ['failed', 'x\nx\n'],
      ['passed', 'x\nx\nx\nx\n'],
    ]);
    expect(printed(seen).b).toMatch(/^x\ncat a b; /);
  });

  // The harness takes the system's git, so the system has another one, for the processes of this run alone. Only root can do that.
  itInFull('is not begun with a git that cannot merge, unless parts follow each other', async () => {
    if (process.getuid?.() !== 0) return expect(process.getuid?.()).not.toBe(0);
    const git = (await execa('sh', ['-c', 'command -v git'])).stdout;
    const [shim, real] = [join(room, 'old-git'), join(room, 'git.real')];
    cpSync(git, real, { dereference: true });
    writeFileSync(shim, `#!/bin/sh\n[ "$1" = --version ] && exec echo git version 2.37.9\nexec ${real} "$@"\n`, {
      mode: 0o755,
    });
    const argv = ['run', await givenShellTask(room, 'old-git-task', split([a])), '--out', join(room, 'out/old-git')];
    argv.push('--agent', script({ subtasks: { a: [write('value', 'right\n')] } }), '--cache', join(room, 'old-cache'));
    const run = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
    const command = [process.execPath, BUILT_CLI, ...argv, '--ablate', 'none', '--ablate', 'parallelization'];
    const { all } = await execa('unshare', ['-m', 'sh', '-c', run, 'sh', shim, git, ...command], {
      cwd: room,
      reject: false,
      all: true,
    });
    const results = readFileSync(join(room, 'out/old-git/results.jsonl'), 'utf8').trimEnd().split('\n');
    expect(results.map((line) => JSON.parse(line).verdict.status)).toEqual(['invalid', 'success']);
    expect(all).toMatch(/git 2\.37\.9 cannot merge .*2\.38 or later/);
  });

  itInFull('is worked at as one by a script that has no parts, and by an agent that brings a patch', async () => {
    const seen = await attempt(script({ operations: [write('value', 'right\n')] }), split([a, b]));
    expect([seen.status, seen.of('subtask')]).toEqual(['success', []]);
    const golden = await attempt('golden', split([a, b]));
    expect([golden.status, golden.of('subtask')]).toEqual(['success', []]);
  });
});

describe('the agents of parts', () => {
  const coordination = { agents: [{ name: 'lead' }], subtasks: [a, { ...b, depends_on: ['a'] }] };
  const asked = (seen: Seen) =>
    seen
      .of('coordination')
      .map(({ payload: { agent, operation, outcome, code } }) => [agent, operation, code ?? outcome].join(' '));

  itInFull.each([
    ['api', 'none'],
    ['mcp', 'none'],
    ['api', 'parallelization'],
  ])('share one desk, each with hands on its own workspace: %s, without %s', async (via, ablation) => {
    const contract = await givenShellTask(room, `desk-${via}-${ablation}`, { contract: { coordination } });
    const { attempts } = await ran(room, {
      contracts: [contract],
      ablations: [ablation],
      out: join(room, 'out', `desk-${via}-${ablation}`),
      agents: [
        script({
          via,
          subtasks: {
            a: [
              { use: 'edit_file', with: { path: 'value', content: 'right\n' } },
              { use: 'write_handoff', with: { to: 'worker-b', summary: 'value is right' } },
              { use: 'remember', with: { text: 'all is well', key: 'k' }, as: 'lead' },
              { use: 'run_command', with: { command: 'true' }, as: 'lead', expect: 'failed' },
            ],
            b: [
              { use: 'read_handoff', keep: { told: 'handoffs.0.summary' } },
              { use: 'recall', with: { key: 'k' } },
              { use: 'run_command', with: { command: 'cat value; echo "$GATEBENCH_SUBTASK"; touch made' } },
            ],
          },
        }),
      ],
    });
    const seen = attempts[0]!;
    const split = ablation === 'none';
    expect(asked(seen)).toEqual([
      'worker-a edit_file done',
      'worker-a write_handoff done',
      'lead remember done',
      `lead run_command ${split ? 'command_failed' : 'done'}`,
      'worker-b read_handoff done',
      'worker-b recall done',
      'worker-b run_command done',
    ]);
    const calls = seen.of('tool_invocation').map(({ payload }) => payload);
    expect(calls.map(({ tool, subtask }) => [tool, subtask])).toEqual([
      ['edit_file', 'a'],
      ...(split ? [] : [['run_command', 'a']]),
      ['run_command', 'b'],
    ]);
    expect(calls.at(-1)?.execution?.stdout.head).toBe('right\nb\n');
    expect([seen.status, files(seen)]).toEqual(['success', ['made', 'value']]);
    expect(seen.result.verdict.coordination?.handoffs).toEqual({ written: 1, read: 1, unread: 0 });
    expect(seen.result.verdict.safety.audit_complete).toBe(true);
  });

  itInFull('are known to commands by name and token, and may be named in the contract with a profile', async () => {
    const call = `const post = (message) => fetch(process.env.GATEBENCH_MCP_URL, { method: 'POST', body: JSON.stringify(message),
      headers: { authorization: 'Bearer ' + process.env.GATEBENCH_MCP_TOKEN, 'content-type': 'application/json', accept: 'application/json, text/event-stream' } });
      const given = { path: 'value', content: 'right\\n' };
      await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'edit_file', arguments: given } }).then((answer) => answer.text());
      console.log(process.env.GATEBENCH_AGENT);`;
    const seen = await attempt(agentFile({ run: 'node call.mjs', coordination: true, workers: 1 }), {
      repo: { 'call.mjs': call },
      contract: {
        coordination: {
          agents: [{ name: 'lead' }, { name: 'worker-b', profile: 'reader' }],
          profiles: { reader: { trust_level: 0 } },
          subtasks: [a, b],
        },
        environment: { tools: { node: '*' } },
      },
    });
    expect(asked(seen)).toEqual(['worker-a edit_file done', 'worker-b edit_file insufficient_trust_level']);
    expect(printed(seen)).toMatchObject({ b: 'worker-b\n' });
    expect(parts(seen)).toEqual([
      ['a', 'merged', ''],
      ['b', 'empty', ''],
    ]);
    expect([seen.status, files(seen)]).toEqual(['success', ['value']]);
  });
});

describe('a script in parts', () => {
  const complaint = async (content: unknown, task: GivenTask) => {
    const contract = await givenShellTask(room, `wrong${n}`, task);
    return ran(room, { contracts: [contract], agents: [script(content)] }).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  };
  itInFull.each<[string, unknown, GivenTask, RegExp]>([
    ['no parts in the contract', { subtasks: { a: [] } }, {}, /^s\d+\.yml:1 {2}.* has no coordination\.subtasks/],
    [
      'an unknown part',
      { subtasks: { aa: [], a: [] } },
      split([{ ...a, id: 'ab' }]),
      /^s\d+\.yml:2 {2}.* has no part "aa" – did you mean "ab"/,
    ],
    ['a part without operations', { subtasks: { a: [] } }, split([a, b]), /there are no operations for the part "b"/],
    [
      'both',
      { subtasks: { a: [] }, operations: [{ run: 'true' }] },
      split([a]),
      /subtasks: stands instead of operations/,
    ],
    ['neither', { via: 'api' }, split([a]), /operations: must have at least 1 entry/],
    [
      'an unknown agent',
      { subtasks: { a: [{ use: 'recall', as: 'worker-b' }] } },
      split([a]),
      /^s\d+\.yml:4 {2}operation recall is done as "worker-b"/,
    ],
    [
      'a name nobody keeps',
      { subtasks: { a: [{ use: 'recall', when: 'x' }] } },
      split([a]),
      /^s\d+\.yml:4:\d+ {2}subtasks\.a\.0\.when: no operation keeps "x"/,
    ],
  ])('is told its mistakes: %s', async (_, content, task, message) => {
    expect(await complaint(content, task)).toMatch(message);
  });
});
