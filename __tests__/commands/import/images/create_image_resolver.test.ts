import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createImageResolver } from '../../../../src/commands/import/images/create_image_resolver.js';
import { cleanUp, givenRoom, write } from '../../../given.js';

afterAll(cleanUp);

const DIGEST = `sha256:${'2'.repeat(64)}`;
const ID = '1'.repeat(64);

/** An engine that has the images of its folder, fetches those of a registry, and takes no other call. */
const ENGINE = `#!/bin/sh
here=$(dirname "$0")/../$(basename "$0")
echo "$*" >> "$here/calls"
file() { echo "$1" | tr '/:@' '___'; }
case "$1 $2 $3" in
  'version --format {{.Client.Version}}') cat "$here/down" >&2 2>/dev/null && exit 1; echo 5.0 ;;
  'image inspect --format')
    [ "$4 $5 $#" = '{{.Os}}/{{.Architecture}} -- 6' ] || exit 64
    [ -e "$here/hangs" ] && { echo hangs >> "$here/calls"; exec sleep 300; }
    [ -e "$here/broken" ] && { cat "$here/broken" >&2; exit 1; }
    [ -e "$here/images/$(file "$6")" ] || { echo "Error: No such image: $6" >&2; exit 1; }
    echo linux/$(cat "$here/architecture" 2>/dev/null || echo amd64) ;;
  'image inspect --') [ $# = 4 ] && cat "$here/images/$(file "$4")" 2>/dev/null || { echo "Error: No such image: $4" >&2; exit 1; } ;;
  'pull --quiet --')
    echo "Trying to pull $4..." >&2
    cp "$here/registry/$(file "$4")" "$here/images/$(file "\${4#docker.io/}")" 2>/dev/null ||
      { echo "Error response from daemon: manifest for $4 not found: manifest unknown" >&2; exit 1; } ;;
  *) echo "no such call: $*" >&2; exit 64 ;;
esac
`;

/** Question whether an engine has an image. */
const QUESTION = 'image inspect --format {{.Os}}/{{.Architecture}} --';

const image = (digests: string[] | null, Env: string[] | null = ['PATH=/image/bin', 'A=b=c']) =>
  JSON.stringify([{ Id: `sha256:${ID}`, RepoDigests: digests, Config: { Env, Volumes: null } }]);

/** Engines by name: their images and those of their registry, by file name, or why they do not answer. */
type GivenEngines = Record<
  string,
  {
    images?: Record<string, string>;
    registry?: Record<string, string>;
    /** Why it answers nothing; why it answers no question about an image. */
    down?: string;
    broken?: string;
    /** Architecture of its images; default: amd64. */
    architecture?: string;
    /** That it never answers a question about an image. */
    hangs?: '';
  }
>;

function given(engines: GivenEngines, pull = false, more: Partial<Parameters<typeof createImageResolver>[0]> = {}) {
  const room = givenRoom();
  for (const [name, { images = {}, registry = {}, ...texts }] of Object.entries(engines)) {
    const files = {
      ...toFiles('images', images),
      ...toFiles('registry', registry),
      ...texts,
    };
    write(join(room, name), { 'images/none': '', ...files });
    write(join(room, 'bin'), { [name]: { content: ENGINE, executable: true } });
  }
  const told: string[] = [];
  const warned: string[] = [];
  const resolve = createImageResolver({
    ...{ search_path: join(room, 'bin'), pull, signal: new AbortController().signal, architecture: 'x64' },
    tell: (line) => told.push(line),
    warn: (line) => warned.push(line),
    ...more,
  });
  const calls = (name: string) =>
    existsSync(join(room, name, 'calls'))
      ? readFileSync(join(room, name, 'calls'), 'utf8')
          .trim()
          .split('\n')
      : [];
  return { resolve, told, warned, calls };
}

