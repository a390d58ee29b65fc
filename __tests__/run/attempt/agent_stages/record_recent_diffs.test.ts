// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { cleanUp, givenRoom } from '../../../given.js';
import { attemptsIn, type Seen } from '../../../given_run.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = attemptsIn(room);

const scripted = (steps: unknown[]) => {
  const path = join(room, `script-${steps.length}.yml`);
  writeFileSync(path, stringify({ operations: steps }));
  return attempt(`script:${path}`);
};
const textsOf = (seen: Seen) =>
  seen
    .of('recent_diffs')
    .flatMap(({ payload }) =>
      payload.diffs.map(({ text }) =>
        text ? readFileSync(join(seen.path, 'artifacts', text.artifact), 'utf8') : null,
      ),
    );

// Holds G10
describe('recent diffs of an attempt', () => {
  it('keep what was tried and taken back, with how its tests ended', async () => {
    const seen = await scripted([
      { write: 'value', content: 'left\n' },
      { run: 'grep -q right value', cycle: true },
      { write: 'value', content: 'right\n' },
      { run: 'grep -q right value', cycle: true },
    ]);
    const [event] = seen.of('recent_diffs');
    expect(event!.payload).toMatchObject({
      earlier: 0,
      diffs: [
        { from_seq: null, cycle: 'failed', text: { complete: true } },
        { cycle: 'passed', text: { complete: true } },
      ],
    });
    const [first, second] = textsOf(seen);
    expect(first).toContain('-wrong\n+left\n');
    expect(second).toContain('-left\n+right\n');
    expect(event!.payload.diffs[1]!.to).toBe(seen.of('workspace_mutation')[0]!.payload.tree);
  });

  it('are bounded: the last ten, 64 KiB of each, with the digest of the whole', async () => {
    const steps = Array.from({ length: 12 }, (_, i) => [
      { run: `yes ${i} | head -c ${i === 11 ? 100_000 : 10} > large; echo ${i} > value`, cycle: true },
    ]).flat();
    const [event] = (await scripted(steps)).of('recent_diffs');
    expect(event!.payload).toMatchObject({ earlier: 2, diffs: { length: 10 } });
    const last = event!.payload.diffs.at(-1)!.text!;
    expect(last).toMatchObject({ complete: false });
    expect(last.bytes).toBeGreaterThan(100_000);
  });

  it('have no half of a secret at their end', async () => {
    const key = 'ghp_q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUi';
    // Two lines of the head of the diff are as long as the name makes them: the key lies across the cut somewhere.
    const lines = Array.from({ length: 1700 }, () => `+${key}`.slice(1)).join('\n');
    const seen = await scripted([
      { write: 'value', content: 'left\n' },
      { run: 'true', cycle: true },
      { write: 'large', content: `${lines}\n` },
      { run: 'true; true', cycle: true },
    ]);
    const texts = textsOf(seen).join('\n');
    expect(texts).toContain('+[redacted:github-token#1]\n');
    expect(texts).not.toContain('ghp_');
  });

  it('are not kept where the patch is all that changed', async () => {
    expect((await scripted([{ write: 'value', content: 'right\n' }])).of('recent_diffs')).toEqual([]);
  });
});
