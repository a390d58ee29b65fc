import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { FACILITIES, readNeeds } = createRequire(import.meta.url)('./jest/facilities.cjs') as {
  FACILITIES: Record<string, unknown>;
  readNeeds: (path: string) => string[];
};

/** What starts sandboxes, or attempts in them, by the module that exports it. */
const STARTERS: Record<string, readonly string[]> = {
  '__tests__/built.ts': ['BUILT_ACTION', 'BUILT_CLI'],
  '__tests__/given_run.ts': ['attemptsIn', 'ran'],
  '__tests__/given_graded_run.ts': ['runGradedAgents'],
  '__tests__/recorded/given_recorded.ts': ['givenRecorded'],
  '__tests__/recorded/keep_recorded.ts': ['keepRecorded'],
  '__tests__/sandbox/given.ts': ['asOrdinaryUser', 'bubblewrap', 'probedByOrdinaryUser'],
  '__tests__/shipped/start_built.ts': ['runBuilt', 'startBuilt'],
  'src/commands/init/init_repository.ts': ['initRepository'],
  'src/commands/run/run_study.ts': ['runStudy'],
  'src/commands/validate/validate_contracts.ts': ['validateContracts'],
  'src/sandbox/bubblewrap/create_bubblewrap_backend.ts': ['createBubblewrapBackend'],
};
/** Calls of command lines that start attempts. */
const STARTING_CALL = /\btype(Command)?\([^;]*?'(run|check|validate|replicate|replay)',/;

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Tells whether a module of `__tests__` imports what starts something; or a helper that does, as far as it is not a starter itself. */
function isStarting(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  const text = read(path);
  if (STARTING_CALL.test(text)) return true;
  return [...text.matchAll(/^(?:import|export) \{([^}]*)\} from '(\.[^']+)\.js'/gm)].some(
    ([, names = '', from = '']) => {
      const target = `${join(dirname(path), from)}.ts`;
      const starters = STARTERS[target];
      if (starters !== undefined) return starters.some((name) => new RegExp(`(?<!type )\\b${name}\\b`).test(names));
      return target.startsWith('__tests__/') && existsSync(join(root, target)) && isStarting(target, seen);
    },
  );
}

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.startsWith('fixtures/'))
  .map((name) => join('__tests__', name))
  .sort();

it('a test file that starts sandboxes or attempts, or could, says what it needs, be it nothing', () => {
  const says = (path: string) => /^\/\/ Needs: |\b(where|groupWhere|itInFullWhere|in\w*Engines?)\('/m.test(read(path));
  expect(files.filter((path) => isStarting(path) && !says(path))).toEqual([]);
});

it('needs are facilities that the runner knows', () => {
  const unknown = (path: string) => readNeeds(join(root, path)).filter((name) => !Object.hasOwn(FACILITIES, name));
  expect(files.filter((path) => unknown(path).length > 0)).toEqual([]);
});
