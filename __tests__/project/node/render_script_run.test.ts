import { renderScriptRun } from '../../../src/project/node/render_script_run.js';
import type { NodePackage } from '../../../src/project/node/runners/node_package.js';

const BIN = 'PATH="$PWD/node_modules/.bin:$PATH"';
const render = (scripts: Record<string, string>) =>
  renderScriptRun({ scripts, folder: '', workspace: undefined } as unknown as NodePackage, 'build');

it.each<[string, Record<string, string>, string]>([
  ['without a manager', { build: 'tsc && rollup -c' }, 'npm run build'],
  [
    'with scripts by yarn',
    { build: 'yarn build:js && yarn run build:es --quiet && npm run toc', 'build:js': 'babel src', 'build:es': 'x' },
    `npm run build:js && npm run build:es -- --quiet && ${BIN} npm run toc`,
  ],
  [
    'with a script before it',
    { prebuild: 'rimraf lib', build: 'yarn tsc -p .' },
    `${BIN} rimraf lib && ${BIN} tsc -p .`,
  ],
  ['with scripts by pnpm below it', { build: 'yarn a', a: 'pnpm b', b: 'tsc' }, 'npm run b'],
  [
    'with quotes',
    { build: `yarn a && node -e "f('a && b');"`, a: 'yarn tsc' },
    `${BIN} tsc && ${BIN} node -e "f('a && b');"`,
  ],
  [
    'with a pattern of pnpm',
    {
      build: 'pnpm run clean && pnpm run "/^build:.*/"',
      clean: 'rimraf dist',
      'build:a': 'tsc',
      'build:b': 'tsc -p b',
    },
    'npm run clean && npm run build:a && npm run build:b',
  ],
  ['with a pattern of pnpm that names nothing', { build: 'pnpm run "/^x:.*/"' }, 'npm run build'],
  ['that calls itself', { build: 'yarn build' }, 'npm run build'],
  ['with other words of the shell', { build: 'yarn a || true', a: 'tsc' }, 'npm run build'],
  ['with a substitution', { build: 'yarn a $(id)', a: 'tsc' }, 'npm run build'],
  ['for a workspace', { build: 'yarn workspace a build' }, 'npm run build'],
  ['with an option of yarn', { build: 'yarn run -T tsc -p .' }, 'npm run build'],
  ['with a quoted name', { build: 'pnpm run "build:a"', 'build:a': 'tsc' }, 'npm run build'],
  ['with a verb of a manager', { build: 'pnpm i && pnpm tsc' }, 'npm run build'],
  ['with a script named as a verb', { build: 'yarn test', test: 'tsc' }, 'npm run test'],
  ['with a file of variables', { build: 'yarn a && . ./env.sh && yarn a', a: 'tsc' }, 'npm run build'],
  ['with a variable for later steps', { build: 'NODE_ENV=x && yarn a', a: 'tsc' }, 'npm run build'],
  ['that changes the folder', { build: 'cd lib && yarn a', a: 'tsc' }, 'npm run build'],
  ['with variables of npm', { build: 'yarn a && echo "$npm_package_version"', a: 'tsc' }, 'npm run build'],
  ['with variables before yarn', { build: 'NODE_ENV=x yarn a', a: 'tsc' }, 'npm run build'],
])('a script %s', (_, scripts, command) => expect(render(scripts)).toBe(command));
