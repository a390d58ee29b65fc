import fc from 'fast-check';
import { createTaskPaths } from '../../../src/adapters/harbor/task_paths.js';

describe('paths of the image become those of the sandbox', () => {
  const paths = createTaskPaths('/app', ['/data/in.csv', '/home/user/x'], ['open("/tmp/out.txt"); get("/api/data")']);

  it.each<[text: string, becomes: string]>([
    ['/app', '/work'],
    ['Write /app/x.txt.', 'Write /work/x.txt.'],
    ['/apple and /application', '/apple and /application'],
    ['/my/app/x', '/my/app/x'],
    ['/tests/test_a.py', '/work/gatebench-tests/test_a.py'],
    ['/logs/verifier/reward.txt', '/tmp/gatebench-verifier/reward.txt'],
    ['/tmp/out.txt', '/work/outside/tmp/out.txt'],
    ['/data/in.csv', '/work/outside/data/in.csv'],
    ['/home/user/x /home/other', '/work/outside/home/user/x /home/other'],
    ['https://host.example/app/x', 'https://host.example/app/x'],
    ['f"{base}/data"', 'f"{base}/data"'],
    ['get("/api/data")', 'get("/api/data")'],
  ])('%j', (text, becomes) => {
    expect(paths.rewrite(text)).toBe(becomes);
  });

  it('puts files of the working folder at the root of the repository, and others below one folder', () => {
    const folder = fc.constantFrom('/work', '/tmp', '/data', '/app', '/app/sub', '/home/user', '/root');
    fc.assert(
      fc.property(folder, folder, fc.constantFrom('x', 'a/b.txt'), (workdir, made, name) => {
        const some = createTaskPaths(workdir, [`${made}/${name}`], []);
        expect(some.locate(workdir)).toBe('');
        expect(some.locate(`${workdir}/${name}`)).toBe(name);
        expect(some.rewrite(`${workdir}/${name}`)).toBe(`/work/${name}`);
        const place = some.locate(`${made}/${name}`)!;
        expect(some.rewrite(`${made}/${name}`)).toBe(`/work/${place}`);
        for (const to of some.outside.values()) expect(to).toMatch(/^outside\/[^/]/);
      }),
    );
  });
});

it.each(['/tests', '/logs/verifier/x'])('refuses a working folder in which the tests lie: %s', (workdir) => {
  expect(() => createTaskPaths(workdir, [], [])).toThrow(`its working folder is ${workdir}`);
});

it.each(['/etc/passwd', '/usr/local/bin/tool', '/var/lib/app/state', '/run/app.pid'])(
  'refuses tests that look at a place of the system: %s',
  (path) => {
    expect(() => createTaskPaths('/app', [], [`assert exists("${path}")`])).toThrow(`its tests look at ${path}`);
  },
);

it.each(['/usr/bin/python3', '/bin/sh', '/dev/null', '/proc/1', '/tests/x', '/logs/verifier/y'])(
  'takes a program or a device for that of this machine: %s',
  (path) => {
    expect(createTaskPaths('/app', [], [`run("${path}")`]).outside.size).toBe(0);
  },
);
