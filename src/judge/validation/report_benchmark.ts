import type { Checklist } from '../../contract/suite/suite.js';
import { type ABCValidationResult, EnhancedABCValidator } from '../analysis/benchmark/enhanced_abc_validator.js';
import { collectBenchmarkData, type ProvenContract } from './collect_benchmark_data.js';

/** Results of the checklist for one benchmark. */
export interface BenchmarkReport {
  results: ABCValidationResult[];
  estimated_overestimation: number;
}

/** Checks contracts as a benchmark, by their proofs and by what people found of it. */
export function reportBenchmark(proofs: readonly ProvenContract[], checklist: Partial<Checklist>): BenchmarkReport {
  const validator = new EnhancedABCValidator();
  const results = validator.validate_all({ ...collectBenchmarkData(proofs), ...checklist });
  return { results, estimated_overestimation: validator.estimated_overestimation(results) };
}
