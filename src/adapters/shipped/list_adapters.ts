import type { BenchmarkAdapter } from '../benchmark_adapter.js';
import { contextBenchAdapter } from '../context_bench/context_bench_adapter.js';
import { harborAdapter } from '../harbor/harbor_adapter.js';
import { multiAgentBenchAdapter } from '../multi_agent_bench/multi_agent_bench_adapter.js';
import { redcodeAdapter } from '../redcode/redcode_adapter.js';
import { sweBenchAdapter } from '../swe_bench/swe_bench_adapter.js';

/** Lists the shipped adapters by name. A new one is added here. */
export const listAdapters = (): readonly BenchmarkAdapter[] => [
  sweBenchAdapter,
  harborAdapter,
  contextBenchAdapter,
  redcodeAdapter,
  multiAgentBenchAdapter,
];
