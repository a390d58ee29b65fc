import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuditTools } from '../../../../src/commands/import/audit/create_audit_tools.js';
import { createProofOptions } from '../../../../src/commands/import/audit/create_proof_options.js';
import { importOptionsSchema } from '../../../../src/commands/import/options/import_options.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { givenShellTask } from '../../../given_task.js';

afterAll(cleanUp);

it('a proof depends on the reference solution, the wrong patches and the text of the contract', async () => {
  const room = givenRoom();
  const path = await givenShellTask(room, 'mine');
  type Order = Parameters<typeof createAuditTools>;
  const order = { reruns: 3, mutants: 5, calibration: 180_000 } as Order[0];
  const { findBasis } = createAuditTools(order, room, {} as Order[2], {} as Order[3], room);
  const before = findBasis(path);
  expect(findBasis(path)).toBe(before);
  const seen = new Set([before]);
  const requireAnother = () => {
    const basis = findBasis(path);
    expect(seen.has(basis)).toBe(false);
    seen.add(basis);
  };
  writeFileSync(join(path, '..', 'golden.patch'), 'diff --git a/x b/x\n');
  requireAnother();
  mkdirSync(join(path, '..', 'wrong'));
  writeFileSync(join(path, '..', 'wrong', 'half.patch'), 'diff --git a/y b/y\n');
  requireAnother();
  appendFileSync(path, '# reviewed\n');
  requireAnother();
});

it.each([
  [undefined, 180_000],
  ['45s', 45_000],
  ['1h', 3_600_000],
])('a proof searches for wrong expectations as long as --calibration %s says', (calibration, calibration_limit) => {
  const given = { benchmark: 'swe-bench', paths: ['rows.jsonl'], out: 'out', search_path: '', calibration };
  const options = createProofOptions(importOptionsSchema.parse(given), 'contract.yml', 'a', 'records', 'cache');
  expect(options).toMatchObject({ calibration: 1000, calibration_limit });
});
