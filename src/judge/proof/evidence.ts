import type { OracleReference } from '../../contract/lock.js';
import type { Contract } from '../../contract/schema.js';
import type { VariantRole } from '../../contract/variant.js';
import type { Observation } from './observation.js';

/** Everything that a proof is judged by. What was not looked at yet is undefined. */
export interface ProofEvidence {
  contract: Contract;
  pins: { identity: string; observed: string; tool_problems: readonly string[] };
  has_golden: boolean;
  observations: readonly Observation[];
  /** Roles of which every attempt was made that was planned; with how many. */
  done: Partial<Record<VariantRole | 'reruns', number>>;
  reruns: number;
  hidden?:
    | {
        leaks: readonly { what: string; detail: string; certain: boolean }[];
        exposed: readonly string[];
        found: readonly { path: string; what: string; how: 'same-file' | 'same-lines'; lines: number }[];
        files: number;
        passed_over: number;
        complete: boolean;
      }
    | undefined;
  /** What runs of the reference solution show of the oracle: which tests can be given a wrong expectation. */
  reference?: OracleReference | undefined;
  /** Ports on which golden evaluations listened, each in several commands. */
  ports?: readonly { port: number; namespaces: number }[] | undefined;
  /** Sizes of workspaces after a command line of the contract. */
  disk: ReadonlyMap<string, readonly number[]>;
}
