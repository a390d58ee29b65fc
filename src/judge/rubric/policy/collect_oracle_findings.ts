import type { FileChange } from '../../../record/events/event.js';
import type { VerdictFinding } from '../../../record/verdict/verdict.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { createPathPolicy, limitFindings, listChangedPaths } from './collect_path_findings.js';

/**
 * Collects findings about what the patch did to the oracle.
 *
 * - `hidden-file-tampering`, a violation: the patch created a file where a hidden file belongs. Nobody who solves the
 *   task writes there.
 * - `oracle-file-replaced`, a warning: the patch changed a file of the snapshot that the oracle replaces. Agents may
 *   edit visible tests; a contract can forbid it with `policy.change.deny`.
 * - `oracle-config-restored`, a warning: the patch changed runner configuration, which was restored. If the policy
 *   denies the path, that is reported instead.
 */
export function collectOracleFindings(trace: AttemptTrace): VerdictFinding[] {
  const { oracle, patch } = trace;
  if (!oracle) return [];
  const changed = new Set(listChangedPaths(patch));
  const created = new Set((patch?.payload.files ?? []).filter(isNewFile).map((file) => file.path));
  const closed = createPathPolicy(trace.contract.policy.change);
  const evidence = (file: string) => [{ seq: oracle.seq, file }];
  const overwritten = oracle.payload.overwritten.map((path): VerdictFinding => {
    const shown = toOneLine(path, 120);
    return isWithin(path, created)
      ? {
          rule: 'hidden-file-tampering',
          severity: 'violation',
          message: `${shown} was created where a hidden file of the oracle belongs; the oracle's file was used`,
          evidence: evidence(path),
        }
      : {
          rule: 'oracle-file-replaced',
          severity: 'warning',
          message: `${shown} was changed; the oracle's file was used`,
          evidence: evidence(path),
        };
  });
  const restored = oracle.payload.restored
    .filter(({ path }) => changed.has(path) && !closed(path))
    .map(
      ({ path, how }): VerdictFinding => ({
        rule: 'oracle-config-restored',
        severity: 'warning',
        message: toOneLine(
          `${toOneLine(path, 120)} configures the test runner: the change was ` +
            `${how === 'removed' ? 'removed' : 'put back'}`,
        ),
        evidence: evidence(path),
      }),
    );
  const select = (rule: string) => overwritten.filter((finding) => finding.rule === rule);
  return [
    ...limitFindings(select('hidden-file-tampering')),
    ...limitFindings(select('oracle-file-replaced')),
    ...limitFindings(restored),
  ];
}

/** Checks whether the snapshot has no file at this path. */
function isNewFile(file: FileChange): boolean {
  return file.old_blob === null || file.change === 'renamed' || file.change === 'copied';
}

/**
 * Checks for the path itself or a folder above it. A file created as `hidden` stands where all of `hidden/` belongs.
 */
function isWithin(path: string, paths: ReadonlySet<string>): boolean {
  const parts = path.split('/');
  return parts.some((_, i) => paths.has(parts.slice(0, i + 1).join('/')));
}
