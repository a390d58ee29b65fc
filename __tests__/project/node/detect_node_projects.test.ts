import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectProjects } from '../../../src/project/detection/detect_projects.js';
import type { ProjectCommand } from '../../../src/project/project.js';
import { createProjectFiles } from '../create_project_files.js';

/** Detects the first project of a package with this manifest and these further files. */
function detect(manifest: object, files: Record<string, string | object> = {}) {
  const all = { 'package.json': manifest, 'test/a.test.js': '', ...files };
  const { projects, reasons } = detectProjects(createProjectFiles(all));
  return {
    project: projects[0]!,
    projects,
    reasons,
    tests: Object.keys(all).filter(projects[0]?.isTestFile ?? (() => false)),
  };
}

describe('the command of a runner keeps what matters of the script, and writes a report that can be read', () => {
  const cases: [script: string, dependencies: Record<string, string>, report: string, all: string, one: string][] = [
    [
      'eslint . && cross-env NODE_ENV=test NODE_OPTIONS=--experimental-vm-modules jest --coverage --watch -c x.js',
      { jest: '29' },
      'jest-json',
      'NODE_ENV=test NODE_OPTIONS=--experimental-vm-modules node_modules/.bin/jest -c x.js --ci --json --outputFile="$REPORT" --coverage=false --forceExit',
      'NODE_ENV=test NODE_OPTIONS=--experimental-vm-modules node_modules/.bin/jest -c x.js --ci --json --outputFile="$REPORT" --coverage=false --forceExit --runTestsByPath test/a.test.js',
    ],
    [
      'node --experimental-vm-modules node_modules/jest/bin/jest.js',
      { jest: '29' },
      'jest-json',
      'node --experimental-vm-modules node_modules/jest/bin/jest.js --ci --json --outputFile="$REPORT" --coverage=false --forceExit',
      'node --experimental-vm-modules node_modules/jest/bin/jest.js --ci --json --outputFile="$REPORT" --coverage=false --forceExit --runTestsByPath test/a.test.js',
    ],
    [
      'vitest --coverage --typecheck --environment jsdom',
      { vitest: '2' },
      'vitest-json',
      'node_modules/.bin/vitest run --environment jsdom --reporter=json --outputFile="$REPORT" --coverage.enabled=false',
      'node_modules/.bin/vitest run --environment jsdom --reporter=json --outputFile="$REPORT" --coverage.enabled=false test/a.test.js',
    ],
    [
      'npm run lint && nyc --reporter=lcov mocha --require ts-node/register -R spec "test/**/*.js"',
      { mocha: '^10.0.0' },
      'mocha-json',
      'node_modules/.bin/mocha --require ts-node/register --exit --reporter json --reporter-option output="$REPORT" "test/**/*.js"',
      'node_modules/.bin/mocha --require ts-node/register --exit --reporter json --reporter-option output="$REPORT" test/a.test.js',
    ],
    [
      './node_modules/.bin/_mocha --bail',
      { mocha: '^6.2.3' },
      'junit',
      'node_modules/.bin/mocha --exit --reporter xunit -O output="$REPORT"',
      'node_modules/.bin/mocha --exit --reporter xunit -O output="$REPORT" test/a.test.js',
    ],
    [
      'mocha -R spec',
      { mocha: '~1.2.1' },
      'tap',
      'node_modules/.bin/_mocha --reporter tap > "$REPORT"',
      'node_modules/.bin/_mocha --reporter tap test/a.test.js > "$REPORT"',
    ],
    [
      'xo && c8 ava -v && tsd',
      { ava: '6' },
      'tap',
      `node -e '…' ava --tap > "$REPORT"`,
      `node -e '…' ava --tap test/a.test.js > "$REPORT"`,
    ],
    [
      'tap --100 -J test/*.js',
      { tap: '^16.0.0' },
      'tap',
      'node_modules/.bin/tap -J --no-coverage --reporter=tap --output-file="$REPORT" test/*.js',
      'node_modules/.bin/tap -J --no-coverage --reporter=tap --output-file="$REPORT" test/a.test.js',
    ],
    [
      'tap test/*.js',
      { tap: '~0.4.0' },
      'tap',
      'node_modules/.bin/tap --tap test/*.js > "$REPORT"',
      'node_modules/.bin/tap --tap test/a.test.js > "$REPORT"',
    ],
    [
      'tap run',
      { tap: '^21.0.0' },
      'tap',
      'node_modules/.bin/tap --disable-coverage --reporter=tap > "$REPORT"',
      'node_modules/.bin/tap --disable-coverage --reporter=tap test/a.test.js > "$REPORT"',
    ],
    [
      "nyc tape -r esm 'test/*.js' | tap-spec",
      { tape: '5' },
      'tap',
      `node_modules/.bin/tape -r esm 'test/*.js' > "$REPORT"`,
      'node_modules/.bin/tape -r esm test/a.test.js > "$REPORT"',
    ],
    [
      'node test/a.test.js && node test/b.test.js',
      { tape: '5' },
      'tap',
      'node_modules/.bin/tape test/a.test.js test/b.test.js > "$REPORT"',
      'node_modules/.bin/tape test/a.test.js > "$REPORT"',
    ],
    [
      'c8 node --import tsx --test --test-reporter=spec test/a.test.js && node --import tsx --test --test-reporter=spec test/b.test.js',
      {},
      'junit',
      'node --import tsx --test --test-reporter=junit --test-reporter-destination="$REPORT" --test-reporter=spec --test-reporter-destination=stdout test/a.test.js test/b.test.js',
      'node --import tsx --test --test-reporter=junit --test-reporter-destination="$REPORT" --test-reporter=spec --test-reporter-destination=stdout test/a.test.js',
    ],
    [
      'node --test --test-reporter=dot test/a.test.js && node --test test/*/b.test.js',
      {},
      'junit',
      'node --test --test-reporter=junit --test-reporter-destination="$REPORT" --test-reporter=spec --test-reporter-destination=stdout test/a.test.js test/*/b.test.js',
      'node --test --test-reporter=junit --test-reporter-destination="$REPORT" --test-reporter=spec --test-reporter-destination=stdout test/a.test.js',
    ],
    [
      'tsx --test test/*.js',
      { tsx: '4' },
      'junit',
      'node_modules/.bin/tsx --test --test-reporter=junit --test-reporter-destination="$REPORT" --test-reporter=spec --test-reporter-destination=stdout test/*.js',
      'node_modules/.bin/tsx --test --test-reporter=junit --test-reporter-destination="$REPORT" --test-reporter=spec --test-reporter-destination=stdout test/a.test.js',
    ],
    [
      'lab -t 100 -a @hapi/code -L -Y',
      { '@hapi/lab': '26' },
      'junit',
      'node_modules/.bin/lab -a @hapi/code -r junit -o "$REPORT"',
      'node_modules/.bin/lab -a @hapi/code -r junit -o "$REPORT" test/a.test.js',
    ],
    [
      'uvu -r esm test',
      { uvu: '0.5' },
      'exit-code',
      'node_modules/.bin/uvu -r esm test',
      "node_modules/.bin/uvu -r esm test '^(a\\.test\\.js)$'",
    ],
    [
      'qunit',
      { qunit: '2' },
      'tap',
      'node_modules/.bin/qunit > "$REPORT"',
      'node_modules/.bin/qunit test/a.test.js > "$REPORT"',
    ],
    ['make test', {}, 'exit-code', 'npm test', 'npm test'],
    [
      'uvu -C packages -r esm . "test"',
      { uvu: '0.5' },
      'exit-code',
      'node_modules/.bin/uvu -C packages -r esm . "test"',
      'node_modules/.bin/uvu -C packages -r esm . "test"',
    ],
    [
      'jasmine --config spec/jasmine.json spec/*.js',
      { jasmine: '5' },
      'exit-code',
      'node_modules/.bin/jasmine --config spec/jasmine.json spec/*.js',
      'node_modules/.bin/jasmine --config spec/jasmine.json test/a.test.js',
    ],
    [
      'mocha',
      { mocha: '>=1.0.0' },
      'junit',
      'node_modules/.bin/mocha --reporter xunit -O output="$REPORT"',
      'node_modules/.bin/mocha --reporter xunit -O output="$REPORT" test/a.test.js',
    ],
  ];

  it.each(cases)('%s', (script, devDependencies, report, all, one) => {
    const { project } = detect({ scripts: { test: script, lint: 'eslint .' }, devDependencies });
    const shorten = (command: string) => command.replace(/(?<= -e )'[^']{200,}'/, "'…'");
    expect(shorten(project.tests.createCommand([]))).toBe(all);
    expect(shorten(project.tests.createCommand(['test/a.test.js']))).toBe(one);
    expect(project.tests.report).toBe(report);
    expect(project.tests.weakness !== undefined).toBe(report === 'exit-code' || all.includes('_mocha --reporter tap'));
  });

  it('follows scripts that run scripts, with the words after them', () => {
    const scripts = {
      test: 'yarn lint && npm-run-all unit',
      lint: 'eslint',
      unit: 'pnpm run vt run',
      vt: 'vitest --dir src',
    };
    expect(detect({ scripts, devDependencies: { vitest: '1' } }).project.tests.createCommand([])).toBe(
      'node_modules/.bin/vitest run --dir src --reporter=json --outputFile="$REPORT"',
    );
  });

  describe('calls the runner that a wrapper runs in the version that is installed', () => {
    const vitest = 'node_modules/.bin/vitest run --passWithNoTests --reporter=json --outputFile="$REPORT"';
    const jest =
      'node_modules/.bin/ts-scripts specs -- --ci --json --outputFile="$REPORT" --coverage=false --forceExit';
    const wrapper = (version: string) => ({ '@borderless/ts-scripts': version });

    it.each([
      [vitest, { ...wrapper('^0.15.0'), vitest: '4' }, {}],
      [vitest, wrapper('^0.15.0'), {}],
      [jest, wrapper('^0.8.0'), {}],
      [jest, wrapper('*'), { 'package-lock.json': { packages: { 'node_modules/jest': { version: '28.0.0' } } } }],
      [vitest, wrapper('*'), { 'pnpm-lock.yaml': 'packages:\n  vitest@3.0.0:\n    resolution: {}\n' }],
      [jest, wrapper('*'), { 'yarn.lock': 'jest@^28.0.0:\n  version "28.0.0"\n' }],
    ])('%s with %j and %j', (command, devDependencies, files) => {
      const manifest = { scripts: { test: 'ts-scripts test && npm run size' }, devDependencies };
      const lock = Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path,
          typeof text === 'string' ? text : JSON.stringify(text, undefined, 2),
        ]),
      );
      expect(detect(manifest, lock).project.tests.createCommand([])).toBe(command);
    });

    it('with the files that are asked for', () => {
      const manifest = { scripts: { test: 'ts-scripts test' }, devDependencies: wrapper('0.8.0') };
      expect(detect(manifest).project.tests).toMatchObject({ runner: 'jest', report: 'jest-json' });
      expect(detect(manifest).project.tests.createCommand(['src/a.spec.ts'])).toBe(
        `${jest} --runTestsByPath src/a.spec.ts`,
      );
    });
  });

  it.each([
    ['^1.0.0', 'typecheck: { enabled: true }', true],
    ['2 || 3', '"typecheck": {}', true],
    ['^0.34.0', 'typecheck: { enabled: true }', false],
    ['>=0.30', 'typecheck: {}', false],
    ['latest', 'typecheck: {}', false],
    ['^2.0.0', "// typecheck: {}\n/* typecheck: {} */ pool: 'forks', // typecheck: no\nname: 'typecheck'", false],
  ])('turns off checks of types for vitest %s with { %s }: %j', (range, settings, off) => {
    const manifest = { scripts: { test: 'vitest' }, devDependencies: { vitest: range } };
    const { project } = detect(manifest, { 'vitest.config.ts': `export default { test: {\n${settings} } }` });
    expect(project.tests.createCommand([]).includes(' --typecheck.enabled=false')).toBe(off);
  });

  it.each([
    ['-a @hapi/code -t 100 -L -I WeakRef,File', '-a @hapi/code -I WeakRef,File'],
    ['-vcL -t100 -P unit -p 3', '-P unit -p 3'],
    ['-lv --coverage-path lib --lint-errors-threshold 0 --types-test t -g x -M 10', '-l -g x -M 10'],
  ])('calls lab %s with what takes a value, and without coverage, linter and types', (options, kept) => {
    const manifest = { scripts: { test: `lab ${options}` }, devDependencies: { '@hapi/lab': '25' } };
    expect(detect(manifest).project.tests.createCommand([])).toBe(
      `node_modules/.bin/lab ${kept} -r junit -o "$REPORT"`,
    );
  });

  it('calls borp with a report, without coverage, and with no option that only some versions know', () => {
    const script = 'borp --timeout 60000 --coverage --check-coverage --lines 95 --expose-gc';
    const { tests } = detect({ scripts: { test: script }, devDependencies: { borp: '^1.0.0' } }).project;
    const command = 'node_modules/.bin/borp --timeout 60000 --expose-gc --reporter=junit:"$REPORT" --reporter=spec';
    expect([tests.report, tests.createCommand([])]).toEqual(['junit', command]);
    expect(tests.createCommand(['test/a.test.js'])).toBe(`${command} test/a.test.js`);
  });

  it('builds tap with its plugins while there is a network', () => {
    const manifest = { scripts: { test: 'tap' }, devDependencies: { tap: '^21.1.0' } };
    const find = (tap: object, files = {}) => detect({ ...manifest, ...tap }, files).project.setup_candidates[0];
    const build = { run: 'node_modules/.bin/tap build', network: ['registry'] };
    expect(find({ tap: { plugin: ['@tapjs/clock'] } })?.[1]).toMatchObject(build);
    expect(find({}, { '.taprc': 'plugin:\n  - "@tapjs/clock"\n' })?.[1]).toMatchObject(build);
    expect(find({})).toHaveLength(1);
    expect(find({ tap: { plugin: ['a'] }, devDependencies: { tap: '^16.0.0' } })).toHaveLength(1);
  });

  it.each<[script: string, mocha: string, files: Record<string, string>, adds: boolean]>([
    ['mocha', '^10.0.0', {}, true],
    ['mocha', '>=3', {}, false],
    ['mocha', '^3.0.0', {}, false],
    ['mocha --no-exit', '^10.0.0', {}, false],
    ['mocha --exit=false', '^10.0.0', {}, false],
    ['mocha', '^10.0.0', { '.mocharc.yml': 'exit: false' }, false],
  ])(
    '%s of mocha %s with %j ends after its tests unless the project says something else: %s',
    (test, mocha, own, adds) => {
      const { project } = detect({ scripts: { test }, devDependencies: { mocha } }, { 'test/a.test.js': '', ...own });
      expect(/ --exit --reporter/.test(project.tests.createCommand([]))).toBe(adds);
    },
  );

  it.each(['jest --forceExit', 'jest --forceExit=false'])('%s is not told twice how it ends', (test) => {
    const { project } = detect({ scripts: { test }, devDependencies: { jest: '29' } });
    expect(project.tests.createCommand([]).match(/forceExit/g)).toHaveLength(1);
  });

  it('finds a runner with a verb among the dependencies', () => {
    const manifest = { scripts: { test: 'tsdx test' }, devDependencies: { tsdx: '0.14' } };
    expect(detect(manifest).project.tests.createCommand([])).toBe(
      'node_modules/.bin/tsdx test --ci --json --outputFile="$REPORT" --coverage=false --forceExit',
    );
  });

  it('keeps variables of the script that calls the one with the runner, also where pnpm selects it by a pattern', () => {
    const scripts = {
      test: 'CI=1 FORCE_COLOR=1 pnpm run "/^test:.*age$|^x/"',
      'test:lint': 'eslint .',
      'test:coverage': 'c8 pnpm unit',
      unit: 'NODE_ENV=test uvu test',
    };
    expect(detect({ scripts, devDependencies: { uvu: '0.5' } }).project.tests.createCommand([])).toBe(
      'CI=1 FORCE_COLOR=1 NODE_ENV=test node_modules/.bin/uvu test',
    );
    const same = { ...scripts, test: 'CI=1 FORCE_COLOR=1 npm-run-all test:*' };
    expect(detect({ scripts: same, devDependencies: { uvu: '0.5' } }).project.tests.createCommand([])).toBe(
      'CI=1 FORCE_COLOR=1 NODE_ENV=test node_modules/.bin/uvu test',
    );
  });

  it('takes no time for a pattern of scripts that would take long, and then knows no runner', () => {
    const scripts = { test: "pnpm run '/^(a+)+$/'", [`${'a'.repeat(60)}!`]: 'uvu test' };
    expect(detect({ scripts }).project.tests.createCommand([])).toBe('npm test');
  });

  it('builds under the variables of the script, and joins no calls under different ones', () => {
    const scripts = {
      test: 'BABEL_ENV=test npm run unit',
      unit: 'babel src -d lib && TZ=UTC mocha a.js && TZ=Asia/Tokyo mocha b.js',
    };
    const { project } = detect({ scripts, devDependencies: { mocha: '10' } });
    expect(project.build[0]!.run).toMatch(/^BABEL_ENV=test .*babel src -d lib$/);
    expect(project.tests.createCommand([])).toMatch(/^BABEL_ENV=test TZ=UTC .* a\.js$/);
  });

  it('takes off a program of the project that starts the runner', () => {
    const manifest = { scripts: { test: 'node bin/fix.js mocha test/*.js --exit' }, devDependencies: { mocha: '10' } };
    expect(detect(manifest).project.tests.createCommand([])).toBe(
      'node_modules/.bin/mocha --exit --reporter json --reporter-option output="$REPORT" test/*.js',
    );
  });

  it('runs the whole suite where the tests are compiled first', () => {
    const { project, tests } = detect({ scripts: { pretest: 'tsc', test: 'node --test out/*.js' } });
    expect(tests).toEqual(['test/a.test.js']);
    expect(project.build.map(({ run }) => run)).toEqual(['PATH="$PWD/node_modules/.bin:$PATH" tsc']);
    expect(project.tests.createCommand(tests)).toMatch(/=stdout out\/\*\.js$/);
  });

  it('compiles tests that the runner takes from the output, by a script that runs no tests', () => {
    const scripts = { test: 'mocha "out/**/*.spec.js"', build: 'npm run compile && npm test', compile: 'tsc' };
    const { project } = detect(
      { scripts, devDependencies: { mocha: '6' } },
      { 'src/a.spec.ts': '', 'test/a.test.js': '' },
    );
    expect(project.build.map(({ run }) => run)).toEqual(['npm run compile']);
    expect([project.isTestFile('src/a.spec.ts'), project.isTestFile('src/a.ts')]).toEqual([true, false]);
  });

  it('does not hang on scripts that run each other', () => {
    const scripts = { test: 'npm run a', a: 'npm run b && npm run a', b: 'npm run a && npm test' };
    expect(detect({ scripts }).project.tests.runner).toBe('npm test');
  });

  it('quotes names of files', () => {
    const { project } = detect({ scripts: { test: 'mocha' }, devDependencies: { mocha: '10' } });
    expect(project.tests.createCommand(["test/it's $(x).js", '-x.js'])).toMatch(
      / 'test\/it'\\''s \$\(x\)\.js' \.\/-x\.js$/,
    );
  });

  it('assumes the runner among the dependencies where no script calls one, and says so', () => {
    const { project } = detect({ scripts: { test: 'our-scripts test' }, devDependencies: { vitest: '3' } });
    expect(project.tests.runner).toBe('vitest');
    expect(project.notes).toContain('no script calls a known runner; vitest is among the dependencies');
  });
});

