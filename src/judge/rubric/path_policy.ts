import picomatch from 'picomatch';
import type { Policy } from '../../contract/schema.js';
import type { Event } from '../../record/events.js';
import type { Evidence, Finding } from '../../record/verdict.js';
import { andMore, oneLine } from './why.js';

/** Findings that one rule lists; the rest is counted. */
const MOST_FINDINGS = 100;

/** Every path that a patch changes, in the order of the patch: of a rename both sides, of a copy only the new one. */
export function changedPaths(patch: Event<'patch_applied'> | undefined): string[] {
  const paths = (patch?.payload.files ?? []).flatMap((file) =>
    file.change === 'renamed' && file.old_path !== undefined ? [file.path, file.old_path] : [file.path],
  );
  return [...new Set(paths)];
}

/** The first rule of `policy.change` that closes a path, or undefined when it is open. Deny wins over allow. */
export function closedBy(
  change: Policy['change'],
): (path: string) => { rule: string; contract_path: string } | undefined {
  const denials = change.deny.map(matcher);
  const grants = change.allow.map(matcher);
  return (path) => {
    const denied = denials.findIndex((matches) => matches(path));
    if (denied >= 0) {
      return { rule: `denied by "${change.deny[denied]}"`, contract_path: `policy.change.deny.${denied}` };
    }
    if (grants.some((matches) => matches(path))) return undefined;
    return { rule: `not among the allowed paths (${change.allow.join(', ')})`, contract_path: 'policy.change.allow' };
  };
}

/** Violations of `policy.change`: one per changed path that the policy keeps closed (K6). */
export function pathFindings(change: Policy['change'], patch: Event<'patch_applied'> | undefined): Finding[] {
  if (!patch) return [];
  const rule = closedBy(change);
  const lines = new Map(patch.payload.added_lines.map((added) => [added.path, added]));
  const findings: Finding[] = [];
  for (const path of changedPaths(patch)) {
    const closed = rule(path);
    if (!closed) continue;
    const added = lines.get(path);
    const evidence: Evidence = {
      seq: patch.seq,
      ...(added ? { patch_line: added.patch_line } : {}),
      file: path,
      ...(added ? { line: added.line } : {}),
      contract_path: closed.contract_path,
    };
    findings.push({
      rule: 'path-policy-violation',
      severity: 'violation',
      message: oneLine(`${oneLine(path, 120)} is ${closed.rule}`, 400),
      evidence: [evidence],
    });
  }
  return bounded(findings);
}

/** At most `MOST_FINDINGS` findings of one rule; the last one says how many were left out. */
export function bounded(findings: Finding[]): Finding[] {
  if (findings.length <= MOST_FINDINGS) return findings;
  const last = findings[MOST_FINDINGS - 1]!;
  return [
    ...findings.slice(0, MOST_FINDINGS - 1),
    { ...last, message: last.message + andMore(findings.length - MOST_FINDINGS + 1) },
  ];
}

/**
 * A glob over repository paths. A pattern whose last part has no wildcard also stands for what is below it, so that
 * `deny: [hidden]` and `deny: [hidden/]` close the folder.
 */
function matcher(pattern: string): (path: string) => boolean {
  const plain = pattern.replace(/\/+$/, '');
  const named = !/[*?[\]{}()!]/.test(plain.slice(plain.lastIndexOf('/') + 1));
  const matches = picomatch(named ? [plain, `${plain}/**`] : pattern, { dot: true, windows: false });
  // A line break in a file name would slip through "**", which does not cross lines.
  return (path) => matches(path.replace(/[\n\r\u2028\u2029]/g, '_'));
}
