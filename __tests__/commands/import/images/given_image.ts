import { join } from 'node:path';
import type { GivenFiles } from '../../../given.js';
import type { GivenEngine } from '../../../sandbox/container/given.js';
import { givenImage } from '../../../sandbox/container/given_image.js';
import { commit, givenHistory } from '../../../workspace/given_history.js';

/** The environment that SWE-bench's images activate. */
export const CONDA = 'opt/miniconda3/envs/testbed';

/**
 * Stands for the Python of the image: `python -m pytest FILE… --junitxml=REPORT` runs each `def test_…` of the files, whose
 * bodies are one line of shell behind `assert`. What it tests is where the editable installation points to.
 */
const PYTHON = `#!/bin/sh
[ "$1" = --version ] && { echo Python 3.9.20; exit 0; }
[ "$1 $2" = '-m pytest' ] || { echo "no such command: $*" >&2; exit 2; }
project=$(cat "$CONDA_PREFIX/lib/site-packages/__editable__.pth")
report=/dev/null; files=
for word; do
  case $word in --junitxml=*) report=\${word#*=} ;; *.py) files="$files $word" ;; esac
done
. "$project/src/value.sh" || exit 3
. "$project/src/generated.sh" || exit 3
failed=0
{
  echo '<testsuites><testsuite name="pytest">'
  for file in $files; do
    class=$(echo "\${file%.py}" | tr / .)
    for name in $(sed -n 's/^def \\(test_[a-z_A-Z0-9]*\\).*/\\1/p' "$file"); do
      body=$(sed -n "/^def $name(/,/^\\$/s/^ *assert \\(.*\\)/\\1/p" "$file" | head -n 1)
      printf '<testcase classname="%s" name="%s" file="%s" time="0.1">' "$class" "$name" "$file"
      if ! (eval "$body") > /dev/null 2>&1; then
        failed=1
        printf '<failure message="AssertionError: assert">assert</failure>'
      fi
      echo '</testcase>'
    done
  done
  echo '</testsuite></testsuites>'
} > "$report"
exit $failed
`;

/** Files of the repository at its commit. */
const REPOSITORY: GivenFiles = {
  'src/value.sh': 'value=wrong\n',
  'tests/test_value.py': 'def test_old():\n    assert true\n\n',
  'README.md': 'A project.\n',
};

/** Files of the image beside the repository: built ones, packages, and those that must never be seen. */
const BESIDE: GivenFiles = {
  'src/generated.sh': 'generated=yes\n',
  'src/__pycache__/value.pyc': 'old\n',
  'project.egg-info/PKG-INFO': 'Name: project\n',
  'node_modules/dependency/index.js': 'module.exports = 1;\n',
  'node_modules/dependency/.git/config': 'history\n',
  '.git/solution': 'value=right\n',
};

/**
 * Makes an image that looks like one of SWE-bench: Python in an environment of conda that only activation shows, and the
 * repository at a place that an editable installation names. Its copy of the repository is not the one of the commit.
 *
 * @param stale files of the image's copy of the repository
 */
export function givenBenchmarkImage(given: GivenEngine, name: string, stale: GivenFiles, workdir = 'testbed') {
  const copy = Object.entries({ ...REPOSITORY, ...BESIDE, ...stale });
  return givenImage(
    given,
    name,
    {
      [`${CONDA}/bin/python`]: { content: PYTHON, executable: true },
      [`${CONDA}/lib/site-packages/__editable__.pth`]: `/${workdir}\n`,
      ...Object.fromEntries(copy.map(([path, text]) => [`${workdir}/${path}`, text])),
    },
    [
      'ENV PATH=/testbed/.venv/bin:/opt/miniconda3/bin:/usr/bin:/bin',
      'ENV JAVA_HOME=/opt/java',
      'ENV NPM_TOKEN=hunter2',
      'WORKDIR /testbed',
    ],
  );
}

/** A mirror of the repository, and the row of the benchmark over it. */
export function givenRow(room: string, id: string, more: Record<string, unknown> = {}, files: GivenFiles = {}) {
  const repo = givenHistory(join(room, 'mirrors'), 'owner+project');
  const head = commit(repo, { ...REPOSITORY, ...files }, 'first').trim();
  return {
    instance_id: id,
    repo: 'owner/project',
    base_commit: head,
    patch:
      'diff --git a/src/value.sh b/src/value.sh\n--- a/src/value.sh\n+++ b/src/value.sh\n@@ -1 +1 @@\n-value=wrong\n+value=right\n',
    test_patch: [
      ...['diff --git a/tests/test_value.py b/tests/test_value.py', '--- a/tests/test_value.py'],
      ...['+++ b/tests/test_value.py', '@@ -1,3 +1,9 @@', ' def test_old():', '     assert true', ' '],
      ...['+def test_value():', '+    assert [ "$value" = right ]', '+'],
      ...['+def test_generated():', '+    assert [ "$generated" = yes ]', '+', ''],
    ].join('\n'),
    problem_statement: 'The value is wrong\n\nIt should be right.',
    FAIL_TO_PASS: ['tests/test_value.py::test_value'],
    PASS_TO_PASS: ['tests/test_value.py::test_old', 'tests/test_value.py::test_generated'],
    log_parser: 'parse_log_pytest',
    eval_type: 'pass_and_fail',
    ...more,
  };
}