describe("test files are found by the runner's own patterns", () => {
  const paths = [
    'test.js',
    'src/a.js',
    'src/a.spec.ts',
    'src/__tests__/b.js',
    'test/c.js',
    'test/sub/d.js',
    'test/helpers/e.js',
    'checks/f.js',
  ];
  const files = Object.fromEntries(paths.map((path) => [path, '']));
  const ALL_OF_JEST = ['test.js', 'src/a.spec.ts', 'src/__tests__/b.js', 'test/a.test.js'];
  const cases: [runner: string, manifest: object, further: Record<string, string | object>, expected: string[]][] = [
    ['jest', {}, {}, ALL_OF_JEST],
    ['jest', { jest: { testMatch: ['<rootDir>/checks/*.js'] } }, {}, ['checks/f.js']],
    ['jest', {}, { 'jest.config.js': "module.exports = { testRegex: '/checks/.*\\\\.js$' }" }, ['checks/f.js']],
    [
      'jest',
      { jest: { roots: ['<rootDir>/test/'], testRegex: '\\.js$', testPathIgnorePatterns: ['helpers/', '/c\\.js'] } },
      {},
      ['test/a.test.js', 'test/sub/d.js'],
    ],
    ['jest', {}, { 'jest.config.js': "module.exports = { roots: ['./src'], rootDir: '.' }" }, ALL_OF_JEST],
    ['jest', { jest: { testPathIgnorePatterns: ['<rootDir>/__tests__/', '<rootDir>/test/sub'] } }, {}, ALL_OF_JEST],
    ['jest', {}, { 'jest.config.js': "module.exports = {\n  // roots: ['./src'],\n}" }, ALL_OF_JEST],
    [
      'jest',
      {},
      { 'jest.config.js': "module.exports = { projects: [{ roots: ['./src'] }, { displayName: 'b' }] }" },
      ALL_OF_JEST,
    ],
    [
      'jest',
      {},
      { 'jest.config.js': "module.exports = { roots: ['./src'] }" },
      ['src/a.spec.ts', 'src/__tests__/b.js'],
    ],
    ['vitest', {}, {}, ['src/a.spec.ts', 'test/a.test.js']],
    [
      'vitest',
      {},
      { 'vite.config.ts': "x({ test: { include: ['test/sub/*.js'], coverage: { include: ['src'] } } })" },
      ['test/sub/d.js'],
    ],
    [
      'vitest',
      {},
      { 'vitest.config.ts': "x({ test: { typecheck: { enabled: true, include: ['src/b.spec.ts'] } } })" },
      ['src/a.spec.ts', 'test/a.test.js'],
    ],
    ['mocha', {}, {}, ['test.js', 'test/a.test.js', 'test/c.js']],
    ['mocha t*st/s*b', {}, {}, ['test/sub/d.js']],
    ['mocha "t*st/s*b" test.js', {}, {}, ['test.js']],
    ['mocha "t*st/s*b/*"', {}, {}, ['test/sub/d.js']],
    ['mocha', {}, { '.mocharc.json': { spec: ['t*st', 'test.js'] } }, ['test.js']],
    ['mocha', {}, { '.mocharc.json': { recursive: true, spec: ['checks'] } }, ['checks/f.js']],
    [
      'mocha',
      {},
      { 'test/mocha.opts': '--recursive\n--require x' },
      ['test.js', 'test/a.test.js', 'test/c.js', 'test/sub/d.js', 'test/helpers/e.js'],
    ],
    ['ava', {}, {}, ['test.js', 'src/a.spec.ts', 'src/__tests__/b.js', 'test/a.test.js', 'test/c.js', 'test/sub/d.js']],
    [
      'jest test/sub src',
      { jest: { testMatch: ['**/*.js'] } },
      {},
      ['src/a.js', 'src/__tests__/b.js', 'test/sub/d.js'],
    ],
    ['vitest run src', {}, {}, ['src/a.spec.ts']],
    // Words that the shell expands, values of options, and words that name no test file.
    ['jest test/*.test.js', {}, {}, ['test/a.test.js']],
    ['jest src/*.spec.ts test/*.test.js', {}, {}, ['src/a.spec.ts', 'test/a.test.js']],
    ['jest t*st', {}, {}, ['test/a.test.js']],
    ['jest test/*.js', { jest: { testMatch: ['**/test/*.js'] } }, {}, ['test/a.test.js', 'test/c.js']],
    ['jest "a\\.(test|spec)\\.[jt]s$"', {}, {}, ['src/a.spec.ts', 'test/a.test.js']],
    ['jest $FILES', {}, {}, ALL_OF_JEST],
    ['jest "$FILES/x"', {}, {}, ALL_OF_JEST],
    ['jest nothing', {}, {}, ALL_OF_JEST],
    ['jest --coverage --coverageProvider v8 --seed 1', {}, {}, ALL_OF_JEST],
    ['vitest run src/*.spec.ts', {}, {}, ['src/a.spec.ts']],
    ['vitest run src/*.spec.ts test', {}, {}, ['src/a.spec.ts', 'test/a.test.js']],
    ['vitest run --retry 3 --coverage.provider v8', {}, {}, ['src/a.spec.ts', 'test/a.test.js']],
    ['vitest run $PWD/test', {}, {}, ['src/a.spec.ts', 'test/a.test.js']],
    ['borp', {}, {}, ['test/a.test.js']],
    ['borp -p "checks/*.js"', {}, {}, ['checks/f.js']],
    ['borp --pattern="checks/*.js"', {}, {}, ['checks/f.js']],
    [
      'tape',
      {},
      {},
      [
        'test.js',
        'test/a.test.js',
        'test/c.js',
        'test/sub/d.js',
        'test/helpers/e.js',
        'src/a.spec.ts',
        'src/__tests__/b.js',
      ],
    ],
  ];
  it.each(cases)('%s %j %j', (runner, manifest, further, expected) => {
    const { tests } = detect(
      { ...manifest, scripts: { test: runner }, devDependencies: { [runner]: '99' } },
      { ...files, ...further },
    );
    expect(tests.sort()).toEqual([...expected].sort());
  });
});

