// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { formatTrust } from '../../../src/publish/report/view/attempt_row.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';

afterAll(cleanUp);
const room = givenRoom();

const contracts: Record<number, string> = {};
const SHELL = 'command:echo right > value; echo wrote $?';

beforeAll(async () => {
  for (const trust_level of [0, 1, 2])
    contracts[trust_level] = await givenShellTask(room, `level-${trust_level}`, {
      contract: { policy: { trust_level } },
    });
  const operations = [{ run: 'echo right > value' }, { write: 'value', content: 'right\n' }];
  writeFileSync(join(room, 'solve.yml'), stringify({ operations }));
});

async function attempt(level: number, agent: string, ablations?: string[]) {
  const { attempts } = await ran(room, {
    contracts: [contracts[level]!],
    agents: [agent],
    ...(ablations ? { ablations } : {}),
  });
  return attempts[0]!;
}

describe('policy.trust_level holds for what an agent does past the coordination layer', () => {
  it.each([0, 1])('level %i: commands and edits through the harness are refused and told', async (level) => {
    const seen = await attempt(level, 'script:solve.yml');
    expect(seen.of('tool_invocation').map(({ payload }) => [payload.tool, payload.refused])).toEqual([
      ['command', true],
      ['write', true],
    ]);
    const alerts = seen.of('alert').map(({ payload: { code, signals } }) => [code, signals.operation, signals.rule]);
    expect(alerts).toEqual([
      ['insufficient_trust_level', 'run_command', `trust_level ${level} < 2`],
      ['insufficient_trust_level', 'edit_file', level === 0 ? 'trust_level 0 < 1' : 'edits under locks'],
    ]);
    expect([seen.status, seen.result.patch?.files]).toEqual(['failure', 0]);
    expect(seen.result.trust).toEqual({ level, held: ['commands', 'edits', 'network'], not_held: [] });
    expect(seen.result.verdict.safety.metrics).toMatchObject({
      profile_enforcement_checks: 2,
      profile_violations_blocked: 2,
    });
    const rules = seen.result.verdict.gates.find(({ gate }) => gate === 'G4')?.outcome;
    expect(rules).toBe('pass');
  });

  it('an agent in its own process finds the workspace read-only, and its commands are told as not enforced', async () => {
    const seen = await attempt(1, SHELL);
    const [call] = seen.of('tool_invocation');
    expect(call?.payload.execution?.stdout.head).not.toBe('wrote 0\n');
    expect([seen.status, seen.result.patch?.files]).toEqual(['failure', 0]);
    expect(JSON.parse(readFileSync(join(seen.path, 'manifest.json'), 'utf8')).trust).toEqual({
      level: 1,
      held: ['edits', 'network'],
      not_held: [{ right: 'commands', because: 'the agent starts them in its own process' }],
    });
    expect(formatTrust(seen.result.trust)).toBe(
      'trust level 1: no edits, no network; commands not enforced (the agent starts them in its own process)',
    );
  });

  itInFull('from level 2 on nothing is taken away, and nothing is said', async () => {
    for (const agent of ['script:solve.yml', SHELL]) {
      const seen = await attempt(2, agent);
      expect([seen.status, seen.result.trust]).toEqual(['success', undefined]);
    }
  });

  it('with profiles switched off it does not hold, and the record says so', async () => {
    const seen = await attempt(1, 'script:solve.yml', ['profiles']);
    expect(seen.status).toBe('success');
    expect(seen.result.trust?.not_held.map(({ right, because }) => [right, because])).toEqual([
      ['commands', 'profiles are switched off'],
      ['edits', 'profiles are switched off'],
    ]);
  });
});

// Holds K6
it('a contract that demands it refuses agents for which it is not held, before anything runs', async () => {
  const policy = { trust_level: 1, guarantees: { trust: 'enforced' } };
  const path = await givenShellTask(room, 'demanding', { contract: { policy } });
  const run = (...argv: string[]) => typeCommand(room, ['run', path, '--out', 'demanded', '--replace', ...argv]);
  const refused = await run('--agent', SHELL);
  expect([refused.code, refused.error]).toEqual([
    2,
    expect.stringMatching(
      /contract\.yml:\d+ {2}policy\.guarantees\.trust: trust level 1 is not enforced for the commands/,
    ),
  ]);
  const off = await run('--agent', 'script:solve.yml', '--ablate', 'profiles');
  expect([off.code, off.error]).toEqual([2, expect.stringContaining('profiles are switched off')]);
  const open = await run('--agent', 'script:solve.yml', '--sandbox', 'none', '--unsafe-no-sandbox');
  expect([open.code, open.error]).toEqual([2, expect.stringContaining('the attempt runs without isolation')]);
  expect((await run('--agent', 'script:solve.yml', '--agent', 'noop', '--fail-on', 'never')).code).toBe(0);
});
