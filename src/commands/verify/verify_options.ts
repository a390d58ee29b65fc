/** Options of `verifyRuns`. */
export interface VerifyOptions {
  /** Published head of a run, or published Merkle root of an output folder. */
  head?: string | undefined;
  json: boolean;
  /** File with the inclusion proof of the run, under the root `head`. */
  proof?: string | undefined;
  /** Attempt whose inclusion proof is printed. */
  prove?: string | undefined;
}
