/** Guarantees of `policy.guarantees` that no sandbox gives: the harness holds them, or refuses the attempt. */
export const HARNESS_GUARANTEES = ['trust', 'clock'] as const;

/** Guarantee that the harness itself holds. */
type HarnessGuarantee = (typeof HARNESS_GUARANTEES)[number];

/** Returns the guarantees that are demanded of the sandbox. */
export const selectSandboxGuarantees = (guarantees: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(guarantees).filter(([name]) => !(HARNESS_GUARANTEES as readonly string[]).includes(name)),
  );

/** Tells whether a contract demands a guarantee that the harness holds: its value is `enforced`. */
export const isDemanded = (guarantees: Readonly<Record<string, string>>, name: HarnessGuarantee): boolean =>
  guarantees[name] === 'enforced';
