/** Variants of the format, told apart by their fields. */
export const SWE_BENCH_DIALECTS = {
  'swe-bench': 'SWE-bench, Lite, Verified, Multilingual, Multimodal, SWE-Gym, and rows of their form',
  'multi-swe-bench': 'Multi-SWE-bench: org, repo, number, fix_patch',
  'swe-bench-pro': 'SWE-bench Pro: selected_test_files_to_run, before_repo_set_cmd',
  'swe-polybench': 'SWE-PolyBench: Dockerfile, test_command, F2P, P2P',
  'swe-smith': 'SWE-smith: the patch makes the bug',
} as const;
export type SweBenchDialect = keyof typeof SWE_BENCH_DIALECTS;

/** One instance of the SWE-bench family, whatever its dialect. */
export interface SweBenchInstance {
  place: string;
  dialect: SweBenchDialect;
  /** Id as the benchmark writes it: `owner__name-123`. */
  id: string;
  /** `owner/name`. */
  repo: string;
  base_commit: string;
  /** Reference solution, without tests; empty where it is the reverse of `bug_patch`. */
  golden: string;
  /** Patch that makes the bug. */
  bug_patch?: string | undefined;
  test_patch: string;
  problem_statement: string;
  fail_to_pass: string[];
  pass_to_pass: string[];
  /** True if the log names failing tests only, so that an absent one has passed. */
  fail_only: boolean;
  /** Name of upstream's log parser. */
  log_parser?: string | undefined;
  /** Script that upstream runs in its image. */
  eval_script?: string | undefined;
  /** Command of the tests, where the row has it by itself. */
  test_command?: string | undefined;
  image?: string | undefined;
  language?: string | undefined;
  difficulty?: string | undefined;
  created_at?: string | undefined;
  /** Files to run, where the row names them. */
  test_files: string[];
  notes: string[];
}
