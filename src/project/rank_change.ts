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
const CHORE =
  /^(?:release\b|v?\d+\.\d+|bump\b|chore\b|ci\b|build\(deps|docs?\b|style\b|lint\b|typos?\b|merge branch|revert\b|prepare\b|update (?:dependencies|deps)\b)/i;
const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.txt|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|CMakeLists\.txt|[^/]+\.csproj)$/;
const LOCKFILE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|uv\.lock|Pipfile\.lock|go\.sum|Cargo\.lock|Gemfile\.lock|composer\.lock)$/;
const PROSE = /\.(?:md|mdx|rst|txt|adoc)$/i;
const MAX_FILES = 30;
const MAX_LINES = 1500;

/** Ranks a change by how likely it can be proven: it touches tests and source, repairs something, and is small. */
export function rankChange({ subject, body, files }: RankedChange, project: Project): ChangeRank {
  const tests = files.filter(({ path, deleted }) => !deleted && project.isTestFile(path));
  if (tests.length === 0) return { reason: 'changes no test' };
  const source = files.filter(
    ({ path }) =>
      !project.isTestFile(path) && !project.isTestSupport(path) && !PROSE.test(path) && !LOCKFILE.test(path),
  );
  const code = source.filter(({ path }) => !MANIFEST.test(path));
  if (code.length === 0) return { reason: 'changes tests only' };
  const lines = code.reduce((sum, file) => sum + file.lines, 0);
  if (files.length > MAX_FILES || lines > MAX_LINES)
    return { reason: `is large: ${files.length} files, ${lines} lines` };
  const manifests = source.length > code.length;
  const rank =
    (FIX.test(`${subject}\n${body}`) ? 4 : 0) -
    (CHORE.test(subject.trim()) ? 3 : 0) -
    (manifests ? 2 : 0) -
    Math.log2(1 + lines) / 3 -
    code.length / 4;
  return { rank };
}
