import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readHostRestrictions } from '../bubblewrap/diagnose_bubblewrap.js';
import type { SandboxDiagnosis } from '../sandbox_backend.js';
import type { ContainerEngineName } from './container_engine.js';
import { FOREIGN_ENGINE_MESSAGE } from './running_container.js';

/** Facts about a container around this process. */
interface ContainerHost {
  in_container: boolean;
  /** Sockets of engines that are there. */
  sockets: string[];
}

const SOCKETS = ['/var/run/docker.sock', '/run/docker.sock', '/run/podman/podman.sock'];

/** Detects a container around this process below a file system root. */
export function detectContainerHost(root = '/'): ContainerHost {
  return {
    in_container: readHostRestrictions(root).in_container,
    sockets: SOCKETS.filter((path) => existsSync(join(root, path))),
  };
}

/** Diagnoses why an image cannot run, from the engine's message and the machine around it. */
export function diagnoseEngine(
  engine: ContainerEngineName,
  image: string,
  message: string,
  host: ContainerHost,
): SandboxDiagnosis {
  const first_line = message.split('\n')[0]?.trim() ?? '';
  if (/ENOENT/.test(message)) {
    return {
      reason: `the contract runs in an image, and ${engine} is not installed`,
      remedy: `Install ${engine} (see docs/sandbox.md#container-backend).`,
    };
  }
  // The engine runs outside this container: its socket was mounted, its file system is the outer machine's.
  if (
    message.includes(FOREIGN_ENGINE_MESSAGE) ||
    (host.in_container && /bind source path|no such file or directory/.test(message))
  ) {
    return host.in_container
      ? {
          reason: `${FOREIGN_ENGINE_MESSAGE}: this is a container, and ${engine} runs beside it`,
          remedy: 'Run the job on the machine itself, without `container:` (see docs/sandbox.md#job-containers).',
        }
      : {
          reason: `${FOREIGN_ENGINE_MESSAGE}: ${engine} runs on another machine`,
          remedy: 'Use an engine of this machine: unset DOCKER_HOST, DOCKER_CONTEXT and CONTAINER_HOST.',
        };
  }
  if (/permission denied.*(docker|podman)\.sock|(docker|podman)\.sock.*permission denied/i.test(message)) {
    return {
      reason: `${engine} does not let this user in (${first_line})`,
      remedy:
        'Run as a user who may use it, which is as good as root, or as root (see docs/sandbox.md#container-backend).',
    };
  }
  if (/cannot connect|is the docker daemon running|connection refused|unable to connect|dial unix/i.test(message)) {
    return {
      reason: `${engine} cannot be reached (${first_line})`,
      remedy: host.in_container
        ? 'Run the job on the machine itself, without `container:` (see docs/sandbox.md#job-containers).'
        : `Start ${engine} (see docs/sandbox.md#container-backend).`,
    };
  }
  if (/no such image|no such object|image not known|unable to find image|failed to find image/i.test(message)) {
    return {
      reason: `the image ${image} is not here, and a run fetches none`,
      remedy: image.startsWith('sha256:')
        ? `Load it (${engine} load, ${engine} build): an id cannot be pulled.`
        : `Fetch it first: ${engine} pull ${image}`,
    };
  }
  return {
    reason: `${engine} ${/^does not/.test(first_line) ? first_line : `does not work here (${first_line})`}`,
    remedy: 'See docs/sandbox.md#container-backend.',
  };
}
