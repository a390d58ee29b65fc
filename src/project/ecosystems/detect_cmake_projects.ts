import { isTestSupportPath } from '../../language/is_test_path.js';
import { toMinimumRange } from '../parsing/to_tool_range.js';
import { createCommand, type Project } from '../project.js';
import { getFileName, type ProjectFiles } from '../project_files.js';

const BUILD = '.gatebench-build';
const MAX_LISTS = 200;

/** Detects a CMake project with tests for CTest. */
export function detectCmakeProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  if (!files.paths.includes('CMakeLists.txt')) {
    const plain = files.paths.some((path) => /^(configure(\.ac)?|meson\.build)$/.test(path));
    return {
      projects: [],
      reasons: plain ? ['Autotools and Meson are not read: write the commands into the contract'] : [],
    };
  }
  const lists = files.paths
    .filter((path) => getFileName(path) === 'CMakeLists.txt' || path.endsWith('.cmake'))
    .slice(0, MAX_LISTS);
  const text = lists.map((path) => (files.read(path) ?? '').slice(0, 100_000)).join('\n');
  if (!/\b(enable_testing|add_test|\w+_discover_tests|include\s*\(\s*CTest)\b/i.test(text))
    return { projects: [], reasons: ['CMakeLists.txt declares no tests for CTest'] };
  return { projects: [createCmakeProject(text)], reasons: [] };
}

function createCmakeProject(text: string): Project {
  const options = [...text.matchAll(/\boption\s*\(\s*(\w{1,80})\s+(?:"[^"\n]{0,300}"\s*)?(\w*)/gi)]
    .filter(
      ([, name, value]) =>
        /(^|_)(BUILD_)?(UNIT_?)?TESTS?(ING)?$|(^|_)(BUILD|ENABLE)_\w*TESTS?(ING)?$/i.test(name!) &&
        !/^(ON|1|TRUE)$/i.test(value!),
    )
    .map(([, name]) => name!);
  const defines = [...new Set(['BUILD_TESTING', ...options])].slice(0, 10).map((name) => `-D${name}=ON`);
  const isTestFile = (path: string) =>
    /\.(c|cc|cpp|cxx)$/.test(path) &&
    !/(^|\/)(third_party|vendor|external|extern|deps)\//.test(path) &&
    (/(^|\/)tests?\//i.test(path) || /(^|[_./-])(unit)?tests?\.\w+$|(^|\/)test[_-][^/]*$/i.test(path));
  const fetches = /\b(FetchContent_Declare|ExternalProject_Add|CPMAddPackage)\b/i.test(text);
  return {
    ecosystem: 'cmake',
    folder: '',
    tools: {
      cmake: toMinimumRange(/cmake_minimum_required\s*\(\s*VERSION\s+(\d+\.\d+)/i.exec(text)?.[1]) ?? '*',
      ctest: '>=3.21',
    },
    setup: [],
    setup_candidates: [[]],
    environment: {},
    build: [
      createCommand(`cmake -S . -B ${BUILD} ${defines.join(' ')}`, 'configures a build folder inside the repository'),
      createCommand(`cmake --build ${BUILD} --parallel 2`, 'compiles the code with its tests'),
    ],
    tests: {
      runner: 'ctest',
      report: 'junit',
      createCommand: createTestCommand,
      why: 'CTest reports each registered test; it cannot select by file',
    },
    isTestFile,
    isTestSupport: (path) => !isTestFile(path) && isTestSupportPath(path),
    notes: fetches
      ? ['CMake fetches foreign sources while it configures: move that to the setup, since checks have no network']
      : [],
  };
}

/**
 * Creates the command of the tests. CTest selects no files; a shell script among them is a canary, which is one more
 * test of the build while the command runs: another folder of tests would have other settings (`CTestCustom.cmake`).
 */
function createTestCommand(files: readonly string[]): string {
  const run = `ctest --test-dir ${BUILD} --output-junit "$REPORT" --no-tests=error`;
  const script = files.find((path) => /^[\w./-]+\.sh$/.test(path));
  if (script === undefined) return run;
  const list = `${BUILD}/CTestTestfile.cmake`;
  const listFile = `${BUILD}/gatebench-tests.txt`;
  const add = `cp ${list} ${listFile} && printf '%s\\n' '' 'add_test(gatebench_canary sh ../${script})' >> ${list}`;
  return `${add} && { ${run}; status=$?; mv -f ${listFile} ${list}; exit $status; }`;
}
