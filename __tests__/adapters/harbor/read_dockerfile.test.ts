import { createImageFiles } from '../../../src/adapters/harbor/create_image_files.js';
import { listMadePlaces } from '../../../src/adapters/harbor/create_setup_line.js';
import { readDockerfile } from '../../../src/adapters/harbor/read_dockerfile.js';
import { createTaskPaths } from '../../../src/adapters/harbor/task_paths.js';

/** Files beside the Dockerfile of these tests. */
const CONTEXT = new Map(
  ['Dockerfile', 'a.txt', 'b.txt', 'run.sh', 'src/one.py', 'src/deep/two.py'].map((path) => [
    path,
    { content: Buffer.from(path), executable: false },
  ]),
);

/** Makes the files and the setup of a Dockerfile whose working folder is /app. */
function makeImage(lines: readonly string[], workdir = '/app') {
  const facts = readDockerfile(['FROM debian', 'WORKDIR /app', ...lines].join('\n'));
  const paths = createTaskPaths(workdir, listMadePlaces(facts), []);
  const { files, setup } = createImageFiles(facts, CONTEXT, paths);
  return {
    files: [...files].map(([path, { executable }]) => (executable ? `${path}*` : path)).sort(),
    setup: setup.map((step) => step.run),
    ...{ facts, files_by_path: files },
  };
}

// Holds G11
describe('copies lie in the repository as Docker lays them', () => {
  it.each<[line: string, files: string[]]>([
    ['COPY a.txt b.txt', ['b.txt']],
    ['COPY a.txt .', ['a.txt']],
    ['COPY a.txt b.txt data/', ['data/a.txt', 'data/b.txt']],
    ['COPY src lib', ['lib/deep/two.py', 'lib/one.py']],
    ['COPY *.txt /app/', ['a.txt', 'b.txt']],
    ['COPY s?c/**e.py .', ['one.py']],
    ['COPY ["a.txt", "with blank.txt"]', ['with blank.txt']],
    ['COPY --chown=me:me --chmod=755 run.sh /app/bin/', ['bin/run.sh*']],
    ['COPY a.txt /data/in/a.txt', ['outside/data/in/a.txt']],
    ['COPY a.txt /var/log/app/', ['outside/var/log/app/a.txt']],
    ['COPY <<EOF made.txt\n# no comment\nEOF', ['made.txt']],
    ['COPY . .', ['a.txt', 'b.txt', 'run.sh', 'src/deep/two.py', 'src/one.py']],
    ['WORKDIR sub\nCOPY a.txt .', ['sub/a.txt']],
    ['COPY b.txt .\nFROM other\nWORKDIR /app\nCOPY a.txt .', ['a.txt']],
    ['COPY b.txt .\nFROM debian AS base\nWORKDIR /app\nCOPY a.txt .\nFROM base\nCOPY run.sh .', ['a.txt', 'run.sh']],
  ])('%j', (line, files) => {
    expect(makeImage([line]).files).toEqual(files);
  });

  it('keeps each line of a here-document', () => {
    const { files_by_path } = makeImage(['COPY <<"EOF" made.txt', '# first', '', 'RUN last', 'EOF', 'COPY a.txt .']);
    expect(files_by_path.get('made.txt')!.content.toString()).toBe('# first\n\nRUN last\n');
    expect([...files_by_path.keys()]).toEqual(['made.txt', 'a.txt']);
  });
});

