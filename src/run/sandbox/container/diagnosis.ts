import type { Diagnosis } from '../diagnosis.js';
import type { EngineName } from './engine.js';
import type { Surroundings } from './job_container.js';
import { ELSEWHERE } from './running_container.js';

/** Why a contract's image cannot be run in, and what helps: from what the engine complained about, and where we are. */
export function diagnoseEngine(engine: EngineName, image: string, message: string, around: Surroundings): Diagnosis {
  const said = message.split('\n')[0]?.trim() ?? '';
  if (/ENOENT/.test(message)) {
    return {
      reason: `the contract runs in an image, and ${engine} is not installed`,
      remedy: `Install ${engine} (see docs/sandbox.md#container-backend).`,
    };
  }
  // An engine beside us: its socket was handed in, its file system is that of the machine around our container.
  if (
    message.includes(ELSEWHERE) ||
    (around.in_container && /bind source path|no such file or directory/.test(message))
  ) {
    return around.in_container
      ? {
          reason: `${ELSEWHERE}: this is a container, and ${engine} runs beside it`,
          remedy: 'Run the job on the machine itself, without `container:` (see docs/sandbox.md#job-containers).',
        }
      : {
          reason: `${ELSEWHERE}: ${engine} runs on another machine`,
          remedy: 'Use an engine of this machine: unset DOCKER_HOST, DOCKER_CONTEXT and CONTAINER_HOST.',
        };
  }
  if (/permission denied.*(docker|podman)\.sock|(docker|podman)\.sock.*permission denied/i.test(message)) {
    return {
      reason: `${engine} does not let this user in (${said})`,
      remedy:
        'Run as a user who may use it, which is as good as root, or as root (see docs/sandbox.md#container-backend).',
    };
  }
  if (/cannot connect|is the docker daemon running|connection refused|unable to connect|dial unix/i.test(message)) {
    return {
      reason: `${engine} cannot be reached (${said})`,
      remedy: around.in_container
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
    reason: `${engine} ${/^does not/.test(said) ? said : `does not work here (${said})`}`,
    remedy: 'See docs/sandbox.md#container-backend.',
  };
}