describe('the setup comes from the lockfile, without scripts first', () => {
  const manifest = { scripts: { test: 'mocha' }, devDependencies: { mocha: '10' } };
  const cases: [what: string, further: object, files: Record<string, string>, manager: string, first: RegExp][] = [
    ['npm', {}, { 'package-lock.json': '{}' }, 'npm', /^npm ci --ignore-scripts /],
    ['no lockfile', {}, {}, 'npm', /^npm install --ignore-scripts --no-package-lock /],
    [
      'pnpm',
      {},
      { 'pnpm-lock.yaml': "lockfileVersion: '6.0'" },
      'pnpm',
      /^npx --yes pnpm@8 install --frozen-lockfile --ignore-scripts/,
    ],
    [
      'yarn 1',
      {},
      { 'yarn.lock': '# yarn lockfile v1' },
      'yarn',
      /^npx --yes yarn@1 install --frozen-lockfile --ignore-scripts/,
    ],
    [
      'yarn 4',
      { packageManager: 'yarn@4.1.0' },
      { 'yarn.lock': '__metadata:' },
      'yarn',
      /^npx --yes @yarnpkg\/cli-dist@4\.1\.0 install --immutable --mode=skip-build$/,
    ],
    [
      'several lockfiles',
      { packageManager: 'pnpm@9.0.0' },
      { 'package-lock.json': '', 'pnpm-lock.yaml': '' },
      'pnpm',
      /^npx --yes pnpm@9 /,
    ],
  ];
  it.each(cases)('%s', (_what, further, files, manager, first) => {
    const { project } = detect({ ...manifest, ...further }, files);
    expect(project.package_manager).toBe(manager);
    expect(project.setup_candidates[0]![0]!.run).toMatch(first);
    expect(project.setup_candidates[0]![0]!.network).toEqual(['registry']);
  });

  it.each([
    ['8', '@yarnpkg/cli-dist@4', '--mode=skip-build'],
    ['6', '@yarnpkg/cli-dist@3', '--mode=skip-build'],
    ['4', '@yarnpkg/cli-dist@2', '--skip-builds'],
  ])('of the format %s of later yarns are read by %s, at last from the registry of npm', (format, program, option) => {
    const candidates = detect({ scripts: { test: 'mocha' } }, { 'yarn.lock': `__metadata:\n  version: ${format}\n` })
      .project.setup_candidates;
    const runs = candidates.flatMap((commands) => commands.map(({ run }) => run));
    const copy = `npx --yes ${program} install --immutable ${option}`;
    expect(runs).toContain(copy);
    expect(runs).toContain(
      `YARN_IGNORE_PATH=1 YARN_NPM_REGISTRY_SERVER="$(npm config get registry | sed 's#/*$##')" ${copy}`,
    );
  });

  it('of a pnpm that this Node.js may be too old for is also read by the version that writes the lockfile', () => {
    const lock = { 'pnpm-lock.yaml': "lockfileVersion: '9.0'" };
    const { setup_candidates } = detect({ ...manifest, packageManager: 'pnpm@11.3.0+sha512.2c' }, lock).project;
    const runs = setup_candidates.flatMap((commands) => commands.map(({ run }) => run));
    expect(runs.map((run) => /^npx --yes (pnpm@\d+)/.exec(run)?.[1]).slice(0, 3)).toEqual([
      'pnpm@11',
      'pnpm@10',
      'pnpm@9',
    ]);
    // pnpm itself would start the stated version.
    expect(runs[1]).toContain('--config.manage-package-manager-versions=false');
  });

  it('of yarn 1 may come from the registry of npm, and the lockfile is as it was afterwards', () => {
    const lock = [
      '# yarn lockfile v1',
      '  resolved "https://yarn.registry.example/@scope/a/-/a-1.0.0.tgz#abc"',
      '  resolved "https://host.example/api/npm/npm/b/-/b-1.0.0.tgz#abc"',
      '  resolved "https://git.example/x/y/tar.gz/abc"',
    ].join('\n');
    const command = detect(manifest, { 'yarn.lock': lock }).project.setup_candidates[1]![0]!;
    const room = mkdtempSync(join(tmpdir(), 'gatebench-yarn-'));
    writeFileSync(join(room, 'yarn.lock'), lock);
    writeFileSync(join(room, 'npm'), '#!/bin/sh\necho https://npm.registry.example/mirror/\n', { mode: 0o755 });
    writeFileSync(join(room, 'npx'), '#!/bin/sh\necho "$YARN_REGISTRY $*"; cat yarn.lock; exit 3\n', { mode: 0o755 });
    const { stdout, status } = spawnSync('/bin/sh', ['-c', command.run], {
      cwd: room,
      env: { PATH: `${room}:/usr/bin:/bin` },
      encoding: 'utf8',
    });
    expect(status).toBe(3);
    expect(stdout).toMatch(/^https:\/\/npm\.registry\.example\/mirror --yes yarn@1 install --frozen-lockfile/);
    expect(stdout).toContain('"https://npm.registry.example/mirror/@scope/a/-/a-1.0.0.tgz#abc"');
    expect(stdout).toContain('"https://npm.registry.example/mirror/b/-/b-1.0.0.tgz#abc"');
    expect(stdout).toContain('"https://git.example/x/y/tar.gz/abc"');
    expect(readFileSync(join(room, 'yarn.lock'), 'utf8')).toBe(lock);
    rmSync(room, { recursive: true, force: true });
  });

  it.each([
    [{}, 0],
    [{ workspaces: ['packages/*'] }, -1],
  ])('of packages that lerna links is left to npm, which takes them for workspaces: %j', (more, place) => {
    const files = { 'lerna.json': '{"packages": ["packages/*"]}', 'packages/a/package.json': { name: 'a' } };
    const { setup_candidates } = detect({ ...manifest, ...more }, files).project;
    const linking = ([command]: ProjectCommand[]) =>
      command!.run.includes("npm pkg set 'workspaces[]=packages/*' && npm");
    expect(setup_candidates.findIndex(linking)).toBe(place);
    // It reads the manifests of all packages.
    if (place === 0) expect(setup_candidates[0]![0]!.inputs).toBeUndefined();
  });

  it('begins with nothing where neither tests nor sources import a dependency', () => {
    const scripts = { test: 'node --test' };
    const devDependencies = { eslint: '9' };
    expect(detect({ scripts, devDependencies }).project.setup_candidates[0]).toEqual([]);
    const imports = { 'test/a.test.js': "import 'eslint/x'" };
    expect(detect({ scripts, devDependencies }, imports).project.setup_candidates[0]).not.toEqual([]);
  });
});

