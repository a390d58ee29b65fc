import { completeImageName, selectImageDigest } from '../../../src/sandbox/container/container_image.js';

const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
const id = digest('1');

describe('the name of an image is completed as engines do', () => {
  it.each([
    ['debian', 'docker.io/library/debian:latest'],
    ['swebench/sweb.eval.x86_64.a_1776_b-1:latest', 'docker.io/swebench/sweb.eval.x86_64.a_1776_b-1:latest'],
    ['docker.io/a/b', 'docker.io/a/b:latest'],
    ['index.docker.io/a/b:1', 'docker.io/a/b:1'],
    ['ghcr.io/a/b.c__d:v1.1', 'ghcr.io/a/b.c__d:v1.1'],
    ['localhost:5000/a:x', 'localhost:5000/a:x'],
    ['localhost/a', 'localhost/a:latest'],
    [`a/b@${id}`, `docker.io/a/b@${id}`],
    [`a/b:tag@${id}`, `docker.io/a/b@${id}`],
  ])('%s', (name, reference) => {
    expect(completeImageName(name)?.reference).toBe(reference);
  });

  // Podman reads `dir:/etc` and `docker-archive:x.tar` as files of the machine, and both engines an option that begins with a dash.
  it.each([
    '',
    '-v',
    '--help',
    'dir:/etc',
    'docker-archive:/x.tar',
    'oci:/x:y',
    'a b',
    'A/b',
    'a/B',
    'a//b',
    'a/b:',
    'a\n',
    'a'.repeat(501),
  ])('not %j, which is none', (name) => {
    expect(completeImageName(name)).toBeUndefined();
  });
});

describe('an image is pinned', () => {
  it.each<[what: string, name: string, digests: string[], pin: string]>([
    ['by the digest of its registry', 'a/b:latest', [`docker.io/a/b@${digest('2')}`], `docker.io/a/b@${digest('2')}`],
    ['with the registry that docker leaves out', 'a/b', [`a/b@${digest('2')}`], `docker.io/a/b@${digest('2')}`],
    ['by its id, if no registry has it', 'a/b', [], id],
    ['by its id, if podman built it', 'a', [`localhost/a@${digest('2')}`], id],
    ['by its id, if it was asked for as a local one', 'localhost/a', [`localhost/a@${digest('2')}`], id],
    ['by its id, if only another name has a digest', 'a/b', [`docker.io/c/d@${digest('2')}`], id],
    [
      'by the first of several digests of its own name',
      'a/b',
      [`c/d@${digest('2')}`, `a/b@${digest('4')}`, `a/b@${digest('3')}`, 'a/b', '<none>@<none>'],
      `docker.io/a/b@${digest('3')}`,
    ],
  ])('%s', (_, name, digests, pin) => {
    expect(selectImageDigest(name, { id, digests })).toBe(pin);
  });
});
