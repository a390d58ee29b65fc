const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, readFileSync } = require('node:fs');

/** Arguments by which bubblewrap starts a program in namespaces of all kinds, as it does for attempts. */
const SANDBOXED = ['--unshare-all', '--unshare-user', '--disable-userns', '--ro-bind', '/', '/', '--', '/bin/true'];
/** What scripts/container-engine.sh imports into every engine that it can start. */
const IMAGE = 'gatebench-test:2';

/** Without the temporary folder of the tests: what an engine keeps running for its next call is not left behind by them. */
const environment = { ...process.env, TMPDIR: '/tmp' };
const runs = (program, ...args) =>
  spawnSync(program, args, { env: environment, stdio: 'ignore', timeout: 60_000 }).status === 0;
const isRoot = () => process.getuid?.() === 0;
/** The image may be in an engine that cannot start it, as after a try of the script with the engine's own settings. */
const hasImage = (engine) =>
  runs(engine, 'image', 'inspect', IMAGE) &&
  runs(engine, 'run', '--rm', '--pull', 'never', '--network', 'none', IMAGE, 'true');
/** Programs are looked for where the sandbox does, too: `/usr/bin` before what a person put into PATH. */
const runsEverywhere = (program, ...args) => runs(program, ...args) && runs(`/usr/bin/${program}`, ...args);

/**
 * Facilities that some tests need beyond Node and git: how a person is told that one is missing, and how it is found. A test file names
 * its needs in its first line, `// Needs: sandbox, strace`; a single test by `where` of `machine.ts`.
 */
const FACILITIES = {
  root: ['a run as root', isRoot],
  'ordinary user': ['a run as an ordinary user', () => !isRoot()],
  sandbox: ['bubblewrap, and a kernel that lets it make namespaces', () => runs('bwrap', ...SANDBOXED)],
  docker: [`docker with the image ${IMAGE} (eval "$(scripts/container-engine.sh)")`, () => hasImage('docker')],
  podman: [`podman with the image ${IMAGE} (eval "$(scripts/container-engine.sh)")`, () => hasImage('podman')],
  strace: ['strace', () => runs('strace', '-f', '-o', '/dev/null', 'true')],
  perl: ['perl', () => runsEverywhere('perl', '-e', '1')],
  python3: ['python3', () => runsEverywhere('python3', '-c', '')],
  pytest: ['pytest', () => runsEverywhere('python3', '-m', 'pytest', '--version')],
  bash: ['bash', () => runs('bash', '-c', 'true')],
  cargo: ['cargo', () => runs('cargo', '--version')],
  go: ['go', () => runs('go', 'version')],
  make: ['make', () => runs('make', '--version')],
  ctest: ['ctest and a C compiler', () => runs('ctest', '--version') && runs('cc', '--version')],
  minitest: ['ruby with minitest', () => runs('ruby', '-e', 'require "minitest"')],
  test_unit: [
    'ruby with test-unit',
    () => runs('ruby', '-e', 'require "test/unit/ui/console/testrunner"; exit!(true)'),
  ],
  rspec: ['ruby with RSpec', () => runs('ruby', '-e', 'require "rspec/core"')],
  phpunit: ['PHPUnit and Composer', () => runs('phpunit', '--version') && runs('composer', '--version')],
  toolkit: [
    'the packages of GitHub, too large for a dependency, in GATEBENCH_TOOLKIT',
    () => Boolean(process.env.GATEBENCH_TOOLKIT),
  ],
  libfaketime: ['libfaketime', hasClockLibrary],
  chromium: ['chromium', () => existsSync('/usr/bin/chromium')],
};

function hasClockLibrary() {
  const folders = ['/usr/lib', '/usr/lib64', '/usr/local/lib'].filter((folder) => existsSync(folder));
  const below = readdirSync('/usr/lib', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...folders, ...below.map(({ name }) => `/usr/lib/${name}`)].some((folder) =>
    existsSync(`${folder}/faketime/libfaketime.so.1`),
  );
}

/** Finds out once what this machine has, for this process and those that it starts. */
function findFacilities() {
  process.env.GATEBENCH_FACILITIES ??= Object.entries(FACILITIES)
    .filter(([, [, isThere]]) => isThere())
    .map(([name]) => name)
    .join(',');
  return new Set(process.env.GATEBENCH_FACILITIES.split(','));
}

/** Lists which of these facilities this machine lacks. */
function listMissing(names) {
  const unknown = names.find((name) => !Object.hasOwn(FACILITIES, name));
  if (unknown !== undefined) throw new Error(`no facility is called "${unknown}": see __tests__/jest/facilities.cjs`);
  const found = findFacilities();
  return names.filter((name) => !found.has(name));
}

/** Reads the needs of a test file from its first line: none where it says `nothing`. */
function readNeeds(path) {
  const needs = /^\/\/ Needs: (?!nothing$)(.*)$/m.exec(readFileSync(path, 'utf8').split('\n', 1)[0]);
  return needs ? needs[1].split(',').map((name) => name.trim()) : [];
}

/** Mark that stands in place of a facility where a file was not begun in time. */
const TIME = 'time';

/** The mark by which a skipped test names what is missing. The reporter counts by it. */
const mark = (names) => `(needs ${names.join(', ')})`;

module.exports = { FACILITIES, TIME, findFacilities, listMissing, mark, readNeeds };