describe('a build is part of the project if the tests need it', () => {
  const mocha = { devDependencies: { mocha: '10' }, main: 'dist/index.js', name: 'pkg' };
  const cases: [what: string, scripts: Record<string, string>, test: string, build: string[]][] = [
    [
      'pretest',
      { pretest: 'npm run build && npm run lint', test: 'mocha', build: 'tsc', lint: 'eslint' },
      '',
      ['npm run build'],
    ],
    [
      'a compiler before the runner',
      { test: 'rimraf out && tsc -p . && tsc --noEmit && mocha' },
      '',
      ['PATH="$PWD/node_modules/.bin:$PATH" rimraf out', 'PATH="$PWD/node_modules/.bin:$PATH" tsc -p .'],
    ],
    [
      'a build inside of a script for the documentation',
      {
        test: 'npm run build:docs && npm run lint && mocha',
        'build:docs': 'npm run build && node docs.js',
        build: 'tsc',
        lint: 'x',
      },
      '',
      ['npm run build'],
    ],
    ['an import of the output', { test: 'mocha', build: 'tsc' }, "require('../dist/x')", ['npm run build']],
    ['an import of the entry', { test: 'mocha', build: 'tsc' }, "import x from '..'", ['npm run build']],
    ['an import of the package', { test: 'mocha', build: 'tsc' }, "import x from 'pkg'", ['npm run build']],
    ['sources', { test: 'mocha', build: 'tsc' }, "import x from '../src/x.js'; f('pkg')", []],
    ['an import in a comment', { test: 'mocha', build: 'tsc' }, " // import x from '../dist/x'\n * import 'pkg'", []],
    [
      'a script that two others begin with',
      { pretest: 'npm run build', test: 'npm run unit', preunit: 'npm run build', unit: 'mocha', build: 'tsc' },
      '',
      ['npm run build'],
    ],
  ];
  it.each(cases)('%s', (_what, scripts, test, build) => {
    expect(detect({ ...mocha, scripts }, { 'test/a.test.js': test }).project.build.map(({ run }) => run)).toEqual(
      build,
    );
  });
});

