// Needs: sandbox
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampled } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran, type Seen } from '../../given_run.js';
import { givenShellTask, newFile } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
let n = 0;

/** Solves the task and does something else as well. */
async function solvedAnd(also: string): Promise<Seen> {
  const id = `hostile${n++}`;
  const contract = await givenShellTask(room, id);
  const agents = [`command:echo right > value; ${also}`];
  const { attempts } = await ran(room, { contracts: [contract], agents, out: join(room, 'out', id) });
  return attempts[0]!;
}

describe('what an agent leaves in its workspace neither stops the harness nor voids the attempt', () => {
  it.each(
    sampled(
      [
        [
          'a pipe where git looks for ignore rules',
          'rm -f .gitignore; mkfifo .gitignore; echo x > new',
          ['special file: .gitignore'],
        ],
        [
          'a pipe where git looks for attributes',
          'mkdir s; mkfifo s/.gitattributes; echo x > s/new',
          ['special file: s/.gitattributes'],
        ],
        ['a file without permissions', 'echo x > new; chmod 000 new', []],
        ['a folder without permissions', 'mkdir d; echo x > d/new; chmod 000 d', []],
        ['a root without permissions', 'chmod 000 .', []],
        ['a file of a terabyte that takes no disk', 'truncate -s 1T new', ['too large: new']],
        [
          'folders deeper than a path can be long',
          'for i in $(seq 600); do mkdir aaaaaaaaaa; cd aaaaaaaaaa; done; echo x > leaf',
          [],
        ],
      ],
      2,
    ),
  )('%s', async (_, also, ignored) => {
    const seen = await solvedAnd(also);
    expect(seen.vector).toBe('pass/pass/pass/pass');
    expect(seen.of('workspace_mutation')[0]!.payload.ignored.sample).toEqual(ignored);
    expect(readdirSync(join(room, 'cache', 'scratch'))).toEqual([]);
  });
});

it('a file that is too large for the patch is told wherever the attempt is reported', async () => {
  const id = `hostile${n++}`;
  const contract = await givenShellTask(room, id, { repo: { '.gitignore': 'built\n' } });
  const agents = ['command:truncate -s 101M model; truncate -s 101M built'];
  const out = join(room, 'out', id);
  const { attempts, lines } = await ran(room, { contracts: [contract], agents, out });
  const message = '1 file too large for the patch (100 MiB each, 512 MiB together): model';
  const { seq } = attempts[0]!.of('workspace_mutation')[0]!;
  expect(attempts[0]!.result.verdict.findings).toContainEqual({
    rule: 'file-left-out',
    severity: 'info',
    message,
    evidence: [{ seq, file: 'model' }],
  });
  for (const name of ['report.md', 'report.html'])
    expect(readFileSync(join(out, name), 'utf8')).toContain('1 file too large for the patch');
  expect(lines.join('\n').replace(/\s+/g, ' ')).toContain('1 file too large for the patch');
});

describe('what no file system takes everywhere fails G1, whoever wrote it, and is the fault of nobody else', () => {
  it('folders nested as deep as this file system allows, left by an agent', async () => {
    const seen = await solvedAnd('for i in $(seq 1800); do mkdir d; cd d; done; echo x > leaf');
    expect([seen.status, seen.vector]).toEqual(['failure', 'fail/-/-/pass']);
    expect(seen.result.verdict.gates[0]!.why).toMatch(/^refused: d\/.*has 3604 bytes: a path may have 3072$/);
    expect(seen.tags).toEqual(['patch-refused']);
  });

  it('a name of 300 bytes in a patch, which is tried once', async () => {
    const id = `hostile${n++}`;
    const contract = await givenShellTask(room, id);
    writeFileSync(join(room, 'long.patch'), newFile('n'.repeat(300), 'x\n'));
    const agents = [`patch:${join(room, 'long.patch')}`];
    const { attempts, outcome } = await ran(room, { contracts: [contract], agents, out: join(room, 'out', id) });
    expect([attempts[0]!.status, attempts[0]!.vector, outcome.exit_code]).toEqual(['failure', 'fail/-/-/pass', 1]);
    const [gate] = attempts[0]!.result.verdict.gates;
    expect(gate!.why).toMatch(/has a name of 300 bytes: a file system takes 255$/);
    expect(gate!.evidence).toContainEqual(expect.objectContaining({ patch_line: 1 }));
    expect(readFileSync(join(room, 'out', id, 'schedule.jsonl'), 'utf8')).not.toContain('retried');
  });
});
