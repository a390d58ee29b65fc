import type { Check } from '../../contract/checks/check.js';
import type { FolderFiles } from '../rows/read_folder_files.js';
import { TaskFault } from './read_task_folder.js';
import { RESULTS_FOLDER as RESULTS, TESTS_FOLDER } from './task_paths.js';

const VERIFY_SCRIPT = 'gatebench-verify.sh';
/** Options by which pytest leaves a report, and nothing else. */
export const PYTEST_OPTIONS = '-p no:cacheprovider --junitxml="$REPORT" -o junit_family=xunit1';

/** Command of the tests of a task, and the files that it needs beside them. */
interface HarborTests {
  check: Pick<Check, 'run' | 'report'>;
  /** True if the tests are named by a report. */
  named: boolean;
  files: Record<string, string>;
  notes: string[];
}

/**
 * Chooses how the tests of a task are run. A script that only fetches pytest and starts it is replaced by pytest
 * itself, whose report names each test. Any other script is run, and both its exit status and its reward file must
 * say success.
 *
 * @throws {TaskFault} if there is no test
 */
export function chooseHarborTests(tests: FolderFiles): HarborTests {
  const script = tests.get('test.sh')?.content.toString('utf8');
  const files = [...tests.keys()].filter((path) => /(^|\/)test_[^/]*\.py$/.test(path));
  if (files.length > 0 && (script === undefined || startsPytestOnly(script))) {
    const script_tests = script === undefined ? [] : files.filter((path) => script.includes(path));
    const listed = (script_tests.length > 0 ? script_tests : files).map((path) => `${TESTS_FOLDER}/${path}`);
    if (listed.some((path) => !/^[\w./-]+$/.test(path))) throw new TaskFault('a test file has an odd name');
    return {
      check: {
        run: `python3 -m pytest ${listed.join(' ')} ${PYTEST_OPTIONS}`,
        report: 'pytest-junit',
      },
      ...{ named: true, files: {} },
      notes: script === undefined ? [] : ['tests/test.sh fetches pytest from the network: pytest is run in its place'],
    };
  }
  if (script === undefined) throw new TaskFault('there is no tests/test.sh');
  return {
    check: { run: `sh ${TESTS_FOLDER}/${VERIFY_SCRIPT}`, report: 'exit-code' },
    ...{ named: false, files: { [VERIFY_SCRIPT]: VERIFY } },
    notes: ['exit status and reward file of tests/test.sh must both say success; a reward below 1 fails'],
  };
}

/**
 * Lines of a script that installs and starts pytest, and turns its exit status into a reward. Any other line may check
 * something, and a script that has one is run as it is.
 */
const PYTEST_LINES: readonly RegExp[] = [
  /^(#.*|set [-+]\S+|then|else|fi|exit (\d+|\$\?|"?\$\w+"?)|cd \S+|\w+=\$\?)$/,
  /^(sudo )?(apt|apt-get|apk|yum|dnf) [^&;|]*$/,
  /^curl [^&;|]*\| *(ba)?sh$/,
  /^(source|\.) \S*(env|activate)$/,
  /^export PATH=[^&;|]*$/,
  /^(uv (init|add|venv|pip install)|pip3? install|python3? -m (pip install|venv)) ?[^&;|]*$/,
  /^(if )?(uvx [^&;|]* |uv run |python3? -m )?pytest [^&;|]*(; then)?$/,
  /^if \[+ "?(\$\?|\$PWD|\$\w+)"? -?[a-z=!]+ ("?\/?\d*"?) \]+; then$/,
  /^echo [^&;|]*$/,
];

function startsPytestOnly(script: string): boolean {
  const lines = script
    .replace(/\\\r?\n\s*/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return /\bpytest\b/.test(script) && lines.every((line) => PYTEST_LINES.some((pattern) => pattern.test(line)));
}

/** Program that trusts neither the exit status alone nor the reward alone. */
const VERIFY = `# Runs the tests of the task; succeeds only if exit status and reward both say so.
rm -rf ${RESULTS} && mkdir -p ${RESULTS} || exit 3
bash ${TESTS_FOLDER}/test.sh
status=$?
[ "$status" -eq 0 ] || { echo "test.sh ended with $status"; exit 1; }
if [ -f ${RESULTS}/reward.json ]; then
  # Every number must be at least 1.
  numbers=$(grep -oE '"[^"]*"[[:space:]]*:[[:space:]]*[^,}]*' ${RESULTS}/reward.json | sed 's/.*:[[:space:]]*//')
elif [ -f ${RESULTS}/reward.txt ]; then
  numbers=$(cat ${RESULTS}/reward.txt)
else
  echo "test.sh wrote no reward"; exit 1
fi
[ -n "$numbers" ] || { echo "the reward is empty"; exit 1; }
for number in $numbers; do
  printf '%s\\n' "$number" | grep -qE '^[1-9][0-9]*([.][0-9]+)?$' || { echo "the reward is $number"; exit 1; }
done
`;