it.each<[string, object, Record<string, string>]>([
  ['vitest', {}, { 'vitest.config.ts': 'resolve: { alias: [{ find: /^pkg$/, replacement: "./src/index.ts" }] }' }],
  ['vite', {}, { 'vite.config.mjs': "resolve: { alias: { pkg: fileURLToPath(new URL('src', import.meta.url)) } }" }],
  ['jest', { jest: { moduleNameMapper: { '^pkg(.*)$': '<rootDir>/src$1' } } }, {}],
])('no build is needed where %s takes the sources for the package', (runner, more, files) => {
  const manifest = { name: 'pkg', main: 'dist/index.js', scripts: { test: runner, build: 'tsc' }, ...more };
  const detected = detect(
    { ...manifest, devDependencies: { vitest: '3', jest: '30' } },
    { 'test/a.test.js': "import 'pkg'", ...files },
  );
  expect(detected.project.build).toEqual([]);
});

it('a script with a second runner gives a second project, by which a change of its test files is measured', () => {
  const manifest = { scripts: { test: 'node test/compress.js && mocha test/unit' }, devDependencies: { mocha: '11' } };
  const paths = ['test/compress.js', 'test/compress/a.js', 'test/compress/b.js', 'test/unit/c.js'];
  const { projects } = detect(manifest, Object.fromEntries(paths.map((path) => [path, ''])));
  expect(projects.map(({ tests }) => [tests.runner, tests.createCommand([])])).toEqual([
    ['mocha', expect.stringMatching(/mocha .* test\/unit$/)],
    ['script', 'node test/compress.js'],
  ]);
  expect(projects.map(({ isTestFile }) => paths.filter(isTestFile))).toEqual([paths.slice(3), paths.slice(0, 3)]);
});

