/**
 * What is known of a benchmark. Everything is optional: a criterion about which nothing is known is skipped, never passed.
 */
export interface BenchmarkData {
  /** Type of test case → its cases. */
  test_cases?: Record<string, readonly unknown[]>;
  /** Attempts of agents that solve nothing, and how many of them passed. */
  null_model?: { attempts: number; passed: number };
  /** Inputs that were run several times under the same conditions, and how many of them gave different results. */
  reruns?: { inputs: number; runs: number; differing: number };
  isolation?: { isolated: boolean; fresh_workspaces: boolean; guarantees: Record<string, string> };
  tools?: { declared: number; missing: readonly string[] };
  human_baseline?: number | null;
  failure_catalogue?: readonly string[];
  cost_tracking?: { attempts: number; with_cost: number };
  latency_bounds?: { checks: number; bounded: number };
  seed?: { fixed: boolean; value?: number };
  /** What a person found for a criterion, with evidence; counts where nothing is automated. */
  manual?: Partial<Record<string, { met: boolean; evidence: string } | undefined>>;
}
