// Needs: sandbox, perl
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { getOwnerTag } from '../../src/system/get_owner_tag.js';
import { where } from '../machine.js';
import { bubblewrap, ending, givenFolder, inSession, MiB, order, PATH, removeFolders } from '../sandbox/given.js';

afterAll(removeFolders);

/** Processes of any namespace that have the mark in their environment: also those that left their session and parents. */
function marked(mark: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
    } catch {
      return false; // gone, or of another user
    }
  });
}

/** What this process may have left on the machine: mounts below its folders, control groups under its mark. */
function left(workspace: string): { mounts: string[]; groups: string[] } {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .filter((line) => line.includes(workspace));
  const groups = execFileSync('find', ['/sys/fs/cgroup', '-type', 'd', '-name', `gatebench-${getOwnerTag()}-*`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { mounts, groups: groups.split('\n').filter(Boolean) };
}

const bombs: [string, string, string[]][] = [
  ['a fork bomb', 'b() { b | b & }; b 2>/dev/null; sleep 0.2', ['exit', 'signal', 'timeout']],
  ['a memory bomb', 'perl -e \'push @a, "x" x 10_000_000 while 1\'', ['oom', 'exit']],
  ['a memory bomb in /dev/shm', 'head -c 1G /dev/zero > /dev/shm/x', ['oom', 'exit', 'signal']],
  ['a disk filler', 'head -c 1G /dev/zero > filler; sleep 5', ['disk-limit', 'exit']],
  ['a daemon of its own session', 'setsid nohup sh -c "sleep 600; true" >/dev/null 2>&1 &', ['exit']],
  ['a thousand files and folders', 'for i in $(seq 300); do mkdir -p d$i/e; : > d$i/f; ln -s / d$i/l; done', ['exit']],
];

describe('the machine is as it was', () => {
  it.each(bombs)('after %s', async (_, line, causes) => {
    const mark = `gatebench-mark-${randomUUID()}`;
    const workspace = givenFolder();
    const upper = workspace;
    const limits = { memory_bytes: 96 * MiB, processes: 48, disk_bytes: 32 * MiB, output_bytes: MiB };
    const given = order(workspace, { upper, limits, environment: { PATH, MARK: mark } });
    const result = await inSession(bubblewrap(), given, (session) =>
      session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: causes.includes('timeout') ? 10_000 : 300_000 }),
    );
    expect(causes).toContain(ending(result).cause);
    expect({ processes: marked(mark), ...left(workspace) }).toEqual({ processes: [], mounts: [], groups: [] });
    // No more than the limit and what was written between two looks at it stays behind, in the workspace alone.
    const bytes = Number(execFileSync('du', ['-sb', workspace], { encoding: 'utf8' }).split('\t')[0]);
    expect(bytes).toBeLessThanOrEqual(1024 * MiB);
  });

  where('root')('a mark is found while its process runs, so that its absence says something', async () => {
    const mark = `gatebench-mark-${randomUUID()}`;
    const found = await inSession(
      bubblewrap(),
      order(givenFolder(), { environment: { PATH, MARK: mark } }),
      async (session) => {
        let during: string[] = [];
        await session.exec({
          argv: ['/bin/sh', '-c', 'echo ready; sleep 600'],
          timeout_ms: 20_000,
          signal: ended.signal,
          on_output: () => {
            during = marked(mark);
            ended.abort();
          },
        });
        return during;
      },
    );
    expect(found.length).toBeGreaterThan(0);
  });
});

const ended = new AbortController();
