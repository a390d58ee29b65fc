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
  'src/commands/consistency/measure_consistency.ts': ['measureConsistency'],
  'src/commands/init/init_repository.ts': ['initRepository'],
  'src/commands/init/try_changes.ts': ['tryChanges'],
  'src/commands/run/run_study.ts': ['runStudy'],
  'src/commands/validate/validate_contracts.ts': ['validateContracts'],
  'src/sandbox/bubblewrap/create_bubblewrap_backend.ts': ['createBubblewrapBackend'],
  'src/sandbox/selection/select_backend.ts': ['selectBackend'],
};
/** Command lines, which start something by some of their verbs only. */
const COMMAND_LINES = ['__tests__/given_command_line.ts', 'src/cli/run_command_line.ts'];
const STARTING_VERB = /[[(,] ?'(run|check|validate|replicate|replay|mcp)',/;

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Modules that a module imports, from the root of the project, with the names that it takes of each. */
const listImports = (path: string) =>
  [...read(path).matchAll(/^(?:import|export) \{([^}]*)\} from '(\.[^']+)\.js'/gm)].map(
    ([, names = '', from = '']) => ({
      names: names.split(',').map((name) => name.trim()),
      target: `${join(dirname(path), from)}.ts`,
    }),
  );

/** Lists a module of `__tests__` with those of `__tests__` that it imports, but for what starts something only by some of its exports. */
function listModules(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path) || path in STARTERS || !path.startsWith('__tests__/') || !existsSync(join(root, path)))
    return found;
  found.add(path);
  for (const { target } of listImports(path)) listModules(target, found);
  return found;
}

function isStarting(path: string): boolean {
  const modules = [...listModules(path)];
  const imports = modules.flatMap(listImports);
  if (imports.some(({ names, target }) => STARTERS[target]?.some((name) => names.includes(name)))) return true;
  return (
    imports.some(({ target }) => COMMAND_LINES.includes(target)) &&
    modules.some((module) => STARTING_VERB.test(read(module)))
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
