/** Known facts of a benchmark. A criterion without data is skipped, never passed. */
export interface BenchmarkData {
  /** Test cases by type. */
  test_cases?: Record<string, readonly unknown[]>;
  /** Attempts of agents that solve nothing, and how many of them passed. */
  null_model?: { attempts: number; passed: number };
  /** Inputs that were run several times under the same conditions, and how many gave different results. */
  reruns?: { inputs: number; runs: number; differing: number };
  isolation?: { isolated: boolean; fresh_workspaces: boolean; guarantees: Record<string, string> };
  tools?: { declared: number; missing: readonly string[] };
  human_baseline?: number | null;
  failure_catalogue?: readonly string[];
  cost_tracking?: { attempts: number; with_cost: number };
  latency_bounds?: { checks: number; bounded: number };
  seed?: { fixed: boolean; value?: number };
  /** A person's finding by criterion, with evidence. It counts where nothing is automated. */
  manual?: Partial<Record<string, { met: boolean; evidence: string } | undefined>>;
}
