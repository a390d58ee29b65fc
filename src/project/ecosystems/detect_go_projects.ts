import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { isTestSupportPath } from '../../language/is_test_path.js';
import { placeProject } from '../parsing/place_project.js';
import { quoteShellText } from '../parsing/quote_shell_text.js';
import { toMinimumRange } from '../parsing/to_tool_range.js';
import { createCommand, createInstallCommand, type Project } from '../project.js';
import { createFolderView, getFolder, type ProjectFiles } from '../project_files.js';
import { findManifestFolders } from './find_manifest_folders.js';

/** Module and build caches inside the repository: the home folder is new for each command. */
const CACHES = 'GOMODCACHE="$PWD/.gatebench-go/mod" GOCACHE="$PWD/.gatebench-go/build"';

/** Detects Go modules. */
export function detectGoProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  const folders = findManifestFolders(files, (name) => name === 'go.mod');
  const projects = folders.map((folder) => {
    const inner = folders.filter((one) => one !== folder && (folder === '' || one.startsWith(`${folder}/`)));
    return placeProject(
      createGoProject(
        createFolderView(files, folder),
        inner.map((one) => (folder === '' ? one : one.slice(folder.length + 1))),
      ),
      folder,
    );
  });
  const loose = folders.length === 0 && files.paths.some((path) => path.endsWith('_test.go') && !SIDE.test(path));
  if (!loose) return { projects, reasons: [] };
  if (files.paths.some((path) => path.startsWith('vendor/')))
    return { projects, reasons: ['Go tests without a go.mod, with packages in vendor: modules are needed'] };
  return { projects: [createOldGoProject(files)], reasons: [] };
}

/** Folders that Go leaves out, or that hold packages of others. */
const SIDE = /(^|\/)(vendor|testdata|_[^/]*|\.[^/]+)\//;

/** Creates the project of a repository from before modules: its setup makes a module of it. */
function createOldGoProject(files: ProjectFiles): Project {
  const { name, foreign } = readImports(files);
  const init = createCommand(
    `[ -e go.mod ] || go mod init ${quoteShellText(name)}`,
    'makes a module of a repository that is older than modules',
  );
  const tidy = createInstallCommand(`${CACHES} go mod tidy`, 'modules go into a folder of the repository');
  const project = createGoProject(files, []);
  const setup = [init, ...(foreign ? [tidy] : []), ...project.setup];
  return { ...project, setup, setup_candidates: [setup] };
}

/** Most files whose imports are read. */
const MAX_READ = 300;

/** Reads under which name a repository imports its own packages, and whether it imports packages of others. */
function readImports(files: ProjectFiles): { name: string; foreign: boolean } {
  const sources = files.paths.filter((path) => path.endsWith('.go') && !SIDE.test(path)).slice(0, MAX_READ);
  const folders = new Set(sources.map(getFolder));
  const texts = sources.map((path) => (files.read(path) ?? '').slice(0, 20_000));
  const root_package = sources
    .map((path, index) => (getFolder(path) === '' ? /^package (\w+)/m.exec(texts[index]!)?.[1] : undefined))
    .find((name) => name !== undefined)
    ?.replace(/_test$/, '');
  const imports = new Set(
    texts.flatMap((text) => text.match(/(?<=^(?:import)?[ \t]*(?:[\w.]+[ \t]+)?")[\w-]+\.[\w./-]+(?=")/gm) ?? []),
  );
  const names = [...imports].flatMap((path) => {
    const parts = path.split('/');
    const length = parts.findIndex((_, index) => index > 0 && folders.has(parts.slice(index).join('/')));
    if (length > 0) return [parts.slice(0, length).join('/')];
    return root_package !== undefined && parts.at(-1)!.split(/[-.]/).includes(root_package) ? [path] : [];
  });
  const name = names[0] ?? 'example.com/module';
  return { name, foreign: [...imports].some((path) => path !== name && !path.startsWith(`${name}/`)) };
}

function createGoProject(files: ProjectFiles, inner: readonly string[]): Project {
  const mod = (files.read('go.mod') ?? '').slice(0, 200_000);
  const vendored = files.paths.includes('vendor/modules.txt');
  const needs = /^[ \t]*require\b/m.test(mod) && !vendored;
  const isOwn = (path: string) => !SIDE.test(path) && !inner.some((folder) => path.startsWith(`${folder}/`));
  const isTestFile = (path: string) => path.endsWith('_test.go') && !/(^|\/)[_.][^/]*$/.test(path) && isOwn(path);
  const compile = createCommand(
    `${CACHES} go test -run '^$' ./... > /dev/null 2>&1 || true`,
    'fills the build cache, so that the checks compile only what changed',
  );
  // A replacement by a folder needs that folder.
  const inputs = /=>[ \t]*\.{1,2}\//.test(mod)
    ? undefined
    : files.paths.filter((path) => /^go\.(?:mod|sum)$/.test(path));
  const download = {
    ...createInstallCommand(`${CACHES} go mod download`, 'modules go into a folder of the repository'),
    ...omitUndefined({ inputs: inputs || undefined }),
  };
  const setup = needs ? [download, compile] : [compile];
  const lockfile = files.paths.includes('go.sum') ? { lockfile: 'go.sum' } : {};
  return {
    ecosystem: 'go',
    folder: '',
    package_manager: 'go',
    ...lockfile,
    tools: { go: toMinimumRange(/^go[ \t]+(\d+\.\d+(?:\.\d+)?)/m.exec(mod)?.[1]) ?? '*' },
    setup,
    setup_candidates: [setup],
    environment: { GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local', CGO_ENABLED: usesCgo(files) ? '1' : '0' },
    build: [],
    tests: {
      runner: 'go test',
      report: 'go-test-json',
      createCommand: (chosen) => {
        const packages = [...new Set(chosen.map(getFolder))].map((folder) =>
          quoteShellText(folder === '' ? '.' : `./${folder}`),
        );
        return `${CACHES} go test -json ${packages.length > 0 ? packages.join(' ') : './...'} > "$REPORT"`;
      },
      createPlainCommand: () => `${needs ? 'GOMODCACHE="$PWD/.gatebench-go/mod" ' : ''}go test ./...`,
      why: 'go test reports each test as JSON; a hidden file runs with its whole package',
    },
    isTestFile,
    isTestSupport: (path) => !isTestFile(path) && isTestSupportPath(path),
    notes: [
      ...(vendored ? ['dependencies are vendored: nothing is downloaded'] : []),
      ...(inner.length > 0 ? [`modules of their own inside: ${inner.slice(0, 10).join(', ')}`] : []),
    ],
  };
}

function usesCgo(files: ProjectFiles): boolean {
  const sources = files.paths.filter((path) => path.endsWith('.go')).slice(0, 300);
  return sources.some((path) => /^import "C"$/m.test(files.read(path) ?? ''));
}
