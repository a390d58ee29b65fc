import type { Contract } from '../../contract/contract_schema.js';
import type { OracleReference, ProofVariantRole } from '../../contract/validation/contract_lock.js';
import type { ProofObservation } from './proof_observation.js';

/** Evidence of a validation. Fields are undefined until they have been examined. */
export interface ProofEvidence {
  contract: Contract;
  /** `unavailable`: reason why the repository could not be examined. */
  pins: { identity: string; observed: string; tool_problems: readonly string[]; unavailable?: string };
  has_golden: boolean;
  observations: readonly ProofObservation[];
  /** Number of attempts per role, for roles whose planned attempts are all finished. */
  done: Partial<Record<ProofVariantRole | 'reruns', number>>;
  reruns: number;
  hidden?:
    | {
        leaks: readonly {
          what: string;
          detail: string;
          certain: boolean;
          /** Place in the contract as file:line. */
          place?: string | undefined;
          /** Leaked lines of the solution, as the end of a sentence. */
          lines?: string;
        }[];
        exposed: readonly string[];
        found: readonly { path: string; what: string; how: 'same-file' | 'same-lines'; lines: number }[];
        files: number;
        passed_over: number;
        complete: boolean;
      }
    | undefined;
  /** Behaviour of the oracle on the reference solution: the tests that can be given a wrong expectation. */
  reference?: OracleReference | undefined;
  /** Ports on which golden evaluations listened, each in several commands. */
  ports?: readonly { port: number; namespaces: number }[] | undefined;
  /** Sizes of workspaces in bytes after a command line of the contract. */
  disk: ReadonlyMap<string, readonly number[]>;
}
