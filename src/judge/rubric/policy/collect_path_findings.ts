import picomatch from 'picomatch';
import type { Policy } from '../../../contract/contract_schema.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Event } from '../../../record/events/event.js';
import type { Evidence, VerdictFinding } from '../../../record/verdict/verdict.js';
import { formatRemainder, toOneLine } from '../text/to_one_line.js';

/** Most findings that one rule lists. The rest is counted. */
const MOST_FINDINGS = 100;

/** Lists the paths that a patch changes, in its order. A rename has both paths, a copy only the new one. */
export function listChangedPaths(patch: Event<'patch_applied'> | undefined): string[] {
  const paths = (patch?.payload.files ?? []).flatMap((file) =>
    file.change === 'renamed' && file.old_path !== undefined ? [file.path, file.old_path] : [file.path],
  );
  return [...new Set(paths)];
}

/**
 * Creates a function that returns the first rule of `policy.change` that closes a path. Deny wins over allow.
 *
 * @returns a function that returns undefined if the path is open
 */
export function createPathPolicy(
  change: Policy['change'],
): (path: string) => { rule: string; contract_path: string } | undefined {
  const denials = change.deny.map(createPathMatcher);
  const grants = change.allow.map(createPathMatcher);
  return (path) => {
    const denied = denials.findIndex((matches) => matches(path));
    if (denied >= 0) {
      return { rule: `denied by "${change.deny[denied]}"`, contract_path: `policy.change.deny.${denied}` };
    }
    if (grants.some((matches) => matches(path))) return undefined;
    return { rule: `not among the allowed paths (${change.allow.join(', ')})`, contract_path: 'policy.change.allow' };
  };
}

/** Collects violations of `policy.change`, one per changed path that the policy closes. */
export function collectPathFindings(
  change: Policy['change'],
  patch: Event<'patch_applied'> | undefined,
): VerdictFinding[] {
  if (!patch) return [];
  const rule = createPathPolicy(change);
  const lines = new Map(patch.payload.added_lines.map((added) => [added.path, added]));
  const findings: VerdictFinding[] = [];
  for (const path of listChangedPaths(patch)) {
    const closed = rule(path);
    if (!closed) continue;
    const added = lines.get(path);
    const evidence: Evidence = {
      seq: patch.seq,
      ...omitUndefined({ patch_line: added?.patch_line }),
      file: path,
      ...omitUndefined({ line: added?.line }),
      contract_path: closed.contract_path,
    };
    findings.push({
      rule: 'path-policy-violation',
      severity: 'violation',
      message: toOneLine(`${toOneLine(path, 120)} is ${closed.rule}`, 400),
      evidence: [evidence],
    });
  }
  return limitFindings(findings);
}

/** Limits the findings of one rule to `MOST_FINDINGS`. The last one says how many were dropped. */
export function limitFindings(findings: VerdictFinding[]): VerdictFinding[] {
  if (findings.length <= MOST_FINDINGS) return findings;
  const last = findings[MOST_FINDINGS - 1]!;
  return [
    ...findings.slice(0, MOST_FINDINGS - 1),
    { ...last, message: last.message + formatRemainder(findings.length - MOST_FINDINGS + 1) },
  ];
}

/**
 * Creates a glob matcher over repository paths. A pattern whose last part has no wildcard also matches everything below
 * it: `deny: [hidden]` and `deny: [hidden/]` close the folder.
 */
function createPathMatcher(pattern: string): (path: string) => boolean {
  const plain = pattern.replace(/\/+$/, '');
  const is_plain = !/[*?[\]{}()!]/.test(plain.slice(plain.lastIndexOf('/') + 1));
  const matches = picomatch(is_plain ? [plain, `${plain}/**`] : pattern, { dot: true, windows: false });
  // A line break in a file name would slip through "**", which does not cross lines.
  return (path) => matches(path.replace(/[\n\r\u2028\u2029]/g, '_'));
}
