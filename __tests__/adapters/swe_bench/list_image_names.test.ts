import { listImageNames } from '../../../src/adapters/swe_bench/list_image_names.js';
import type { SweBenchInstance } from '../../../src/adapters/swe_bench/swe_bench_instance.js';

const instance = (changes: Partial<SweBenchInstance>): SweBenchInstance => ({
  ...{ place: 'rows.json:1', dialect: 'swe-bench', id: 'Owner__Name-12', repo: 'Owner/Name', base_commit: '' },
  ...{ golden: '', test_patch: '', problem_statement: '', fail_to_pass: [], pass_to_pass: [], fail_only: false },
  ...{ test_files: [], notes: [] },
  ...changes,
});

it.each<[what: string, changes: Partial<SweBenchInstance>, names: string[]]>([
  ['the one of the row', { image: 'swebench/x:latest' }, ['swebench/x:latest']],
  [
    'those of SWE-bench and SWE-Gym, whose rows look alike',
    {},
    ['swebench/sweb.eval.x86_64.owner_1776_name-12:latest', 'xingyaoww/sweb.eval.x86_64.owner_s_name-12:latest'],
  ],
  ['that of Multi-SWE-bench', { dialect: 'multi-swe-bench' }, ['mswebench/owner_m_name:pr-12']],
  [
    'that of SWE-PolyBench',
    { dialect: 'swe-polybench' },
    ['ghcr.io/timesler/swe-polybench.eval.x86_64.owner__name-12:v1.1'],
  ],
  ['the tag of SWE-bench Pro', { dialect: 'swe-bench-pro', image: 'o.n-1' }, ['jefzda/sweap-images:o.n-1']],
  ['the whole name of SWE-bench Pro', { dialect: 'swe-bench-pro', image: 'a/b:c' }, ['a/b:c']],
  ['none, where only the row could say it', { dialect: 'swe-smith' }, []],
])('the image of an instance has %s', (_, changes, names) => {
  expect(listImageNames(instance(changes))).toEqual(names);
});
