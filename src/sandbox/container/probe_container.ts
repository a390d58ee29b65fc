import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askProbeQuestions, createUsableProbe, type ExpectedAnswers, withProbeWorkspace } from '../run_probe.js';
import type { DiskEnforcement, SandboxBackend, SandboxProbe } from '../sandbox_backend.js';
import { getSandboxOwner } from '../sandbox_owner.js';
import { getSeccompArchitecture } from '../seccomp/create_seccomp_filter.js';
import { type ContainerEngine, runEngine } from './container_engine.js';
import { findContainerImage } from './container_image.js';
import { detectContainerHost, diagnoseEngine } from './diagnose_engine.js';

/**
 * Script that describes the container from inside, one `name=value` per line. Shell only: an image may hold little
 * else.
 */
const QUESTIONS = `
can() { if (: > "$1/probe") 2>/dev/null; then echo yes; else echo no; fi; }
field CapBnd; field Uid
echo "workspace=$(can .)"
echo "home=$(can ~)"
echo "temporary=$(can /tmp)"
echo "outside=$(for path in / /usr /etc /dev /home /var /run /sys /opt /root /proc/sys/kernel; do
  [ "$(can "$path")" = yes ] && echo "$path"; done)"
echo "keeper=$(yes kill -0 1)"
echo "secrets=$(for path in /run/docker.sock /var/run/docker.sock /run/podman/podman.sock \\
  /run/containerd/containerd.sock /run/user; do [ -e "$path" ] && echo "$path"; done)"
`;

function listExpectedAnswers(): ExpectedAnswers {
  const { uid } = getSandboxOwner();
  return {
    CapBnd: { value: '0000000000000000', means: 'commands could get capabilities' },
    Uid: { value: `${uid}\t${uid}\t${uid}\t${uid}`, means: 'commands run as another user' },
    home: { value: 'yes', means: 'the home cannot be written' },
    temporary: { value: 'yes', means: '/tmp cannot be written' },
    keeper: { value: 'no', means: 'commands could end their container' },
    secrets: { value: '', means: 'sockets of the host are visible' },
  };
}

/** Probes a container engine: runs a script in a session of the backend and checks its answers. */
export async function probeContainer(
  backend: SandboxBackend,
  engine: ContainerEngine,
  name: string,
  disk?: Promise<DiskEnforcement>,
): Promise<SandboxProbe> {
  const refuse = (message: string): SandboxProbe => ({
    usable: false,
    ...diagnoseEngine(engine.name, name, message, detectContainerHost()),
  });
  if (getSeccompArchitecture() === undefined) return refuse(`no system call filter for ${process.arch}`);
  const version = await runEngine(engine, ['version', '--format', '{{.Client.Version}}']);
  if (version.status !== 0) return refuse(version.complaint);
  const image = await findContainerImage(engine, name);
  if ('complaint' in image) return refuse(image.complaint);
  return withProbeWorkspace(async (workspace) => {
    try {
      const script = { questions: QUESTIONS, answers: listExpectedAnswers() };
      const { result, fault, disagreements } = await askProbeQuestions(backend, script, { workspace });
      if (fault !== undefined) return refuse(fault);
      if (!existsSync(join(workspace, 'probe'))) disagreements.push('what commands write does not arrive here');
      if (disagreements.length > 0) return refuse(`does not isolate here: ${disagreements.join('; ')}`);
      return createUsableProbe(result, {
        version: version.stdout.trim(),
        class: `${engine.name} ${image.id}`,
        path: image.path,
        // Only root can enter the container's network: its first process belongs to another user.
        doors: process.getuid?.() === 0,
        memory: 'hard',
        cpu: result.usage.cpu_ms === null ? 'none' : 'polled',
        disk: await disk,
      });
    } catch (error) {
      return refuse((error as Error).message);
    }
  });
}
