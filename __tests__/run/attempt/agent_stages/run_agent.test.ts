// Needs: sandbox
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom } from '../../../given.js';
import { attemptsIn, type Seen, summary, textOf } from '../../../given_run.js';
import { lineChange } from '../../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = attemptsIn(room);

describe('an agent in its room', () => {
  const look = (line: string) => `command:${line}`;
  const output = (seen: Seen) => {
    const { stdout } = seen.of('tool_invocation')[0]!.payload.execution!;
    return stdout.artifact ? readFileSync(join(seen.path, 'artifacts', stdout.artifact), 'utf8') : stdout.head;
  };

  it('solves the task, and its change is taken as a patch', async () => {
    const seen = await attempt(look('echo right > value; echo new > added; rm -f kept; git checkout -q kept'));
    expect(summary(seen)).toMatchObject({ exit_code: 0, status: 'success', vector: 'pass/pass/pass/pass' });
    expect(seen.of('workspace_mutation')[0]!.payload.files.map(({ change, path }) => `${change} ${path}`)).toEqual([
      'added added',
      'modified value',
    ]);
  });

  it('finds the briefing on standard input and in a file', async () => {
    const seen = await attempt(
      look(
        'cat > stdin.md; cmp stdin.md "$GATEBENCH_BRIEFING" && echo same; cat stdin.md; rm stdin.md; echo x >> "$GATEBENCH_BRIEFING" || echo read-only',
      ),
    );
    const briefing = readFileSync(join(seen.path, 'briefing.md'), 'utf8');
    expect(output(seen)).toBe(`same\n${briefing}read-only\n`);
    expect(seen.of('briefing')[0]!.payload.text).toBe(briefing);
    expect(seen.tags).toContain('empty-patch');
  });

  it('sees no hidden file, no golden patch, no history, and nothing of the caller', async () => {
    const secret = 'a-canary-in-the-environment-of-the-caller';
    process.env.GATEBENCH_TEST_CANARY = secret;
    try {
      const marker = 'unmistakable words of the hidden test';
      const solution = 'right-after-the-unmistakable-solution';
      const seen = await attempt(
        look(
          'env; ls -laR .; git log --all --stat; git cat-file --batch-all-objects --batch; cat /proc/self/environ /proc/*/environ; ls -la / /gatebench /var/tmp /tmp; grep -rsI "unmistakable" /work /gatebench /tmp /var/tmp /run /home /root; true',
        ),
        {
          hidden: { 'check.sh': `# ${marker}\nexit 0\n` },
          golden: lineChange('value', 'wrong', solution),
          contract: { acceptance: [{ id: 'unit', run: 'sh hidden/check.sh' }] },
        },
      );
      const text = output(seen);
      expect(text).toContain('snapshot');
      for (const hidden of [marker, solution, 'check.sh', 'golden.patch', 'contract.yml', secret, room])
        expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
      expect(textOf(seen)).not.toContain(secret);
    } finally {
      delete process.env.GATEBENCH_TEST_CANARY;
    }
  });

  // Holds R8
  it('that takes too long is stopped by its budget, and what it did until then is evaluated', async () => {
    const seen = await attempt(look('echo right > value; sleep 60'), {
      contract: { budget: { wall: '1s', memory: '512MiB' } },
    });
    expect(summary(seen)).toMatchObject({ exit_code: 0, status: 'success', vector: 'pass/pass/pass/pass' });
    expect(seen.of('termination')[0]!.payload).toEqual({
      code: 'resource',
      cap: 'wall',
      rationale: 'the agent reached its wall-clock budget of 1 s',
      evidence_seq: seen.of('alert')[0]!.seq,
    });
    expect(seen.of('acceptance_check')).toHaveLength(1);
  });

  it('leaves nothing running', async () => {
    const marker = `3600.${process.pid}`;
    const seen = await attempt(
      look(
        `echo right > value; (setsid nohup sleep ${marker} >/dev/null 2>&1 &) ; sleep ${marker} & disown 2>/dev/null; true`,
      ),
    );
    expect(seen.status).toBe('success');
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(marker);
  });

  it('whose own failure is not its verdict', async () => {
    expect(summary(await attempt(look('echo right > value; exit 9')))).toMatchObject({ status: 'success' });
    expect(summary(await attempt(look('exit 0')))).toMatchObject({ status: 'failure' });
  });

  it('cannot bring .git, repositories or special files along', async () => {
    const seen = await attempt(
      look('echo right > value; echo "[core]" >> .git/config; mkfifo pipe; git init -q nested; echo x > nested/file'),
    );
    expect(seen.status).toBe('success');
    expect(seen.of('workspace_mutation')[0]!.payload.files.map(({ path }) => path)).toEqual(['nested/file', 'value']);
  });
});
