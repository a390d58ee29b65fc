/** End of the latest challenged evaluation of each contract version in this process. */
const ends = new Map<string, Promise<void>>();

/**
 * Waits until no other attempt at a contract is challenged.
 *
 * Code in two sandboxes of one machine can exchange bits: by locks on files that both see, or by load. What it reads
 * while one attempt is accepted would tell it which expectations are wrong in a round of another.
 *
 * @param version version id of the contract
 * @returns function that lets the next attempt go on
 */
export async function takeChallengeTurn(version: string): Promise<() => void> {
  const earlier = ends.get(version);
  let release = () => {};
  const end = new Promise<void>((resolve) => {
    release = resolve;
  });
  ends.set(version, end);
  await earlier;
  return () => {
    if (ends.get(version) === end) ends.delete(version);
    release();
  };
}
