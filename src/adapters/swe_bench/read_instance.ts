import type { BenchmarkRow } from '../rows/benchmark_row.js';
import { RowFault, readJsonField, readNames, readRequiredText, readText } from '../rows/read_names.js';
import type { SweBenchDialect, SweBenchInstance } from './swe_bench_instance.js';

/**
 * Reads a row of any dialect of the family.
 *
 * @param dialect the caller's choice; default: by the fields of the row
 * @throws {RowFault} if a field is missing, or is not what its name says
 */
export function readInstance(row: BenchmarkRow, dialect: SweBenchDialect = detectDialect(row)): SweBenchInstance {
  const instance = READERS[dialect](row);
  if (!/^[0-9a-f]{40}$/.test(instance.base_commit))
    throw new RowFault(`base_commit "${instance.base_commit.slice(0, 60)}" is no full commit id`);
  if (!/^[\w.-]+\/[\w.-]+$/.test(instance.repo))
    throw new RowFault(`repo "${instance.repo.slice(0, 60)}" is not of the form owner/name`);
  if (instance.fail_to_pass.length === 0) throw new RowFault('no test has to begin to pass');
  return instance;
}

/** Detects the dialect of a row by fields that no other has. */
function detectDialect({ fields }: Pick<BenchmarkRow, 'fields'>): SweBenchDialect {
  const has = (...names: string[]) => names.every((name) => fields[name] !== undefined && fields[name] !== null);
  if (has('org', 'number', 'fix_patch')) return 'multi-swe-bench';
  if (has('selected_test_files_to_run') || has('before_repo_set_cmd')) return 'swe-bench-pro';
  if (has('F2P') || has('test_command', 'Dockerfile')) return 'swe-polybench';
  if (has('image_name') && !has('test_patch')) return 'swe-smith';
  return 'swe-bench';
}

const READERS: Readonly<Record<SweBenchDialect, (row: BenchmarkRow) => SweBenchInstance>> = {
  'swe-bench': readClassicRow,
  'multi-swe-bench': readMultiRow,
  'swe-bench-pro': (row) => ({
    ...readClassicRow(row),
    dialect: 'swe-bench-pro',
    fail_to_pass: readNames(row, 'fail_to_pass', 'FAIL_TO_PASS'),
    pass_to_pass: readNames(row, 'pass_to_pass', 'PASS_TO_PASS'),
    test_files: readNames(row, 'selected_test_files_to_run'),
    language: readText(row, 'repo_language'),
    problem_statement: [
      readRequiredText(row, 'problem_statement'),
      ...addSection('Requirements', readText(row, 'requirements')),
      ...addSection('Interface', readText(row, 'interface')),
    ].join('\n\n'),
  }),
  'swe-polybench': (row) => ({
    ...readClassicRow(row),
    dialect: 'swe-polybench',
    fail_to_pass: readNames(row, 'F2P', 'FAIL_TO_PASS'),
    pass_to_pass: readNames(row, 'P2P', 'PASS_TO_PASS'),
    test_command: readText(row, 'test_command'),
    language: readText(row, 'language'),
  }),
  'swe-smith': readSmithRow,
};

function readClassicRow(row: BenchmarkRow): SweBenchInstance {
  const eval_type = readText(row, 'eval_type') ?? 'pass_and_fail';
  if (!['pass_and_fail', 'fail_only'].includes(eval_type))
    throw new RowFault(`eval_type "${eval_type.slice(0, 40)}" is neither pass_and_fail nor fail_only`);
  return {
    ...{ place: row.place, dialect: 'swe-bench' },
    id: readRequiredText(row, 'instance_id'),
    repo: readRequiredText(row, 'repo'),
    base_commit: readRequiredText(row, 'base_commit'),
    golden: readRequiredText(row, 'patch'),
    test_patch: readRequiredText(row, 'test_patch'),
    problem_statement: readRequiredText(row, 'problem_statement'),
    fail_to_pass: readNames(row, 'FAIL_TO_PASS', 'fail_to_pass'),
    pass_to_pass: readNames(row, 'PASS_TO_PASS', 'pass_to_pass'),
    fail_only: eval_type === 'fail_only',
    log_parser: readText(row, 'log_parser'),
    eval_script: readText(row, 'eval_script'),
    image: readText(row, 'image', 'docker_image', 'dockerhub_tag'),
    difficulty: readText(row, 'difficulty'),
    created_at: readText(row, 'created_at'),
    test_files: [],
    notes:
      (readText(row, 'hints_text') ?? '').trim() === '' ? [] : ['hints_text is left out: it may tell the solution'],
  };
}

/** Reads a row whose patch makes the bug. Its tests are in the repository already. */
function readSmithRow(row: BenchmarkRow): SweBenchInstance {
  return {
    ...{ place: row.place, dialect: 'swe-smith', golden: '', test_patch: '', fail_only: false },
    id: readRequiredText(row, 'instance_id'),
    repo: readRequiredText(row, 'repo'),
    base_commit: readRequiredText(row, 'base_commit'),
    bug_patch: readRequiredText(row, 'patch'),
    problem_statement: readRequiredText(row, 'problem_statement'),
    fail_to_pass: readNames(row, 'FAIL_TO_PASS'),
    pass_to_pass: readNames(row, 'PASS_TO_PASS'),
    image: readText(row, 'image_name'),
    created_at: readText(row, 'created_at'),
    test_files: [],
    notes: ['the patch of the row makes the bug: the repository with it lies beside the contract'],
  };
}

/** Lists of Multi-SWE-bench by what becomes of their tests. */
const BEGIN_TO_PASS = ['f2p_tests', 's2p_tests', 'n2p_tests'] as const;

function readMultiRow(row: BenchmarkRow): SweBenchInstance {
  const [org, name] = [readRequiredText(row, 'org'), readRequiredText(row, 'repo')];
  const number = readRequiredText(row, 'number');
  const base = readJsonField(row, 'base') as { sha?: unknown } | undefined;
  if (typeof base?.sha !== 'string') throw new RowFault('there is no base.sha');
  const issues = readJsonField(row, 'resolved_issues');
  const texts = (Array.isArray(issues) ? issues : []).flatMap((issue: { title?: unknown; body?: unknown }) =>
    [issue?.title, issue?.body].filter((text) => typeof text === 'string' && text.trim() !== ''),
  );
  if (texts.length === 0) throw new RowFault('resolved_issues has no text: there is nothing to tell the agent');
  return {
    ...{ place: row.place, dialect: 'multi-swe-bench', id: `${org}__${name}-${number}`, repo: `${org}/${name}` },
    base_commit: base.sha,
    golden: readRequiredText(row, 'fix_patch'),
    test_patch: readRequiredText(row, 'test_patch'),
    problem_statement: texts.join('\n\n'),
    fail_to_pass: [...new Set(BEGIN_TO_PASS.flatMap((list) => readNames(row, list)))],
    pass_to_pass: readNames(row, 'p2p_tests'),
    fail_only: false,
    language: readText(row, 'language', 'lang'),
    test_files: [],
    notes: ['texts of the pull request are left out: they may tell the solution'],
  };
}

const addSection = (title: string, text: string | undefined): string[] =>
  text === undefined || text.trim() === '' ? [] : [`## ${title}\n\n${text.trim()}`];
