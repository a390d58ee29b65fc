import type { SweBenchInstance } from './swe_bench_instance.js';

/** Images of SWE-bench Pro, one tag for each instance. */
const PRO_REPOSITORY = 'jefzda/sweap-images';

/**
 * Lists the names that the image of an instance may have, the likeliest first: that of the row, else those by the rules
 * of the benchmarks. Rows of SWE-Gym look like those of SWE-bench, so both names are listed.
 */
export function listImageNames({ dialect, id, repo, image }: SweBenchInstance): string[] {
  if (image !== undefined && image !== '') return [dialect === 'swe-bench-pro' ? completeTag(image) : image];
  const plain = id.toLowerCase();
  switch (dialect) {
    case 'swe-bench':
      return [
        `swebench/sweb.eval.x86_64.${plain.replaceAll('__', '_1776_')}:latest`,
        `xingyaoww/sweb.eval.x86_64.${plain.replaceAll('__', '_s_')}:latest`,
      ];
    case 'multi-swe-bench':
      return [`mswebench/${repo.replace('/', '_m_').toLowerCase()}:pr-${id.slice(id.lastIndexOf('-') + 1)}`];
    case 'swe-polybench':
      return [`ghcr.io/timesler/swe-polybench.eval.x86_64.${plain}:v1.1`];
    // Their rows name it: it cannot be had from the id.
    case 'swe-bench-pro':
    case 'swe-smith':
      return [];
  }
}

/** Completes a tag with its repository; a whole name stays. */
const completeTag = (image: string): string => (/[/:]/.test(image) ? image : `${PRO_REPOSITORY}:${image}`);
