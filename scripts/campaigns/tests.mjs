/** Campaigns that are tests with more cases: fuzzers, and faults of GitHub at each request. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Lists the test files whose cases grow with GATEBENCH_FUZZ_RUNS. */
function listFuzzers(folder = join(ROOT, '__tests__')) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && readFileSync(join(folder, name), 'utf8').includes('FUZZ_RUNS'))
    .map((name) => join('__tests__', name));
}

export async function runFuzzCampaign({ root, seed, scale, report, fault }) {
  const cases = scale === 'full' ? 10_000 : 500;
  const files = listFuzzers();
  const { passed, failed } = await runJest(
    files,
    { GATEBENCH_TESTS: 'all', GATEBENCH_FUZZ_RUNS: String(cases), GATEBENCH_FUZZ_SEED: String(seed) },
    root,
  );
  report(`${passed + failed} fuzz tests in ${files.length} files, ${cases} cases each: ${failed} failed`);
  if (failed > 0) fault(`${failed} fuzz tests failed, see above; the seed is ${seed}`);
  return { files: files.length, cases, passed, failed };
}

export async function runGithubCampaign({ root, report, fault }) {
  const files = [
    '__tests__/publish/github/faults_at_each_call.test.ts',
    '__tests__/publish/github/garbage.test.ts',
    '__tests__/action_publishing.test.ts',
  ];
  const { passed, failed } = await runJest(files, { GATEBENCH_TESTS: 'all' }, root);
  report(`${passed + failed} cases: each request meets each fault: ${failed} failed`);
  if (failed > 0) fault(`${failed} cases failed, see above`);
  return { passed, failed };
}

async function runJest(files, more, root) {
  const counts = join(root, 'jest.json');
  const argv = [
    '--experimental-vm-modules',
    join(ROOT, 'node_modules/jest/bin/jest.js'),
    '--json',
    '--outputFile',
    counts,
    ...files,
  ];
  await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, argv, {
      cwd: ROOT,
      env: { ...process.env, ...more },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', resolve);
  });
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(counts, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}
