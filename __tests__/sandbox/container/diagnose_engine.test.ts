import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { detectContainerHost, diagnoseEngine } from '../../../src/sandbox/container/diagnose_engine.js';
import { FOREIGN_ENGINE_MESSAGE } from '../../../src/sandbox/container/running_container.js';
import { givenFolder, removeFolders } from '../given.js';

afterAll(removeFolders);

type Surroundings = ReturnType<typeof detectContainerHost>;

const machine: Surroundings = { in_container: false, sockets: [] };
const job: Surroundings = { in_container: true, sockets: ['/var/run/docker.sock'] };
const IMAGE = `node@sha256:${'1'.repeat(64)}`;
const ID = `sha256:${'2'.repeat(64)}`;
const JOB = 'Run the job on the machine itself, without `container:` (see docs/sandbox.md#job-containers).';

describe('an image that cannot be run in is refused with why, and what helps', () => {
  it.each<[string, string, string, Surroundings, { reason: string; remedy: string }]>([
    [
      'no engine',
      IMAGE,
      'spawn docker ENOENT',
      machine,
      {
        reason: 'the contract runs in an image, and docker is not installed',
        remedy: 'Install docker (see docs/sandbox.md#container-backend).',
      },
    ],
    [
      'a daemon that does not run',
      IMAGE,
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      machine,
      {
        reason:
          'docker cannot be reached (Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?)',
        remedy: 'Start docker (see docs/sandbox.md#container-backend).',
      },
    ],
    [
      'a user who may not',
      IMAGE,
      'permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock',
      machine,
      {
        reason:
          'docker does not let this user in (permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock)',
        remedy:
          'Run as a user who may use it, which is as good as root, or as root (see docs/sandbox.md#container-backend).',
      },
    ],
    [
      'an image that is not here',
      IMAGE,
      `Error: No such image: ${IMAGE}`,
      machine,
      {
        reason: `the image ${IMAGE} is not here, and a run fetches none`,
        remedy: `Fetch it first: docker pull ${IMAGE}`,
      },
    ],
    [
      'an id that is not here',
      ID,
      `Error: ${ID}: image not known`,
      machine,
      {
        reason: `the image ${ID} is not here, and a run fetches none`,
        remedy: 'Load it (docker load, docker build): an id cannot be pulled.',
      },
    ],
    [
      'a job container with the engine of the machine around it',
      IMAGE,
      FOREIGN_ENGINE_MESSAGE,
      job,
      { reason: `${FOREIGN_ENGINE_MESSAGE}: this is a container, and docker runs beside it`, remedy: JOB },
    ],
    [
      'the same, where the folder to mount is not on that machine',
      IMAGE,
      'docker: Error response from daemon: invalid mount config for type "bind": bind source path does not exist: /__w/_temp/x.',
      job,
      { reason: `${FOREIGN_ENGINE_MESSAGE}: this is a container, and docker runs beside it`, remedy: JOB },
    ],
    [
      'an engine on another machine',
      IMAGE,
      FOREIGN_ENGINE_MESSAGE,
      machine,
      {
        reason: `${FOREIGN_ENGINE_MESSAGE}: docker runs on another machine`,
        remedy: 'Use an engine of this machine: unset DOCKER_HOST, DOCKER_CONTEXT and CONTAINER_HOST.',
      },
    ],
    [
      'a job container without an engine',
      IMAGE,
      'Cannot connect to the Docker daemon',
      { ...job, sockets: [] },
      { reason: 'docker cannot be reached (Cannot connect to the Docker daemon)', remedy: JOB },
    ],
    [
      'a probe that found something',
      IMAGE,
      'does not isolate here: there is a network (interfaces: lo,eth0,)',
      machine,
      {
        reason: 'docker does not isolate here: there is a network (interfaces: lo,eth0,)',
        remedy: 'See docs/sandbox.md#container-backend.',
      },
    ],
    [
      'anything else',
      IMAGE,
      'a surprise\nwith a second line',
      machine,
      { reason: 'docker does not work here (a surprise)', remedy: 'See docs/sandbox.md#container-backend.' },
    ],
  ])('%s', (_, image, message, around, expected) => {
    expect(diagnoseEngine('docker', image, message, around)).toEqual(expected);
  });
});

describe('a job container is known by its marks', () => {
  it.each<[string, Record<string, string>, Surroundings]>([
    ['no mark', {}, machine],
    ['of docker', { '.dockerenv': '' }, { in_container: true, sockets: [] }],
    [
      'of docker, with its socket',
      { '.dockerenv': '', 'var/run/docker.sock': '' },
      { in_container: true, sockets: ['/var/run/docker.sock'] },
    ],
    [
      'of podman, with its socket',
      { 'run/.containerenv': '', 'run/podman/podman.sock': '' },
      { in_container: true, sockets: ['/run/podman/podman.sock'] },
    ],
    ['of a cluster', { 'proc/1/cgroup': '0::/kubepods/pod1\n' }, { in_container: true, sockets: [] }],
  ])('%s', (_, files, expected) => {
    const root = givenFolder();
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    expect(detectContainerHost(root)).toEqual(expected);
  });
});
