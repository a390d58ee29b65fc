import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createContainerEngine } from '../../../src/sandbox/container/container_engine.js';
import { findContainerImage } from '../../../src/sandbox/container/container_image.js';
import { compileSandbox, givenFolder, inSession, isAlive, order, PATH, removeFolders } from '../given.js';
import { container, type GivenEngine, inEngines } from './given.js';

afterAll(removeFolders);

const containers = ({ engine }: GivenEngine, word: string) =>
  execFileSync(engine, ['ps', '--all', '--format', '{{.Names}}'], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name.includes(word));

inEngines('what a killed process leaves behind in %s', (_, given: GivenEngine) => {
  it('is nothing: its containers end with it, whatever runs in them', async () => {
    const folder = givenFolder();
    compileSandbox(folder);
    writeFileSync(
      join(folder, 'main.js'),
      `
import { createContainerBackend } from './sandbox/container/create_container_backend.js';
const [options, order] = process.argv.slice(2).map((text) => JSON.parse(text));
const session = await createContainerBackend(options).open(order);
const argv = ['perl', '-e', '$| = 1; print "running"; sleep 600', 'killed-' + process.pid];
await session.exec({ argv, timeout_ms: 60000, on_output: (_, chunk) => process.stdout.write(chunk) });
`,
    );
    const options = JSON.stringify({ ...given, state_dir: givenFolder() });
    const child = spawn(process.execPath, [join(folder, 'main.js'), options, JSON.stringify(order(givenFolder()))], {
      env: { ...process.env, PATH: process.env.PATH ?? PATH },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const commands = readdirSync('/proc').filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('perl') &&
          readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(`killed-${child.pid}\0`)
        );
      } catch {
        return false;
      }
    });
    const before = containers(given, `-${child.pid}-`).length;
    child.kill('SIGKILL');
    // Only a bound: the test ends when both are gone.
    while (commands.some((pid) => isAlive(Number(pid))) || containers(given, `-${child.pid}-`).length > 0)
      await pause(20);
    expect([commands.length, before]).toEqual([1, 1]);
  });

  it('is removed by the next one, and what belongs to the living is not', async () => {
    await inSession(container(given), order(givenFolder()), async () => {
      const [mine = ''] = containers(given, `-${process.pid}-`);
      const dead = mine.replace(`-${process.pid}-`, '-999999999-');
      const start = ['run', '--detach', '--network', 'none', '--label', 'gatebench=1', '--name', dead];
      execFileSync(given.engine, [...start, given.image, '/bin/sleep', '600'], { stdio: 'ignore' });
      const [leftover, living] = [containers(given, dead), containers(given, mine)];
      await inSession(container(given), order(givenFolder()), async () => {
        expect([leftover, living, containers(given, dead), containers(given, mine)]).toEqual([
          [dead],
          [mine],
          [],
          [mine],
        ]);
      });
    });
  });
});

inEngines('an image of %s', (_, given: GivenEngine) => {
  const engine = createContainerEngine(given.engine, given.engine);

  it('is looked up without being fetched', async () => {
    expect(await findContainerImage(engine, given.image)).toEqual({
      id: given.image,
      // Podman gives some to every image.
      digests: expect.any(Array),
      variables: expect.any(Object),
      path: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      volumes: [],
    });
  });

  it('is refused with what fetches it when it is not here', async () => {
    const image = `registry.invalid/none@sha256:${'0'.repeat(64)}`;
    expect(await container({ ...given, image }).probe()).toEqual({
      usable: false,
      reason: `the image ${image} is not here, and a run fetches none`,
      remedy: `Fetch it first: ${given.engine} pull ${image}`,
    });
  });
});
