/** One case of the job, as the bare script does it: fresh copy, patch, test, grade by exit status, delete. */
import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Numbers of the cases, and how many run side by side. */
export const cases = Array.from({ length: Number(process.env.BENCH_CASES) }, (_, i) => i + 1);
export const side = Number(process.env.BENCH_SIDE);

/** @returns true if the tests passed */
export async function runCase(number) {
  const root = process.env.BENCH_ROOT;
  const room = `${root}/peer-${number}`;
  await run('cp', ['-a', `${root}/task/repo`, room]);
  await run('cp', ['-a', `${root}/task/hidden`, `${room}/hidden`]);
  try {
    await run('git', ['apply', `${root}/task/golden.patch`], { cwd: room });
    const report = ['--test-reporter=junit', `--test-reporter-destination=${room}/report.xml`];
    await run('node', ['--test', ...report, 'hidden/add.test.mjs'], { cwd: room });
    appendFileSync(`${root}/peer-cases.log`, 'passed\n');
    return true;
  } catch {
    return false;
  } finally {
    await run('rm', ['-rf', room]);
  }
}