it.each([
  [{}, '*'],
  [{ engines: { node: '>=18' } }, '>=18'],
])('tests need the Node.js that the manifest states, not the one that developers use: %j', (more, range) => {
  const files = { '.nvmrc': '24', '.node-version': '24' };
  expect(detect({ scripts: { test: 'mocha' }, ...more }, files).project.tools).toEqual({ node: range });
});

it('a script of an unknown runner has its tests in "spec" as well', () => {
  const { tests } = detect({ scripts: { test: 'node ./bin/run.js' } }, { 'spec/add_spec.js': '' });
  expect(tests).toEqual(['test/a.test.js', 'spec/add_spec.js']);
});

describe('monorepos', () => {
  it('give the root if it runs tests, and each package with tests, installed at the root', () => {
    const { projects, reasons } = detectProjects(
      createProjectFiles({
        'package.json': { workspaces: ['packages/*'], scripts: { test: 'lerna run test' } },
        'package-lock.json': '{}',
        'packages/a/package.json': { scripts: { test: 'jest' }, devDependencies: { jest: '29' } },
        'packages/a/a.test.js': '',
        'packages/b/package.json': { scripts: { build: 'tsc' } },
        'examples/c/package.json': { scripts: { test: 'jest' } },
        'examples/c/c.test.js': '',
      }),
    );
    expect(projects.map(({ folder }) => folder)).toEqual(['packages/a']);
    expect(reasons).toEqual(['package.json: no script "test" and no known test runner']);
    const [a] = projects;
    expect(a!.setup_candidates[0]![0]!.run).toMatch(/^npm ci/);
    expect(a!.lockfile).toBe('package-lock.json');
    expect(a!.tests.createCommand(['packages/a/a.test.js'])).toBe(
      'cd packages/a && PATH="$PWD/node_modules/.bin:$PWD/../../node_modules/.bin:$PATH" jest --ci --json --outputFile="$REPORT" --coverage=false --forceExit --runTestsByPath a.test.js',
    );
    expect([a!.isTestFile('packages/a/a.test.js'), a!.isTestFile('a.test.js')]).toEqual([true, false]);
  });
});