const toFiles = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name.replace(/[/:@]/g, '_')}`, text]));

it('finds an image by the first of its names that an engine has, docker before podman', async () => {
  const { resolve, calls } = given({
    docker: { images: { 'c/d:1': image([]) } },
    podman: { images: { 'a/b:1': image([`docker.io/a/b@${DIGEST}`]), 'c/d:1': image([]) } },
  });
  expect(await resolve(['a/b:1', 'c/d:1'])).toEqual({
    ...{ name: 'a/b:1', pin: `docker.io/a/b@${DIGEST}`, path: '/image/bin' },
    variables: { PATH: '/image/bin', A: 'b=c' },
  });
  expect(await resolve(['c/d:1'])).toMatchObject({ name: 'c/d:1', pin: `sha256:${ID}` });
  // The engines are asked once if they work, and nothing is fetched.
  expect(calls('docker')).toEqual([
    ...['version --format {{.Client.Version}}', `${QUESTION} a/b:1`, `${QUESTION} c/d:1`, 'image inspect -- c/d:1'],
  ]);
});

it('pins an image without a digest or an environment by its id, with the PATH of the system', async () => {
  const { resolve } = given({ podman: { images: { a: image(null, null) } } });
  expect(await resolve(['a'])).toMatchObject({ pin: `sha256:${ID}`, path: expect.stringContaining('/usr/bin') });
});

it('says that an image is missing, and fetches none unless it was asked to', async () => {
  const { resolve, calls } = given({ docker: { registry: { 'docker.io/a/b:1': image([]) } } });
  expect(await resolve(['a/b:1'])).toEqual({ fault: 'its image a/b:1 is not on this machine', missing: true });
  expect(calls('docker').filter((call) => call.startsWith('pull'))).toEqual([]);
});

it('fetches a missing image by its whole name, from the first engine that works', async () => {
  const { resolve, told, calls } = given(
    {
      docker: { down: 'Cannot connect to the Docker daemon' },
      podman: { registry: { 'docker.io/c/d:latest': image([`docker.io/c/d@${DIGEST}`]) } },
    },
    true,
  );
  // Looked up afterwards by the name that was given.
  expect(await resolve(['a/b:1', 'c/d:latest'])).toMatchObject({ pin: `docker.io/c/d@${DIGEST}` });
  expect(told).toEqual(['pulling a/b:1', 'pulling c/d:latest']);
  expect(calls('podman').filter((call) => call.startsWith('pull'))).toEqual([
    ...['pull --quiet -- docker.io/a/b:1', 'pull --quiet -- docker.io/c/d:latest'],
  ]);
});

it('says in the words of the engine why an image cannot be fetched', async () => {
  const { resolve } = given({ docker: {} }, true);
  expect(await resolve(['a/b:1'])).toEqual({
    fault: 'docker cannot pull docker.io/a/b:1: manifest for docker.io/a/b:1 not found: manifest unknown',
    missing: true,
  });
});

it('says why no engine works', async () => {
  const { resolve } = given({ docker: { down: 'Cannot connect to the Docker daemon' } });
  expect(await resolve(['a/b:1'])).toEqual({
    fault: 'no container engine works here (docker: Cannot connect to the Docker daemon; podman: not installed)',
    missing: false,
  });
});

it('does not take an engine that fails for one without the image: it says why, and asks it no more', async () => {
  const { resolve, calls, warned } = given({
    docker: { broken: 'Error response from daemon: input/output error\n' },
    podman: { images: { 'c/d:1': image([]) } },
  });
  const fault =
    'its image a/b:1 is not on this machine (docker was not asked: Error response from daemon: input/output error)';
  expect(await resolve(['a/b:1'])).toEqual({ fault, missing: true });
  expect(await resolve(['c/d:1'])).toMatchObject({ name: 'c/d:1' });
  expect(calls('docker')).toEqual(['version --format {{.Client.Version}}', `${QUESTION} a/b:1`]);
  expect(warned).toEqual(['docker is not asked for images: Error response from daemon: input/output error']);
});

it('knows the words for a missing image behind a long name, as podman has them', async () => {
  const name = `${'a'.repeat(230)}/b:1`;
  const { resolve } = given({ podman: { broken: `Error: inspecting object: ${name}: image not known\n` } });
  expect(await resolve([name])).toEqual({ fault: `its image ${name} is not on this machine`, missing: true });
});

it('says why no engine works also where one failed later, and warns once', async () => {
  const { resolve, warned } = given(
    { docker: { down: 'no daemon\n' }, podman: { broken: 'database is locked\n' } },
    true,
  );
  const fault = 'no container engine works here (docker: no daemon; podman: database is locked)';
  expect(await resolve(['a/b:1', 'c/d:1'])).toEqual({ fault, missing: false });
  expect(await resolve(['e:1'])).toEqual({ fault, missing: false });
  expect(warned).toEqual([
    ...['docker is not asked for images: no daemon', 'podman is not asked for images: database is locked'],
  ]);
});

it('takes an answer that cannot be read for a failure', async () => {
  const { resolve } = given({ podman: { images: { a: 'no JSON' } } });
  expect(await resolve(['a'])).toEqual({
    fault: 'no container engine works here (docker: not installed; podman: its answer on a cannot be read)',
    missing: false,
  });
});

it('waits only a while for an engine that does not answer', async () => {
  const { resolve } = given({ docker: { hangs: '' } }, false, { timeout_ms: 500 });
  expect(await resolve(['a'])).toEqual({
    fault: 'no container engine works here (docker: no answer after 0.5 seconds; podman: not installed)',
    missing: false,
  });
});

it('stops waiting where the import is interrupted', async () => {
  const stop = new AbortController();
  const { resolve, calls } = given({ docker: { hangs: '' } }, false, { signal: stop.signal });
  const answer = resolve(['a']).catch((error: unknown) => error);
  while (!calls('docker').includes('hangs')) await new Promise((go) => setTimeout(go, 2));
  stop.abort(new Error('interrupted'));
  expect(await answer).toEqual(new Error('interrupted'));
});

it('takes no image that is made for other machines, and looks for one with another engine or name', async () => {
  const { resolve } = given({
    docker: { images: { a: image([]), b: image([]) }, architecture: 'arm64' },
    podman: { images: { b: image([]) } },
  });
  expect(await resolve(['a'])).toEqual({
    fault: 'its image a is for linux/arm64, and this machine is linux/amd64',
    missing: false,
  });
  expect(await resolve(['a', 'b'])).toMatchObject({ name: 'b' });
});

it('fetches an image where the one that is there is made for other machines, and looks at what came', async () => {
  const foreign = { images: { 'a/b:1': image([]) }, architecture: 'arm64' };
  const { resolve, calls } = given({ docker: { ...foreign, registry: { 'docker.io/a/b:1': image([]) } } }, true);
  expect(await resolve(['a/b:1'])).toMatchObject({ fault: expect.stringContaining('linux/arm64'), missing: false });
  expect(calls('docker')).toContain('pull --quiet -- docker.io/a/b:1');
});

it('hands no name to an engine that is no image of a registry', async () => {
  const { resolve, calls } = given({ docker: {} }, true);
  expect(await resolve(['--help'])).toEqual({ fault: '"--help" is no name of an image', missing: false });
  expect(await resolve(['dir:/etc'])).toMatchObject({ missing: false });
  expect(calls('docker')).toEqual(['version --format {{.Client.Version}}']);
});
