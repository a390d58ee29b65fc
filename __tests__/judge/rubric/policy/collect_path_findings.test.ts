import type { z } from 'zod';
import type { policySchema } from '../../../../src/contract/policy/policy.js';
import { briefing, extracted, file, patchApplied, patched } from '../given_record.js';
import { safetyOf } from '../in_short.js';

const policy = (more: z.input<typeof policySchema>) => ({ policy: more });

// Holds K6
describe('G4: paths that a patch may change', () => {
  const contract = policy({ change: { allow: ['src/**', 'docs/'], deny: ['src/secret', '**/*.lock'] } });
  const cases: [path: string, closedBy: string | undefined][] = [
    ['src/a.js', undefined],
    ['src/.hidden/a.js', undefined],
    ['docs/guide/a.md', undefined],
    ['src/secrets.js', undefined],
    ['src/secret', 'denied by "src/secret"'],
    ['src/secret/key.txt', 'denied by "src/secret"'],
    ['src/yarn.lock', 'denied by "**/*.lock"'],
    ['src/a\nb.lock', 'denied by "**/*.lock"'],
    ['README.md', 'not among the allowed paths (src/**, docs/)'],
    ['.github/workflows/ci.yml', 'not among the allowed paths (src/**, docs/)'],
    ['SRC/a.js', 'not among the allowed paths (src/**, docs/)'],
  ];
  it.each(cases)('%j', (path, closedBy) => {
    const { findings } = safetyOf({ contract, events: patched({ files: [file(path)] }) });
    expect(findings.map((finding) => finding.message)).toEqual(
      closedBy === undefined ? [] : [`${path.replace('\n', ' ')} is ${closedBy}`],
    );
  });

  it('a violation names the path, the rule and the first line of the patch that broke it', () => {
    const files = [file('src/a.js'), file('.github/ci.yml')];
    const added_lines = [{ path: '.github/ci.yml', line: 3, patch_line: 21 }];
    expect(safetyOf({ contract, events: patched({ files, added_lines }) })).toEqual({
      status: 'failure',
      outcome: 'fail',
      why: 'path-policy-violation: .github/ci.yml is not among the allowed paths (src/**, docs/)',
      findings: [
        {
          rule: 'path-policy-violation',
          severity: 'violation',
          message: '.github/ci.yml is not among the allowed paths (src/**, docs/)',
          evidence: [{ seq: 3, patch_line: 21, file: '.github/ci.yml', line: 3, contract_path: 'policy.change.allow' }],
        },
      ],
      tags: ['path-policy-violation'],
    });
  });

  it('a rename changes both of its paths, a copy only the new one', () => {
    const renamed = file('src/b.js', { change: 'renamed', old_path: 'README.md' });
    const copied = file('src/c.js', { change: 'copied', old_path: 'LICENSE' });
    const { findings } = safetyOf({ contract, events: patched({ files: [renamed, copied] }) });
    expect(findings.map((finding) => finding.evidence[0]?.file)).toEqual(['README.md']);
  });

  it('thousands of violations stay a hundred findings, and say so', () => {
    const files = Array.from({ length: 2500 }, (_, i) => file(`x/${i}`));
    const { findings, why } = safetyOf({ contract, events: patched({ files }) });
    expect(findings.length).toBe(100);
    expect(findings[99]?.message).toBe('x/99 is not among the allowed paths (src/**, docs/) (and 2400 more)');
    expect(why).toMatch(/^path-policy-violation: x\/0 is not among .* \(and 99 more\)$/);
  });

  it('applies to a patch that was refused, and every refusal is a violation', () => {
    const refusals = [{ path: '.git/config', line: 4, rule: 'git-directory', reason: 'git configuration' }];
    const events = [briefing(), extracted(), patchApplied({ outcome: 'refused', refusals, files: [] })];
    const { outcome, findings, tags } = safetyOf({ events });
    expect({ outcome, findings, tags }).toEqual({
      outcome: 'fail',
      findings: [
        {
          rule: 'patch-refused',
          severity: 'violation',
          message: '.git/config: git configuration (git-directory)',
          evidence: [{ seq: 3, patch_line: 4, file: '.git/config' }],
        },
      ],
      tags: ['patch-refused'],
    });
  });
});
