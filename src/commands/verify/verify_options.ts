/** Options of `verifyRuns`. */
export interface VerifyOptions {
  /** Published head of a run, or published Merkle root of an output folder. */
  head?: string | undefined;
  json: boolean;
  /** Files with attestations (Sigstore bundles, one per line), and with what they are verified by. */
  bundle?: string | undefined;
  trusted_root?: string | undefined;
  /** Identity that must have signed; `*` stands for any characters. */
  signer?: string | undefined;
  issuer?: string | undefined;
  /** File with the inclusion proof of the run, under the root `head`. */
  proof?: string | undefined;
  /** Attempt whose inclusion proof is printed. */
  prove?: string | undefined;
}
