import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { isTestSupportPath } from '../../language/is_test_path.js';
import { createPathMatcher } from '../parsing/create_path_matcher.js';
import { type ConfigTable, getTable, getText, getTextList, getValue, parseConfig } from '../parsing/parse_config.js';
import { placeProject } from '../parsing/place_project.js';
import { quoteShellText } from '../parsing/quote_shell_text.js';
import { toMinimumRange } from '../parsing/to_tool_range.js';
import {
  createCommand,
  createInstallCommand,
  type Project,
  type ProjectCommand,
  reachesRegistry,
  type TestSuite,
} from '../project.js';
import { createFolderView, getFileName, type ProjectFiles } from '../project_files.js';
import { findManifestFolders } from './find_manifest_folders.js';

const HOME = 'CARGO_HOME="$PWD/.gatebench-cargo"';

/** Detects Cargo packages and workspaces. Members of a workspace are tested with it, and each by itself. */
export function detectRustProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  const projects: Project[] = [];
  const reasons: string[] = [];
  const workspaces: { folder: string; isMember: (path: string) => boolean }[] = [];
  for (const folder of findManifestFolders(files, (name) => name === 'Cargo.toml')) {
    const view = createFolderView(files, folder);
    const manifest = parseConfig('TOML', view.read('Cargo.toml'));
    if (manifest === undefined) {
      reasons.push(`${folder === '' ? '' : `${folder}/`}Cargo.toml cannot be read as TOML`);
      continue;
    }
    const owner = workspaces.find((one) => one.isMember(folder));
    const name = getText(manifest, 'package', 'name');
    if (owner !== undefined && name !== undefined && /^[\w-]+$/.test(name)) {
      const prefix = `${folder.slice(owner.folder === '' ? 0 : owner.folder.length + 1)}/`;
      const root = createFolderView(files, owner.folder);
      projects.push({ ...placeProject(createRustProject(root, manifest, prefix, `-p ${name}`), owner.folder), folder });
    } else {
      projects.push(placeProject(createRustProject(view, manifest, '', ''), folder));
      if (getValue(manifest, 'workspace') !== undefined) {
        const prefix = folder === '' ? '' : `${folder}/`;
        const globs = getTextList(manifest, 'workspace', 'members').map((glob) => prefix + glob);
        workspaces.push({ folder, isMember: createPathMatcher(globs) });
      }
    }
  }
  return { projects, reasons };
}

