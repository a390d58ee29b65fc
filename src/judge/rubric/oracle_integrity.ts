import type { Finding } from '../../record/verdict.js';
import { bounded, changedPaths, closedBy } from './path_policy.js';
import type { Trace } from './trace.js';
import { oneLine } from './why.js';

/**
 * What the patch did to the oracle (design: "Verdicts that hold").
 *
 * - A file that the patch *created* where a hidden file belongs: a violation, nobody who solves the task writes there.
 * - A file of the repository that the patch changed and the oracle replaces: a warning. Agents may edit the tests they
 *   see; contracts that forbid it say so in `policy.change.deny`.
 * - Runner configuration that the patch changed and that was put back: a warning, unless the policy denies the path,
 *   which is reported as that.
 */
export function oracleFindings(trace: Trace): Finding[] {
  const { oracle, patch } = trace;
  if (!oracle) return [];
  const changed = new Set(changedPaths(patch));
  const created = new Set(
    (patch?.payload.files ?? [])
      .filter((file) => file.old_blob === null || file.change === 'renamed')
      .map((file) => file.path),
  );
  const closed = closedBy(trace.contract.policy.change);
  const evidence = (file: string) => [{ seq: oracle.seq, file }];
  const overwritten = oracle.payload.overwritten.map((path): Finding => {
    const tampered = created.has(path);
    const what = tampered
      ? 'was created where a hidden file of the oracle belongs'
      : 'was changed, and is a file of the oracle';
    return {
      rule: 'hidden-file-tampering',
      severity: tampered ? 'violation' : 'warning',
      message: oneLine(`${oneLine(path, 120)} ${what}; the oracle's file was used`),
      evidence: evidence(path),
    };
  });
  const restored = oracle.payload.restored
    .filter(({ path }) => changed.has(path) && !closed(path))
    .map(
      ({ path, how }): Finding => ({
        rule: 'oracle-config-restored',
        severity: 'warning',
        message: oneLine(
          `${oneLine(path, 120)} configures the test runner: the change was ${how === 'removed' ? 'removed' : 'put back'}`,
        ),
        evidence: evidence(path),
      }),
    );
  return [...bounded(overwritten), ...bounded(restored)];
}