describe('packages of the workspace that a member imports', () => {
  const member = (name: string, dependencies = {}) => ({
    ...{ name, main: 'dist/index.js', dependencies },
    scripts: { build: 'tsc', test: 'vitest' },
    devDependencies: { vitest: '3' },
  });
  const files = {
    'package.json': { workspaces: ['packages/*'] },
    'packages/app/package.json': member('@x/app', { '@x/core': 'workspace:*', '@x/other': 'workspace:*' }),
    'packages/app/a.test.ts': "import { a } from './a.js';",
    'packages/app/a.ts': "export { a } from '@x/core';",
    'packages/core/package.json': member('@x/core', { '@x/base': 'workspace:*' }),
    'packages/base/package.json': member('@x/base', { '@x/core': 'workspace:*' }),
    'packages/other/package.json': member('@x/other'),
  };
  const listBuilds = (more: Record<string, string | object>) =>
    detectProjects(createProjectFiles({ ...files, ...more })).projects[0]!.build.map(({ run }) => run);

  it('are built first, after what they import themselves', () => {
    expect(listBuilds({})).toEqual(['cd packages/base && npm run build', 'cd packages/core && npm run build']);
  });

  it.each<[string, Record<string, string | object>]>([
    ['whose entry is tracked', { 'packages/core/dist/index.js': '' }],
    ['for which the runner takes the sources', { 'vitest.config.ts': "alias: { '@x/core': 'packages/core/src' }" }],
  ])('are not built %s', (_, more) => expect(listBuilds(more)).toEqual([]));
});

it('a package without tests is told, and so is one that cannot be read', () => {
  expect(detectProjects(createProjectFiles({ 'package.json': '{' })).reasons).toEqual([
    'package.json cannot be read as JSON',
  ]);
  const without = { 'package.json': { scripts: { test: 'echo "Error: no test specified" && exit 1' } } };
  expect(detectProjects(createProjectFiles(without)).reasons).toEqual([
    'package.json: no script "test" and no known test runner',
  ]);
});