function createRustProject(files: ProjectFiles, manifest: ConfigTable, prefix: string, selection: string): Project {
  const locked = files.paths.includes('Cargo.lock');
  const all = selection === '' && getValue(manifest, 'workspace') !== undefined ? '--workspace' : selection;
  const isTestFile = (path: string) =>
    path.startsWith(prefix) &&
    path.endsWith('.rs') &&
    (/^tests\/[^/]+(\.rs$|\/main\.rs$)/.test(path.slice(prefix.length)) ||
      /(^|\/)(tests?|[^/]*_tests?|test_[^/]*)\.rs$|\/tests\//.test(path.slice(prefix.length))) &&
    !/(^|\/)(benches|benchmarks?|examples|fuzz)\//.test(path.slice(prefix.length));
  const fetch = createInstallCommand(
    `${HOME} cargo fetch${locked ? ' --locked' : ''}`,
    'crates go into a folder of the repository',
  );
  const compile = createCommand(
    `${HOME} cargo test ${all} --offline --no-run > /dev/null 2>&1 || true`.replace('  ', ' '),
    'compiles once, so that the checks compile only what changed',
  );
  const needs =
    locked ||
    ['dependencies', 'dev-dependencies', 'workspace'].some((key) => Object.keys(getTable(manifest, key)).length > 0);
  const setup = needs ? [fetch, compile] : [compile];
  return {
    ecosystem: 'rust',
    folder: '',
    package_manager: 'cargo',
    ...omitUndefined({ lockfile: locked ? 'Cargo.lock' : undefined }),
    tools: {
      cargo:
        toMinimumRange(
          getText(manifest, 'package', 'rust-version') ?? getText(manifest, 'workspace', 'package', 'rust-version'),
        ) ?? '*',
    },
    setup,
    setup_candidates: [setup],
    environment: {},
    build: [],
    tests: createRustSuite(files, all, prefix),
    isTestFile,
    isTestSupport: (path) =>
      !isTestFile(path) && path.startsWith(prefix) && isTestSupportPath(path.slice(prefix.length)),
    notes: ['tests inside of source files (#[cfg(test)]) cannot be told from the change: such files are mixed'],
  };
}

function createRustSuite(files: ProjectFiles, all: string, prefix: string): TestSuite {
  const profile = findNextestProfile(files.read('.config/nextest.toml'));
  // Where each test program is listed, a file of its own is none.
  const listed = /^\s*autotests\s*=\s*false/m.test(files.read('Cargo.toml') ?? '');
  const select = (chosen: readonly string[]) => {
    if (listed) return [];
    const targets = chosen.map((path) => /^tests\/([\w-]+)(?:\.rs|\/main\.rs)$/.exec(path.slice(prefix.length))?.[1]);
    return targets.length > 0 && targets.every((target) => target !== undefined)
      ? targets.map((target) => `--test ${target}`)
      : [];
  };
  const join = (...words: string[]) => words.filter((word) => word !== '').join(' ');
  const createPlainCommand = (setup: readonly ProjectCommand[]) =>
    join(reachesRegistry(setup) ? `${HOME} cargo test --offline` : 'cargo test', all);
  if (profile !== undefined)
    return {
      runner: 'cargo nextest',
      report: 'junit',
      report_file: `target/nextest/${profile.name}/${profile.path}`,
      createCommand: (chosen) =>
        join(`${HOME} cargo nextest run --offline --no-fail-fast --profile ${profile.name}`, all, ...select(chosen)),
      createPlainCommand,
      why: `profile ${profile.name} of .config/nextest.toml writes JUnit`,
    };
  return {
    runner: 'cargo test',
    report: 'tap',
    createCommand: (chosen) =>
      join(
        `${HOME} cargo test --offline --no-fail-fast`,
        all,
        ...select(chosen),
        `> .gatebench-tests 2>&1; status=$?; cat .gatebench-tests; awk ${quoteShellText(TAP_OF_LIBTEST)} .gatebench-tests > "$REPORT"; exit $status`,
      ),
    createPlainCommand,
    why: 'cargo test prints text only, which the command writes as TAP: each test with its target',
  };
}

/** Writes the lines of test programs as TAP, each test with the source of its program in front. */
const TAP_OF_LIBTEST = [
  'BEGIN { print "TAP version 13" }',
  '/^ *Running / { target = $2 == "unittests" ? $3 : $2 }',
  '/^ *Doc-tests / { target = "doc" }',
  '/^test .* \\.\\.\\. (ok|FAILED|ignored)/ {',
  'state = $0 ~ / \\.\\.\\. FAILED/ ? "not ok" : "ok"; skip = $0 ~ / \\.\\.\\. ignored/ ? " # SKIP" : "";',
  'sub(/^test /, ""); sub(/ \\.\\.\\. (ok|FAILED|ignored).*/, ""); gsub(/#/, "\\\\#");',
  'print state " " ++count " - " target " " $0 skip }',
  'END { if (count) print "1.." count }',
].join(' ');

function findNextestProfile(text: string | undefined): { name: string; path: string } | undefined {
  for (const [name, profile] of Object.entries(getTable(parseConfig('TOML', text), 'profile'))) {
    const path = getText(profile, 'junit', 'path');
    if (path !== undefined && /^[\w-]+$/.test(name) && /^[\w-]+\.xml$/.test(getFileName(path)))
      return { name, path: getFileName(path) };
  }
  return undefined;
}
