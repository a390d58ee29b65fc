import { isPlainTestName } from '../language/is_test_path.js';
import type { Project } from './project.js';

/** Change of the history, as far as its rank goes by it. */
interface RankedChange {
  subject: string;
  body: string;
  files: readonly { path: string; deleted: boolean; lines: number }[];
}

/** Chance of a change to become a proven contract: higher is better. `reason` says why it is not tried at all. */
type ChangeRank = { rank: number } | { reason: string };

const FIX =
  /\b(?:fix(?:e[sd]|ing)?|bug|regression|crash|wrong|incorrect(?:ly)?|broken|handle|prevent|avoid)\b|(?:fixes|closes|resolves) #\d/i;
/** Beginnings of subjects that change no behaviour: conventional types, tags in brackets, releases, merges. */
const CHORE =
  /^(?:\[(?:dev deps|deps|refactor|meta|readme|docs?|actions|tests?|robustness|tidy|perf|pre-commit\.ci)\]|(?:chore|ci|build|docs?|style|tests?|refactor|perf|deps|meta|lint|typos?)\b(?:\([^)]*\))?!?(?::|$)|release\b|v?\d+\.\d+|bump\b|chore\b|docs?\b|lint\b|typos?\b|merge (?:remote(?:-tracking)? )?branch|revert\b|prepare\b)/i;
/** Words of subjects about form, tools and documentation. `Rack::Lint` is a name, not the work of a linter. */
const FORM =
  /(?<!::)\b(?:linting|lint(?:ed)?|prettier|eslint|jshint|jscs|rubocop|clang-format|gofmt|formatter|reformat(?:ted)?|white ?space|indent(?:ation)?|typos?|spelling|code style|clean(?:ed|s|ing)?[- ]?up|cleaned|refactor(?:s|ed|ing)?|renam(?:e|ed|ing)|coverage|readme|changelog|comments?|copyright|licen[sc]e|annotations?|benchmarks?|(?:dev )?dependenc(?:y|ies)|devdependencies|deps|deprecated code|ci|travis|appveyor|workflows?)\b|\b(?:add|more|update|fix|improve|migrate)\b[\w ]{0,20} tests\b|\b(?:drop|remove|end)s? (?:support for )?(?:ruby|node|python|php|go) ?[<\d]|^move\b|\bmove\b.* to (?:a|an|its|the)\b/i;
/** Subjects about types alone, which no test shows when it runs: conventional scopes, and words for declarations. */
const TYPES =
  /^(?:\w+\(types?\)!?|types?|\[types?\]) ?:? |\b(?:typings?|type (?:definitions?|declarations?|signatures?|inference)|d\.ts)\b|\b(?:typescript|ts) (?:types?|definitions?|declarations?|errors?)\b/i;
const DECLARATION = /\.d\.[cm]?ts$/;
/** Files that steer tools and do not run. */
const TOOLING =
  /(?:^|\/)(?:\.[^/]+|[^/]*lint[^/]*\.(?:js|json|ya?ml|toml)|tox\.ini|Makefile|Rakefile|appveyor\.yml|CODEOWNERS)(?:\/|$)|(?:^|\/)(?:benchmarks?|bench|examples?|docs?|requirements)\//i;
const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.txt|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|CMakeLists\.txt|[^/]+\.csproj)$/;
const LOCKFILE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|uv\.lock|Pipfile\.lock|go\.sum|Cargo\.lock|Gemfile\.lock|composer\.lock)$/;
const PROSE = /\.(?:md|mdx|rst|txt|adoc)$/i;
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|kt|cs|c|cc|cpp)$/;
const MAX_FILES = 30;
const MAX_LINES = 1500;

/**
 * Ranks a change by how likely it can be proven: it touches tests and source, repairs something, and is small.
 *
 * @param project project as it is today; the change may be older than its runner and folders
 */
export function rankChange({ subject, body, files }: RankedChange, project: Project): ChangeRank {
  const isOfToday = (path: string) => project.isTestFile(path) || project.isTestSupport(path);
  // The repository may have used another runner, or other folders.
  const isOfThen = (path: string) => CODE.test(path) && isPlainTestName(path);
  const presentFiles = files.filter(({ deleted }) => !deleted);
  // A name says less than the patterns of the runner.
  const isOwned = presentFiles.some(({ path }) => isOfToday(path)) ? isOfToday : isOfThen;
  const tests = presentFiles.filter(({ path }) => isOwned(path));
  if (tests.length === 0) return { reason: 'changes no test' };
  const source = files.filter(({ path }) => !isOwned(path) && !PROSE.test(path) && !LOCKFILE.test(path));
  const code = source.filter(({ path }) => !MANIFEST.test(path));
  if (code.length === 0) return { reason: 'changes tests only' };
  const lines = code.reduce((sum, file) => sum + file.lines, 0);
  if (files.length > MAX_FILES || lines > MAX_LINES)
    return { reason: `is large: ${files.length} files, ${lines} lines` };
  const manifests = source.length > code.length;
  const tooling = files.filter(({ path }) => TOOLING.test(path)).length;
  const types = TYPES.test(subject.trim()) || code.every(({ path }) => DECLARATION.test(path));
  const form = types || CHORE.test(subject.trim()) || FORM.test(subject);
  // "Fix typo" repairs nothing that a test can ask for.
  const fix = form ? 0 : FIX.test(subject) ? 4 : FIX.test(body) ? 3 : 0;
  // Tests that read data run as a whole suite.
  const data = tests.some(({ path }) => CODE.test(path)) ? 0 : 1;
  const rank =
    fix -
    (form ? 4 : 0) -
    (manifests ? 2 : 0) -
    data -
    Math.min(3, tooling / 2) -
    Math.log2(1 + lines) / 3 -
    code.length / 4;
  return { rank };
}
