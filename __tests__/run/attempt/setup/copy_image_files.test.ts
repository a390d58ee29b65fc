import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../../../src/record/manifest/manifest.js';
import { IMAGE_COPY_DIGEST } from '../../../../src/run/attempt/setup/copy_image_files.js';
import { computeLayerDigest } from '../../../../src/workspace/layer.js';
import { cleanUp, type GivenFiles, givenRoom } from '../../../given.js';
import { ran } from '../../../given_run.js';
import { type GivenTask, givenShellTask } from '../../../given_task.js';
import { type GivenEngine, inEngines } from '../../../sandbox/container/given.js';
import { givenImage } from '../../../sandbox/container/given_image.js';

const images: { remove(): void }[] = [];
afterAll(() => {
  for (const image of images) image.remove();
  return cleanUp();
});

inEngines('files that an image of %s has at the place of the repository', (name: string, given: GivenEngine) => {
  const room = givenRoom();
  let count = 0;

  /** Runs a contract in an image with these files, and returns its attempts. */
  async function attempt(
    files: GivenFiles,
    agents: string[],
    task: GivenTask = {},
    workdir = '/testbed',
    script?: string,
    volumes: string[] = [],
  ) {
    const id = `copied-${name}-${++count}`;
    const image = givenImage(
      given,
      `gatebench-${id}`,
      files,
      volumes.map((volume) => `VOLUME ${volume}`),
      script,
    );
    images.push(image);
    const environment = { image: image.id, workdir, image_files: true };
    const contract = await givenShellTask(room, id, { ...task, contract: { environment, ...task.contract } });
    const { attempts } = await ran(room, { contracts: [contract], agents, sandbox: given.engine });
    return attempts.map((seen) => ({
      seen,
      told: `${seen.status} ${seen.vector}`,
      reason: seen.result.verdict.reason,
      setup: seen.of('setup')[0]?.payload,
      said: seen.of('tool_invocation')[0]?.payload.execution?.stdout.head,
    }));
  }

  it('are copied where the repository has none, and replace none of its own', async () => {
    const files: GivenFiles = {
      // The image's own copy of the repository is solved; its hidden test always passes.
      'testbed/value': 'right\n',
      'testbed/hidden/check.sh': 'echo "1..1" > "$1"; echo "ok 1 - reads the value" >> "$1"\n',
      'testbed/.git/HEAD': 'history\n',
      'testbed/source/built.o': 'built\n',
      'testbed/source/.hidden': 'dotted\n',
      'testbed/source/__pycache__/a.pyc': 'old\n',
      'testbed/packages/.git/HEAD': 'history\n',
      'testbed/packages/a b': 'blank\n',
      'testbed/packages/deep/__pycache__/b.pyc': 'old\n',
      'testbed/kept/is a folder': 'there\n',
      'testbed/leads/away': 'followed\n',
      'testbed/host': { link: '/etc' },
    };
    const repo: GivenFiles = { 'source/main.c': 'main\n', 'elsewhere/x': 'x\n', leads: { link: 'elsewhere' } };
    const look = 'find . -path ./.git -prune -o ! -type d -print | sort; cat kept value; readlink leads host; pwd';
    const [noop, looking] = await attempt(files, ['noop', `command:${look}`], { repo });
    expect(noop!.told).toBe('failure pass/pass/fail/pass');
    expect(looking!.said?.split('\n').filter(Boolean)).toEqual([
      ...['./elsewhere/x', './hidden/check.sh', './host', './kept', './leads', './packages/a b'],
      ...['./source/.hidden', './source/built.o', './source/main.c', './value'],
      ...['kept', 'wrong', 'elsewhere', '/etc', '/testbed'],
    ]);
  });

  it('are left out where they are no files, or cannot be read, and the log of the setup says so', async () => {
    const files: GivenFiles = { 'testbed/a/b/c': 'c\n', 'testbed/a/d': 'd\n', 'testbed/.git/e': 'e\n' };
    const script = 'cd /testbed; mkfifo pipe a/b/pipe; echo x > a/shut; mkdir no; echo y > no/y; chmod 0 a/shut no';
    const [seen] = await attempt(
      files,
      ['command:find . -path ./.git -prune -o -print | sort'],
      {},
      '/testbed',
      script,
    );
    expect(seen!.setup).toMatchObject({ outcome: 'ready' });
    const left = ['a/b/pipe (no file)', 'a/shut (not readable)', 'no (not readable)', 'pipe (no file)'];
    expect(seen!.setup!.steps[0]!.stdout.head.split('\n').filter(Boolean).sort()).toEqual(
      left.map((path) => `left out: /testbed/${path}`),
    );
    const listed = ['.', './a', './a/b', './a/b/c', './a/d', './kept', './value'];
    expect(seen!.said?.split('\n').filter(Boolean)).toEqual(listed);
  });

  it('lie in a layer that another way of copying would not find', async () => {
    const [{ seen, setup }] = (await attempt({ 'testbed/new': 'x\n' }, ['noop'])) as [
      Awaited<ReturnType<typeof attempt>>[0],
    ];
    const { contract } = JSON.parse(readFileSync(join(seen.path, 'manifest.json'), 'utf8')) as Manifest;
    const layerOf = (image_files: unknown) =>
      computeLayerDigest({
        tree: seen.result.snapshot.tree,
        environment: { ...(contract.body.environment as object), image_files },
        setup: contract.body.setup,
        sandbox_class: seen.result.configuration.sandbox_class,
        tools: setup!.tools,
      });
    expect(setup!.layer).toBe(layerOf(IMAGE_COPY_DIGEST));
    expect(setup!.layer).not.toBe(layerOf(true));
  });

  it('cannot change a file of the repository, even with programs of their own', async () => {
    const cp = { content: '#!/bin/sh\necho right > value\n: > new\n', executable: true as const };
    const [seen] = await attempt({ 'usr/bin/cp': cp, 'testbed/new': 'x\n' }, ['noop']);
    expect(seen!.told.split(' ')[0]).toBe('invalid');
    expect(seen!.setup).toMatchObject({
      outcome: 'failed',
      detail: 'files of the image in /testbed change value, which the repository has',
    });
  });

  it.each([['/srv/app'], ['/srv']])(
    'are seen, as is the repository, where the image declares a volume at %s',
    async (volume) => {
      const files = { 'srv/app/built': 'built\n', 'srv/app/value': 'old\n' };
      const look = 'ls; cat value built; echo right > value';
      const [seen] = await attempt(files, [`command:${look}`], {}, '/srv/app', undefined, [volume]);
      expect([seen!.told, seen!.said?.split('\n').filter(Boolean)]).toEqual([
        'success pass/pass/pass/pass',
        ['built', 'kept', 'value', 'wrong', 'built'],
      ]);
    },
  );

  it('are not hidden by a volume within the repository, which is refused where the engine cannot ignore it', async () => {
    const files = { 'srv/app/data/built': 'built\n' };
    const repo = { 'data/own': 'own\n' };
    const look = 'ls data; echo right > value';
    const [seen] = await attempt(files, [`command:${look}`], { repo }, '/srv/app', undefined, ['/srv/app/data']);
    expect([seen!.told, seen!.said ?? seen!.reason]).toEqual(
      given.engine === 'podman'
        ? ['success pass/pass/pass/pass', 'built\nown\n']
        : [
            'invalid -/-/-/pass',
            "harness-error: the image declares a volume at /srv/app/data, which docker shows in place of the repository's " +
              'files: use podman, which leaves volumes out',
          ],
    );
  });

  it('must lie where the contract says', async () => {
    const [seen] = await attempt({ 'opt/x': 'x\n' }, ['noop'], {}, '/opt/project');
    expect(seen!.setup?.detail).toBe(
      'files of the image in /opt/project cannot be copied: exit status 1: the image has no folder /opt/project',
    );
  });

  it('are all that is shown of the homes, where the repository lies in one', async () => {
    const files = { 'home/project/built': 'built\n', 'home/fix.patch': 'solution\n', 'home/project/value': 'old\n' };
    const look = 'ls /home; ls; cat /home/project/value; basename "$PWD"; echo right > value';
    const [seen] = await attempt(files, [`command:${look}`], {}, '/home/project');
    expect(seen!.told).toBe('success pass/pass/pass/pass');
    const listed = ['agent', 'project', 'built', 'kept', 'value', 'wrong', 'project'];
    expect(seen!.said?.split('\n').filter(Boolean)).toEqual(listed);
  });
});
