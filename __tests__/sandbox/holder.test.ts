// Needs: sandbox
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itInFullWhere } from '../extent.js';
import { asOrdinaryUser, asRoot, givenFolder, ORDINARY, order, PATH, removeFolders } from './given.js';

afterAll(removeFolders);

/** A process of an ordinary user that has a file system mounted at `at`, in namespaces of its own. */
async function givenHolder(at: string): Promise<{ pid: number; end: () => void }> {
  const line = 'mount -t tmpfs none "$1" && echo held > "$1/file" && echo ready && read -r _';
  const child = spawn(
    'unshare',
    ['--user', '--map-root-user', '--mount', '--propagation', 'private', 'sh', '-c', line, 'sh', at],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH }, ...(asRoot ? ORDINARY : {}) },
  );
  await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, end: () => child.stdin.end() };
}

describe('a workspace that is mounted in the namespaces of another process', () => {
  it('is the workspace of the sandbox, with the same user and the same walls', async () => {
    const workspace = givenFolder(ORDINARY);
    writeFileSync(join(workspace, 'hidden'), 'under the mount');
    const holder = await givenHolder(workspace);
    const results = await asOrdinaryUser({ ...order(workspace), holder: holder.pid }, [
      'cat file; echo new > new; ls; id -u',
      'cat new; unshare --user true; grep -E "^(CapEff|NoNewPrivs|Seccomp):" /proc/self/status',
      "bash -c ': > /dev/tcp/192.0.2.7/80'",
    ]).finally(holder.end);
    const uid = asRoot ? ORDINARY.uid : process.getuid?.();
    expect(results.map(({ stdout, network_attempts }) => [stdout, network_attempts])).toEqual([
      [`held\nfile\nnew\n${uid}\n`, 0],
      ['new\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n', 0],
      ['', 1],
    ]);
    expect(readdirSync(workspace)).toEqual(['hidden']);
  });

  itInFullWhere('strace')('can be traced there', async () => {
    const workspace = givenFolder(ORDINARY);
    const holder = await givenHolder(workspace);
    const given = { ...order(workspace), trace: true };
    const line = 'cat file; mkdir /usr/evil; unshare --mount true';
    const [held] = await asOrdinaryUser({ ...given, holder: holder.pid }, [line]).finally(holder.end);
    const [plain] = await asOrdinaryUser({ ...given, workspace: givenFolder(ORDINARY) }, [line]);
    const operations = [
      { kind: 'write', call: 'mkdir', target: '/usr/evil', errno: 'EROFS', count: 1 },
      { kind: 'privilege', call: 'unshare', target: 'CLONE_NEWNS', errno: 'EPERM', count: 1 },
    ];
    expect([held!.stdout, held!.refused, plain!.refused]).toEqual([
      'held\n',
      { operations, complete: true },
      { operations, complete: true },
    ]);
  });
});
