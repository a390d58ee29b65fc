/** A disk that is full at each write: a suite writes to a file system that ends a page later each time, and is resumed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { comparable, readResults, startCommand, writeStudy } from './study.mjs';

export async function runDiskCampaign({ root, scale, report, fault }) {
  if (process.getuid() !== 0) {
    report('left out: a small file system can be mounted by root only');
    return { sizes: 0 };
  }
  const study = writeStudy(join(root, 'study'), { tasks: 2, trials: 1, wrong: 0 });
  const out = join(study, 'out');
  mkdirSync(out);
  const argv = ['run', '--suite', 'gatebench.yml', '--cache', join(study, 'cache'), '--resume'];
  const whole = await startCommand([...argv, '--out', join(study, 'undisturbed')], study).ended;
  if (whole.code !== 0) return fault(`an undisturbed run ended with ${whole.code}: ${whole.said.slice(-500)}`);
  const expected = readResults(join(study, 'undisturbed')).map(comparable);
  const pages =
    Math.ceil(
      Number(
        execFileSync('du', ['-s', '--block-size=4096', join(study, 'undisturbed')])
          .toString()
          .split('\t')[0],
      ),
    ) + 8;
  const step = scale === 'full' ? 1 : Math.ceil(pages / 8);
  let full = 0;
  let sizes = 0;
  for (let size = 2; size <= pages; size += step, sizes++) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size * 4096},mode=0755`, 'gatebench-campaign', out]);
    try {
      const first = await startCommand([...argv, '--out', out], study).ended;
      if (first.code !== 0) full++;
      if (first.code === null || first.code === 1 || /^\s+at /m.test(first.said))
        fault(`${size} pages: ended with ${first.code ?? first.signal}: ${first.said.slice(-500)}`);
      if (first.code === 2 && !/no space/i.test(first.said))
        fault(`${size} pages: the reason is not said: ${first.said.slice(-300)}`);
      const kept = new Map(readResults(out).map((result) => [result.attempt_id, result.head]));
      execFileSync('mount', ['-o', 'remount,size=64m', out]);
      const second = await startCommand([...argv, '--out', out], study).ended;
      const results = readResults(out);
      if (second.code !== 0)
        fault(`${size} pages: with room the run ended with ${second.code}: ${second.said.slice(-500)}`);
      if (JSON.stringify(results.map(comparable)) !== JSON.stringify(expected))
        fault(`${size} pages: results differ after resuming`);
      for (const { attempt_id, head } of results)
        if (kept.has(attempt_id) && kept.get(attempt_id) !== head)
          fault(`${size} pages: the decided attempt ${attempt_id} was made again`);
    } finally {
      execFileSync('umount', [out]);
    }
  }
  report(
    `${sizes} sizes from 2 to ${pages} pages of 4 KiB: the disk was full ${full} times, and every run was resumed`,
  );
  return { sizes, full };
}