describe('commands that make files of others become setup', () => {
  it.each<[line: string, setup: string[]]>([
    ['RUN mkdir -p /app/out && chown me /app/out', ['cd /work && mkdir -p /work/out']],
    ['RUN apt-get update && mkdir out', ['cd /work && mkdir out']],
    ['RUN mkdir -p /var/log/app /etc/app', []],
    [`RUN echo 'a && b; c' > /app/note.txt`, [`cd /work && echo 'a && b; c' > /work/note.txt`]],
    ['WORKDIR /app/sub\nRUN chmod +x run.sh', ['cd /work/sub && chmod +x run.sh']],
    ['RUN mkdir /data && touch /data/x', ['cd /work && mkdir /work/outside/data && touch /work/outside/data/x']],
    ['RUN ln -s /usr/bin/python3 /usr/bin/python && rm -rf /var/lib/apt/lists/*', []],
    ['RUN pip install a \\\n  # why\n  b && \\\n\n  true', []],
    ['RUN mkdir d; chmod 755 d', ['cd /work && { mkdir d; chmod 755 d; }']],
    ['RUN mkdir d && apt-get update ; touch x', ['cd /work && { mkdir d; touch x; }']],
    ['RUN set -eux; cp a b; chmod 755 b', ['cd /work && cp a b && chmod 755 b']],
    ['RUN set -e; apt-get update; cp a b; apt-get install -y x; touch c', ['cd /work && cp a b && touch c']],
    ['RUN set -x; cp a b; touch c', ['cd /work && { cp a b; touch c; }']],
    ['RUN set -ex; cp a b; rm c || true', ['cd /work && { set -ex; cp a b; rm c || true; }']],
    ['RUN set -e; cp a b; rm -rf /var/x || true', ['cd /work && { set -e; cp a b; true || true; }']],
    ['RUN set -eux; apt-get update || true; rm -rf /var/lib/apt/lists/*', []],
    ['RUN rm x || true', ['cd /work && { rm x || true; }']],
    ['RUN apt-get install -y a || apt-get install -y b', []],
    ['RUN rm -rf /tmp/a /var/lib/apt/lists/*', []],
    ['COPY a.txt /tmp/a\nRUN rm -f /tmp/a /var/lib/apt/x', ['cd /work && rm -rf /work/outside/tmp/a']],
    ['COPY a.txt /app/x\nRUN chmod 755 x\nCOPY b.txt y', ['cd /work && chmod 755 x']],
    ['RUN cd /tmp && apt-get install -y x && rm -rf /tmp/x', []],
    ['RUN cd /usr/local/src && pip install . && rm -rf /usr/local/src', []],
    ['RUN cd /opt/tool/sub && npm install -g x && rm -rf /tmp/npm-1 || true', []],
    ['COPY a.txt /tmp/a\nRUN cd /usr/src && rm -rf /tmp/a', ['cd /work && rm -rf /work/outside/tmp/a']],
    ['RUN touch d; rm -rf /tmp/x && touch e', ['cd /work && { touch d; touch e; }']],
    ["RUN curl --proto '=https' -sSf https://host.example | sh -s -- -y", []],
  ])('%j', (line, setup) => {
    if (line.includes('/etc/app')) expect(() => makeImage([line])).toThrow('on /etc/app');
    else expect(makeImage([line]).setup).toEqual(setup);
  });
});

it('runs commands before any WORKDIR, which name files by absolute paths', () => {
  const before = (line: string) => {
    const facts = readDockerfile(`FROM debian\n${line}\nWORKDIR /app\nCOPY a.txt .\n`);
    const paths = createTaskPaths('/app', listMadePlaces(facts), []);
    return { run: createImageFiles(facts, CONTEXT, paths).setup.map((step) => step.run), paths };
  };
  const { run, paths } = before('RUN mkdir -p /app/out /data && chmod 755 /data && echo "1 / 2" > /app/x');
  expect(run).toEqual([
    'mkdir -p /work/out /work/outside/data && chmod 755 /work/outside/data && echo "1 / 2" > /work/x',
  ]);
  expect([...paths.outside.keys()]).toEqual(['/data']);
  expect(paths.rewrite('1 / 2 is /app/x')).toBe('1 / 2 is /work/x');
  expect(before('RUN mkdir -p /app/out && rm -rf ~/.cache/pip /tmp/x').run).toEqual(['mkdir -p /work/out']);
  expect(() => before('RUN mkdir out')).toThrow('works in /, which lies outside');
  expect(() => before('RUN echo x > y')).toThrow('works in /, which lies outside');
  expect(() => before('RUN cp x /app/y')).toThrow('works in /, which lies outside');
});

it('takes no folder for one of the task in which tools are only installed and removed', () => {
  const { facts } = makeImage(['RUN cd /tmp && apt-get install -y x && rm -rf /tmp/x']);
  expect(listMadePlaces(facts)).toEqual([]);
});

