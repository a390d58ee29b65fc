/** The repository and contract that the benchmarks run on, and the bare script they are compared with. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PATCH = `diff --git a/src/add.js b/src/add.js
--- a/src/add.js
+++ b/src/add.js
@@ -1 +1 @@
-export const add = (a, b) => a - b;
+export const add = (a, b) => a + b;
`;

/**
 * A repository of `files` small modules with one wrong line, hidden tests and the patch that mends it.
 * `seconds`: how long the tests wait, on top of starting Node; `spin`: how long they compute. `output`: bytes that they
 * print. `canary`: the contract has one. What the tests expect are literals, which challenge rounds can vary.
 */
export function makeSubject(root, { files, seconds = 0, output = 0, spin = 0, canary = false }) {
  const repo = join(root, 'task', 'repo');
  mkdirSync(join(repo, 'src'), { recursive: true });
  for (let i = 0; i < files; i++) {
    const folder = join(repo, 'lib', `part-${i % 40}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `module-${i}.js`), `export const value${i} = ${i};\n`.repeat(20));
  }
  writeFileSync(join(repo, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(repo, 'src', 'add.js'), 'export const add = (a, b) => a - b;\n');
  const hidden = join(root, 'task', 'hidden');
  mkdirSync(hidden);
  writeFileSync(
    join(hidden, 'add.test.mjs'),
    `import test from 'node:test';
import assert from 'node:assert';
import { setTimeout } from 'node:timers/promises';
import { add } from '../src/add.js';
test('adds 1', () => assert.equal(add(1, 1), 2));
test('adds 2', () => assert.equal(add(2, 1), 3));
test('adds 3', () => assert.equal(add(3, 1), 4));
test('takes its time', async () => {
  if (${output} > 0) process.stdout.write('x'.repeat(${output}));
  await setTimeout(${seconds * 1000});
  for (const end = performance.now() + ${spin * 1000}; performance.now() < end; );
});
`,
  );
  if (canary)
    writeFileSync(
      join(hidden, 'canary.mjs'),
      `import test from 'node:test';\nimport assert from 'node:assert';\ntest('canary', () => assert.equal(1, 2));\n`,
    );
  writeFileSync(join(root, 'task', 'golden.patch'), PATCH);
  const store = join(root, 'tree.git');
  execFileSync('git', ['init', '--quiet', '--bare', store]);
  const env = { ...process.env, GIT_DIR: store, GIT_WORK_TREE: repo };
  execFileSync('git', ['-c', 'core.autocrlf=false', 'add', '--all', '--force', '.'], { env, cwd: repo });
  const tree = execFileSync('git', ['write-tree'], { env }).toString().trim();
  writeFileSync(
    join(root, 'task', 'contract.yml'),
    `schema: 1
id: bench
title: add must add
description: The function add subtracts.
metadata: { tier: 1 }
snapshot: { directory: repo, tree: "${tree}" }
build: none
acceptance:
  - id: unit
    run: node --test --test-reporter=junit --test-reporter-destination=$REPORT hidden/add.test.mjs
    report: junit
    fail_to_pass: [adds 1, adds 2, adds 3]
oracle:
  files: hidden
${canary ? '  canary: { run: node --test --test-reporter=junit --test-reporter-destination=$REPORT hidden/canary.mjs, report: junit }\n' : ''}golden_patch: golden.patch
`,
  );
  return {
    ...{ root, contract: join(root, 'task', 'contract.yml'), patch: join(root, 'task', 'golden.patch') },
    ...{ bare: writeBare(root), limit: writeLimit(root), can_limit: process.getuid() === 0 },
  };
}

/** What a careful person would write without a harness: fresh copy, patch, test, grade by exit status, delete. */
function writeBare(root) {
  const path = join(root, 'bare.sh');
  writeFileSync(
    path,
    `set -eu
root=${root}; export root
one() {
  room=$root/bare-$1
  cp -a "$root/task/repo" "$room"
  cp -a "$root/task/hidden" "$room/hidden"
  cd "$room"
  git apply "$root/task/golden.patch"
  node --test --test-reporter=junit --test-reporter-destination="$room/report.xml" hidden/add.test.mjs > "$room/log" 2>&1
  cd /
  rm -rf "$room"
}
export -f one
seq "$1" | xargs -P "$2" -I{} bash -euc 'one {}'
`,
  );
  return path;
}

/** What no harness with isolation can do without: an overlay, the patch, the tests in bubblewrap, and taking it away. */
function writeLimit(root) {
  const path = join(root, 'limit.sh');
  writeFileSync(
    path,
    `set -eu
root=${root}; export root
one() {
  room=$root/limit-$1
  mkdir -p "$room/upper" "$room/work" "$room/tree"
  mount -t overlay overlay -o "lowerdir=$root/task/repo,upperdir=$room/upper,workdir=$room/work" "$room/tree"
  cp -a "$root/task/hidden" "$room/tree/hidden"
  cd "$room/tree"
  git apply "$root/task/golden.patch"
  bwrap --unshare-all --die-with-parent --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 \\
    --ro-bind-try /etc/ssl /etc/ssl --ro-bind-try /opt /opt --proc /proc --dev /dev --tmpfs /tmp --bind "$room/tree" /work --chdir /work \\
    "$NODE" --test --test-reporter=junit --test-reporter-destination=/tmp/report.xml hidden/add.test.mjs > "$room/log" 2>&1
  cd /
  umount "$room/tree"
  rm -rf "$room"
}
NODE=${process.execPath}; export NODE
export -f one
seq "$1" | xargs -P "$2" -I{} bash -euc 'one {}'
`,
  );
  return path;
}
