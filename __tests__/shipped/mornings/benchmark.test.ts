// Needs: sandbox, bash, make
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom, write } from '../../given.js';
import { commit, gitIn, givenHistory } from '../../workspace/given_history.js';
import { runBuilt } from '../start_built.js';

/**
 * The morning of somebody with predictions for tasks of the SWE-bench family and a published report about them: import, run, export, in
 * three commands, and which instances come out otherwise than published.
 */

afterAll(cleanUp);

const TESTS = (more: string) => `bad=0
is() { if [ "$(sh convert.sh "$2")" = "$3" ]; then echo "[ok]: $1 (0 ms)"; else echo "[err]: $1 in tests/run.sh"; bad=1; fi; }
is "nothing is nothing" 0km 0
${more}exit $bad
`;
const script = (base: string, test_patch: string) => `#!/bin/bash
cd /testbed
git checkout ${base} tests/run.sh
git apply -v - <<'EOF_114329324912'
${test_patch}EOF_114329324912
: '>>>>> Start Test Output'
sh tests/run.sh
: '>>>>> End Test Output'
`;

/** A repository whose fix is known, as a mirror, with two rows about it and a prediction for each. */
function givenBenchmark(room: string) {
  const repo = givenHistory(join(room, 'mirrors'), 'acme+units');
  const base = commit(repo, { 'convert.sh': 'echo "$(($(echo "$1" | tr -d km) * 100))"\n', 'tests/run.sh': TESTS('') });
  const diff = (files: Record<string, string>) => {
    write(repo, files);
    const patch = `${gitIn(repo, 'diff')}\n`;
    gitIn(repo, 'checkout', '-q', '.');
    return patch;
  };
  const patch = diff({ 'convert.sh': 'echo "$(($(echo "$1" | tr -d km) * 1000))"\n' });
  const test_patch = diff({ 'tests/run.sh': TESTS('is "two kilometres" 2km 2000\n') });
  const row = (instance_id: string) => ({
    ...{ repo: 'acme/units', instance_id, base_commit: base, patch, test_patch, version: '1' },
    ...{ problem_statement: 'Two kilometres are 200 metres.', hints_text: '', created_at: '2026-01-01' },
    ...{ FAIL_TO_PASS: '["two kilometres"]', PASS_TO_PASS: '["nothing is nothing"]' },
    ...{ eval_script: script(base, test_patch), log_parser: 'parse_log_redis' },
  });
  const prediction = (instance_id: string, model_patch: string) => ({
    ...{ instance_id, model_name_or_path: 'team-1', model_patch },
  });
  const lines = (rows: object[]) => rows.map((each) => `${JSON.stringify(each)}\n`).join('');
  write(room, {
    'rows.jsonl': lines([row('acme__units-7'), row('acme__units-8')]),
    'predictions.jsonl': lines([
      prediction('acme__units-7', patch),
      prediction('acme__units-8', patch.replace('* 1000', '* 999')),
    ]),
    'published.json': JSON.stringify({ resolved_ids: ['acme__units-7', 'acme__units-8'] }),
  });
}

it('imports rows, judges predictions, and writes a report that stands beside the published one', async () => {
  const room = givenRoom();
  givenBenchmark(room);
  const machine = ['--repos', 'mirrors', '--cache', 'cache'];

  const imported = await runBuilt(room, [
    ...['import', 'swe-bench', 'rows.jsonl', '--out', 'swe', '--images', 'never', ...machine],
  ]);
  expect(imported).toMatchObject({ code: 0, log: expect.stringMatching(/^2 tasks read: 2 contracts in swe\/tasks/m) });

  const judged = await runBuilt(room, [
    ...[
      'run',
      'swe/tasks/*/contract.yml',
      '--agent',
      'predictions:predictions.jsonl',
      '--concurrency',
      '2',
      ...machine,
    ],
  ]);
  expect(judged).toMatchObject({ code: 1, error: expect.not.stringMatching(/\n\s+at /) });
  expect(judged.log).toMatch(/^fail +acme__units-8 .*\n {2}└ G3 tests: required test failed: two kilometres$/m);
  expect(judged.log).toMatch(/^failure: 1 of 2 attempts failed$/m);

  const exported = await runBuilt(room, ['export', 'swe-bench', 'gatebench-out', '--out', 'report']);
  expect(exported).toMatchObject({ code: 0, log: 'team-1: 1 of 2 resolved, 0 empty, 0 errors' });
  const readIds = (name: string): string[] => JSON.parse(readFileSync(join(room, name), 'utf8')).resolved_ids;
  const here = readIds('report/team-1.gatebench.json');
  expect(readIds('published.json').filter((id) => !here.includes(id))).toEqual(['acme__units-8']);
});
