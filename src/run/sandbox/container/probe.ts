import { existsSync } from 'node:fs';
import { chown, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandResult, DiskHold, Probe, SandboxBackend, SessionOrder } from '../backend.js';
import { sandboxOwner } from '../identity.js';
import { disagreements, withGuarantee } from '../probe.js';
import { seccompArchitecture } from '../seccomp.js';
import { makeTemporaryFolder } from '../temporary_folder.js';
import { diagnoseEngine } from './diagnosis.js';
import { askEngine, type Engine } from './engine.js';
import { findImage, type Image } from './image.js';
import { surroundings } from './job_container.js';

/** What the script says of the container from inside, one `name=value` per line. Shell only: an image may hold little else. */
const QUESTIONS = `
field() { while read -r name value; do [ "$name" = "$1:" ] && echo "$1=$value"; done < /proc/self/status; }
yes() { if "$@" 2>/dev/null; then echo yes; else echo no; fi; }
can() { if (: > "$1/probe") 2>/dev/null; then echo yes; else echo no; fi; }
field CapEff; field CapBnd; field NoNewPrivs; field Seccomp
field Uid
echo "workspace=$(can .)"
echo "home=$(can ~)"
echo "temporary=$(can /tmp)"
echo "outside=$(for path in / /usr /etc /dev /home /var /run /sys /opt /root /proc/sys/kernel; do
  [ "$(can "$path")" = yes ] && echo "$path"; done)"
echo "interfaces=$(while IFS=': ' read -r name rest; do case $name in Inter-*|face*) ;; *) printf '%s,' "$name";; esac; done < /proc/net/dev)"
echo "namespace=$(yes unshare --user true)"
echo "keeper=$(yes kill -0 1)"
echo "secrets=$(for path in /run/docker.sock /var/run/docker.sock /run/podman/podman.sock /run/containerd/containerd.sock \\
  /run/user; do [ -e "$path" ] && echo "$path"; done)"
`;

function expected(): NonNullable<Parameters<typeof disagreements>[1]> {
  const { uid } = sandboxOwner();
  return {
    CapEff: { value: '0000000000000000', means: 'commands would keep capabilities' },
    CapBnd: { value: '0000000000000000', means: 'commands could get capabilities' },
    NoNewPrivs: { value: '1', means: 'setuid programs would work' },
    Seccomp: { value: '2', means: 'the system call filter is not active' },
    Uid: { value: `${uid}\t${uid}\t${uid}\t${uid}`, means: 'commands run as another user' },
    workspace: { value: 'yes', means: 'the workspace cannot be written' },
    home: { value: 'yes', means: 'the home cannot be written' },
    temporary: { value: 'yes', means: '/tmp cannot be written' },
    outside: { value: '', means: 'paths outside the workspace can be written' },
    interfaces: { value: 'lo,', means: 'there is a network' },
    namespace: { value: 'no', means: 'commands could create user namespaces' },
    keeper: { value: 'no', means: 'commands could end their container' },
    secrets: { value: '', means: 'sockets of the host are visible' },
  };
}

/** Starts a container as sessions do, asks the questions in it, and says what is guaranteed; or why not, and what helps. */
export async function probeContainer(
  backend: SandboxBackend,
  engine: Engine,
  name: string,
  disk?: Promise<DiskHold>,
): Promise<Probe> {
  const refuse = (message: string): Probe => ({
    usable: false,
    ...diagnoseEngine(engine.name, name, message, surroundings()),
  });
  if (seccompArchitecture() === undefined) return refuse(`no system call filter for ${process.arch}`);
  const version = await askEngine(engine, ['version', '--format', '{{.Client.Version}}']);
  if (version.status !== 0) return refuse(version.complaint);
  const image = await findImage(engine, name);
  if ('complaint' in image) return refuse(image.complaint);
  const workspace = await makeTemporaryFolder(tmpdir(), 'probe');
  try {
    const { uid, gid } = sandboxOwner();
    if (process.getuid?.() === 0) await chown(workspace, uid, gid);
    const result = await askInside(backend, workspace);
    const said = Buffer.from(result.stdout.text).toString('utf8');
    if (result.cause !== 'exit' || result.exit_code !== 0) {
      const first = Buffer.from(result.stderr.text).toString('utf8').split('\n')[0] ?? '';
      return refuse(result.detail ?? (first || `probe ended: ${result.cause}`));
    }
    const wrong = disagreements(said, expected());
    if (!existsSync(join(workspace, 'probe'))) wrong.push('what commands write does not arrive here');
    if (wrong.length > 0) return refuse(`does not isolate here: ${wrong.join('; ')}`);
    return withGuarantee(usable(engine, version.stdout.trim(), image, result), await disk);
  } catch (error) {
    return refuse((error as Error).message);
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

async function askInside(backend: SandboxBackend, workspace: string): Promise<CommandResult> {
  const order: SessionOrder = {
    workspace,
    limits: { memory_bytes: 256 * 1024 * 1024, processes: 32, output_bytes: 1024 * 1024 },
    environment: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
  };
  const session = await backend.open(order);
  try {
    return await session.exec({ argv: ['/bin/sh', '-c', QUESTIONS], timeout_ms: 20_000 });
  } finally {
    await session.close();
  }
}

function usable(
  engine: Engine,
  version: string,
  { id, path }: Image,
  result: CommandResult,
): Extract<Probe, { usable: true }> {
  return {
    usable: true,
    version,
    class: `${engine.name} ${id}`,
    isolated: true,
    path,
    // Entering the container's network is root's to do: the first process is another user's.
    doors: process.getuid?.() === 0,
    guarantees: {
      writes: 'kernel',
      reads: 'kernel',
      network: 'kernel',
      privileges: 'kernel',
      memory: 'hard',
      processes: 'hard',
      cpu: result.usage.cpu_ms === null ? 'none' : 'polled',
      network_attempts: result.network_attempts === null ? 'none' : 'counted',
    },
  };
}
