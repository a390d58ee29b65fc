import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';
import { type GivenEngine, inEngines } from './given.js';
import { givenImage } from './given_image.js';

const images: { remove(): void }[] = [];
afterAll(() => {
  for (const image of images) image.remove();
  return cleanUp();
});

/** A program that reports what a check should find, and otherwise does as the real one. */
const FORGERY = `#!/bin/sh
case $* in
  *hidden/check.sh*) ;;
  *) exec "/usr/bin/\${0##*/}" "$@" ;;
esac
if [ "$1" = -i ]; then for text; do :; done; eval "$(echo "$text" | /usr/bin/grep '^REPORT=')"; else REPORT=$2; fi
printf 'TAP version 13\\n1..2\\nok 1 - the value is right\\nok 2 - the rest is kept\\n' > "$REPORT"
`;

inEngines('a PATH of an image of %s that leads into the repository', (name, given: GivenEngine) => {
  const room = givenRoom();

  async function attempt(id: string, path: string, workdir: string | undefined, programs: readonly string[]) {
    const image = givenImage(given, `gatebench-path-${id}-${name}`, { 'usr/x': '' }, [`ENV PATH=${path}`]);
    images.push(image);
    const environment = { image: image.id, ...(workdir ? { workdir } : {}), tools: { perl: '*' } };
    const oracle = { files: 'hidden/', canary: 'sh hidden/canary.sh', perturbation: { when: 'never' as const } };
    const contract = await givenShellTask(room, id, { contract: { environment, oracle } });
    const forgery = `cat > .venv/bin/x <<'END'\n${FORGERY}END`;
    const plant = programs.map((program) => `cp .venv/bin/x .venv/bin/${program}`).join('; ');
    const agent = `mkdir -p .venv/bin; ${forgery}\nchmod +x .venv/bin/x; ${plant}; echo "$PATH"`;
    const { attempts } = await ran(room, {
      contracts: [contract],
      agents: [`command:${agent}`],
      sandbox: given.engine,
    });
    return attempts.map((seen) => [
      `${seen.status} ${seen.vector}`,
      seen.of('tool_invocation')[0]?.payload.execution?.stdout.head,
    ])[0];
  }

  it.each([
    ['env', '/app/.venv/bin:/usr/bin:/bin', '/app'],
    ['env', '/work/.venv/bin:/usr/bin:/bin', undefined],
    ['sh', '/usr/../app/.venv/bin:.venv/bin::/usr/bin:/bin', '/app'],
  ])('gives a patch no way to run its own %s (%s)', async (program, path, workdir) => {
    const id = `forged-${program}-${workdir?.slice(1) ?? 'work'}`;
    expect(await attempt(id, path, workdir, [program])).toEqual(['failure pass/pass/fail/pass', '/usr/bin:/bin\n']);
  });

  it('is that of the system where nothing else remains', async () => {
    const [told, path] = (await attempt('nothing', '/app/.venv/bin', '/app', ['env']))!;
    expect([told, path]).toEqual([
      'failure pass/pass/fail/pass',
      '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n',
    ]);
  });
});