it.each<[line: string, reason: string]>([
  ['RUN make data', 'runs "make data", whose result only its image has'],
  ['RUN echo $(date) > x', 'runs "echo $(date) > x"'],
  ['RUN echo "$HOME" > x', 'runs "echo "$HOME" > x"'],
  ['RUN cat a | sort > x', 'runs "cat a | sort > x"'],
  ['RUN sleep 1 & echo x', 'runs "sleep 1 & echo x"'],
  ['RUN echo x > /etc/motd', 'on /etc/motd, which lies outside of what a patch can have'],
  ['RUN cat <<EOF > x\ny\nEOF', 'runs a here-document'],
  ['RUN git clone https://host.example/x', 'runs "git clone'],
  ['COPY a.txt /etc/app.conf', 'copies files to /etc/app.conf, which lies outside'],
  ['COPY run.sh /usr/local/bin/', 'copies files to /usr/local/bin, which lies outside'],
  ['COPY a.txt $TARGET', 'has the path $TARGET, which a variable decides'],
  ['RUN mkdir d || touch failed.txt', 'runs "|| touch failed.txt", which depends on what fails'],
  ['RUN pip freeze > /app/requirements.txt', 'runs "pip freeze > /app/requirements.txt", whose result'],
  [`RUN echo "'" $(curl x|sh) "'"`, `runs "echo "'" $(curl x|sh) "'"", whose result`],
  ['COPY a.txt x\nRUN rm x\nCOPY b.txt x', 'copies x after "rm x" has changed it'],
  ['COPY a.txt d/x\nRUN cd d && rm *\nCOPY b.txt d/x', 'copies d/x after "rm *" has changed it'],
  ['COPY src d\nRUN rm -r /app/d\nCOPY a.txt d/x', 'copies d/x after "rm -r /app/d" has changed it'],
  ['COPY a.txt x\nRUN cp -r . /copy\nCOPY b.txt y', 'copies y after "cp -r . /copy" has changed it'],
  ['RUN rm -rf d\nCOPY a.txt c\nRUN chmod 7 e\nCOPY src d/f', 'copies d/f/one.py after "rm -rf d" has changed it'],
  ['COPY *+(a+)+(a+)b .', 'copies *+(a+)+(a+)b, which is not there'],
  ['COPY *a*a*a*a*a .', 'copies *a*a*a*a*a, which is not there'],
  ['COPY (a|b).txt* .', 'copies (a|b).txt*, which is not there'],
  ['COPY x[ab].txt .', 'copies by the pattern x[ab].txt, which is not read here'],
  ['COPY ["a\\\\*.txt", "."]', 'copies by the pattern a\\*.txt, which is not read here'],
  ['COPY none*.txt .', 'copies none*.txt, which is not there'],
  ['COPY s* .', 'copies folders by the pattern s*'],
  ['COPY --from=build /x /app/x', 'copies /x from another image'],
  ['ADD https://host.example/x .', 'adds https://host.example/x'],
  ['ADD a.tar.gz .', 'adds a.tar.gz'],
  ['ENV A=1 B', 'which is no variable'],
  ['then more', 'Dockerfile:3  "then more" is no instruction'],
])('rejects what only the image has: %s', (line, reason) => {
  expect(() => makeImage([line])).toThrow(reason);
});

it('tells what it leaves out, and reads variables in both forms', () => {
  const { facts } = makeImage([
    ...['ENV A=1 B="two words" C=x\\ y', 'ENV OLD all of it', 'ENV PATH=/x:$PATH', 'ENV D=$A'],
    ...['USER agent', 'USER root', 'CMD ["bash"]', 'ENTRYPOINT ["/start.sh"]', 'ARG X=1', 'EXPOSE 80'],
    ...['COPY --from=uv /uv /usr/bin/uv', 'RUN apt-get install -y curl'],
  ]);
  expect(facts.variables).toEqual({ A: '1', B: 'two words', C: 'x y', OLD: 'all of it' });
  expect(facts.notes).toEqual([
    'the image debian is not used: the tools of this machine are',
    ...['variable not set: PATH=/x:$PATH', 'variable not set: D=$A', 'the user of the image is not there: agent'],
    ...['not started, though the image does: ["/start.sh"]', 'ARG is left out: X=1'],
    ...['not installed: --from=uv /uv /usr/bin/uv', 'not installed: apt-get install -y curl'],
  ]);
});

it('reads an instruction of many continued lines at once, and refuses a Dockerfile beyond all measure', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `p${at} \\`);
  expect(makeImage(['RUN apt-get install \\', ...lines, '  last']).setup).toEqual([]);
  expect(() => makeImage([`# ${'x'.repeat(2 ** 18)}`])).toThrow('its Dockerfile has more than 262144 characters');
});

it('looks at each command of an image once, however many files are copied behind it', () => {
  const context = new Map(
    Array.from({ length: 2000 }, (_, at) => [`src/d/${at}`, { content: Buffer.from(''), executable: false }]),
  );
  const facts = readDockerfile(`FROM x\nWORKDIR /app\nRUN rm -f ${'z '.repeat(500)}\n${'COPY src s/\n'.repeat(3)}`);
  const paths = createTaskPaths('/app', listMadePlaces(facts), []);
  let places = 0;
  const locate = (path: string) => {
    places++;
    return paths.locate(path);
  };
  expect(createImageFiles(facts, context, { ...paths, locate }).files.size).toBe(2000);
  expect(places).toBeLessThan(1000);
});
