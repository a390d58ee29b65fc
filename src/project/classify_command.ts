import { isTestProgram } from '../language/is_test_path.js';
import { BUILD_PROGRAMS, RUNNER_PROGRAMS } from './runner_programs.js';

/** Verbs that count wherever they stand: these tools take several goals, and options with values before them. */
const TOOLS_WITH_GOALS = new Set(
  'mvn gradle make ninja sbt mill lein just task rake bazel xcodebuild manage.py artisan dotnet'.split(' '),
);
/** Other names of tools. */
const ALIASES: Readonly<Record<string, string>> = {
  mvnw: 'mvn',
  mvnd: 'mvn',
  gradlew: 'gradle',
  gmake: 'make',
  bmake: 'make',
  nmake: 'make',
  'gradlew.bat': 'gradle',
  'mvnw.cmd': 'mvn',
  bazelisk: 'bazel',
};
const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'composer', 'pdm', 'hatch', 'poe', 'invoke', 'inv']);
/** Scripts of packages and targets of build tools that test, and those that build. */
const TEST_SCRIPT =
  /^(?:ci[:_-])?(?:tests?|t|tst|check|specs?|unit|e2e|integration|verify|jest|vitest|mocha)(?:[:._-].*)?$/i;
const BUILD_SCRIPT = /^(?:build|compile|typecheck|type-check|types|tsc|check-types|bundle|dist|rebuild)(?:[:._-].*)?$/i;
/** Goals of gradle and maven modules: `:app:test`, `integrationTest`, `testDebugUnitTest`. */
const TEST_GOAL = /^(?:.*:)?(?:test|check|verify|\w*UnitTests?|\w+Test|connected\w*Test)$/;
/** Programs that measure the coverage of the command behind their options. */
const COVERAGE_PROGRAMS = new Set(['c8', 'nyc', 'coverage', 'kcov', 'cross-env', 'dotenv', 'dotenvx']);
const INTERPRETERS = /^(?:node|tsx|ts-node|bun|deno|python[\d.]*|pypy3?|ruby|php|perl|bash|sh|zsh|lua)$/;
/** Options with which a runner runs no tests. */
const INFORMATIONAL_OPTIONS = new Set(
  '--help -h --version -V --list-tests --listTests --collect-only --co --list -list --no-run --showConfig --dry-run --init'.split(
    ' ',
  ),
);

interface ProgramVerbs {
  kind: 'test' | 'build';
  /** Verbs; empty = the program alone. */
  verbs: Set<string>;
}

const PROGRAMS = new Map<string, ProgramVerbs[]>();
for (const [kind, lines] of [
  ['test', Object.values(RUNNER_PROGRAMS).flat()],
  ['build', BUILD_PROGRAMS],
] as const)
  for (const line of lines) {
    const [program = '', verb] = line.split(' ');
    const entries = PROGRAMS.get(program) ?? [];
    PROGRAMS.set(program, entries);
    const same = entries.find((one) => one.kind === kind && one.verbs.size > 0 === (verb !== undefined));
    if (same === undefined) entries.push({ kind, verbs: new Set(verb === undefined ? [] : [verb]) });
    else if (verb !== undefined) same.verbs.add(verb);
  }

/**
 * Classifies a simple command by the runners and build tools that repositories use.
 *
 * @param words program without its folder, then its arguments
 * @returns undefined if it neither tests nor builds
 */
export function classifyCommand(words: readonly string[]): 'test' | 'build' | undefined {
  const [name = '', ...args] = words;
  if (args.some((word) => INFORMATIONAL_OPTIONS.has(word))) return undefined;
  const program = ALIASES[name] ?? name;
  const operands = args.filter((word) => !word.startsWith('-') && !/^[A-Za-z_]\w*=/.test(word));
  if (COVERAGE_PROGRAMS.has(program)) return classifyMeasured(args);
  const byTable = classifyByTable(program, operands);
  if (byTable !== undefined) return byTable;
  if (PACKAGE_MANAGERS.has(program)) return classifyScript(program, operands);
  if (INTERPRETERS.test(program)) return classifyInterpreter(args);
  return isTestProgram(program) && /\.(?:sh|bash|py|rb|js|mjs|ts|pl)$/.test(program) ? 'test' : undefined;
}

function classifyByTable(program: string, operands: readonly string[]): 'test' | 'build' | undefined {
  const entries = PROGRAMS.get(program);
  const goals = TOOLS_WITH_GOALS.has(program) ? operands : operands.slice(0, 1);
  const match = entries?.find(({ verbs }) => goals.some((goal) => verbs.has(goal)));
  if (match) return match.kind;
  if (program === 'gradle' && goals.some((goal) => TEST_GOAL.test(goal))) return 'test';
  if (program === 'make' && goals.some((goal) => TEST_SCRIPT.test(goal))) return 'test';
  return entries?.find(({ verbs }) => verbs.size === 0)?.kind;
}

/** Classifies `npm test`, `npm run test:unit`, `yarn build`. */
function classifyScript(program: string, operands: readonly string[]): 'test' | 'build' | undefined {
  const [first = '', second = ''] = operands;
  const script = /^(?:run|run-script|rum)$/.test(first) ? second : first;
  if (program === 'npm' && script === first && !/^(?:t|tst|test)$/.test(first)) return undefined;
  if (TEST_SCRIPT.test(script)) return 'test';
  return BUILD_SCRIPT.test(script) ? 'build' : undefined;
}

/** Classifies `node --test`, `python -m pytest`, `node test/a.js`, `bash run_tests.sh`. */
function classifyInterpreter(args: readonly string[]): 'test' | 'build' | undefined {
  const module = args.indexOf('-m');
  if (module !== -1) return classifyCommand(args.slice(module + 1));
  const first = args.findIndex((word) => !word.startsWith('-'));
  const options = first === -1 ? args : args.slice(0, first);
  if (args.includes('--test')) return 'test';
  // A program in the command line, which the words may lack, can name the runner that it starts behind it.
  if (options.some((word) => /^-[cep]$|^--(?:eval|print)/.test(word)))
    return classifyByTable(args[first] ?? '', []) ?? classifyByTable(args[first + 1] ?? '', []);
  const file = args.slice(Math.max(0, first)).find((word) => /\.\w+$|\//.test(word)) ?? args[first];
  if (file === undefined || first === -1) return undefined;
  const name = file.slice(file.lastIndexOf('/') + 1);
  const rest = args.slice(args.indexOf(file) + 1);
  const direct = classifyByTable(name, rest) ?? classifyByTable(name.replace(/\.[cm]?js$/, ''), rest);
  if (direct !== undefined) return direct;
  return isTestProgram(file) ? 'test' : undefined;
}

/** Classifies the command behind `c8`, `nyc`, `coverage run`. */
function classifyMeasured(args: readonly string[]): 'test' | 'build' | undefined {
  const module = args.indexOf('-m');
  if (module !== -1) return classifyCommand(args.slice(module + 1));
  const programIndex = args.findIndex(
    (word, i) => !word.startsWith('-') && word !== 'run' && !/=/.test(word) && i >= 0,
  );
  if (programIndex === -1) return undefined;
  const [program = '', ...rest] = args.slice(programIndex);
  const inner = classifyCommand([program.slice(program.lastIndexOf('/') + 1), ...rest]);
  return inner ?? classifyInterpreter(args.slice(programIndex));
}
