// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);

it('the message of a failed test reaches view, report.md and report.html; that of a baseline beside it does not', async () => {
  const said = (what: string) =>
    `printf 'TAP version 13\\nnot ok 1 - the value is right\\n  ---\\n  message: "${what} <got wrong>"\\n  ...\\nok 2 - the rest is kept\\n1..2\\n' > "$1"; exit 1\n`;
  const check = `if [ -e extra ]; then ${said('expected right')} else ${said('from noop')} fi\n`;
  const contract = await givenShellTask(room, 'told', { hidden: { 'check.sh': check } });
  const patch = join(room, 'told', 'extra.patch');
  writeFileSync(
    patch,
    'diff --git a/extra b/extra\nnew file mode 100644\n--- /dev/null\n+++ b/extra\n@@ -0,0 +1 @@\n+x\n',
  );
  const { outcome } = await ran(room, { contracts: [contract], agents: [`patch:${patch}`, 'noop'] });
  expect(outcome.view.failures).toMatchObject([
    { check: 'unit', test: 'the value is right', message: expect.stringContaining('expected right'), count: 1 },
  ]);
  const [markdown, page] = ['report.md', 'report.html'].map((name) => readFileSync(join(room, 'out', name), 'utf8'));
  expect(markdown).toContain('expected right &#60;got wrong&#62;');
  expect(page).toContain(String.raw`expected right \u003cgot wrong>`);
  expect(markdown).not.toContain('from noop');
});
