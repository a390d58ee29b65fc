// Needs: sandbox
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itInFull } from '../../extent.js';
import { cleanUp } from '../../given.js';
import {
  closeServers,
  givenGradedContract,
  givenOpenServer,
  gradeByTown,
  runGradedAgents,
  sayAnswer,
} from '../../given_graded_run.js';

afterAll(cleanUp);
afterEach(closeServers);

/** Returns the lines of a terminal, joined where they were wrapped. */
const unwrap = (text: string) => text.replace(/\n +(?!└)/g, ' ');

itInFull('tells what gradings cost that decide nothing, and which failed or had no score', async () => {
  const server = await givenOpenServer((question) =>
    question.prompt.includes('DOWN') ? { status: 400, body: {} } : gradeByTown(question),
  );
  const folder = await givenGradedContract(
    { acceptance: [{ id: 'there', run: 'test -e answer.txt' }] },
    { mandatory: false },
  );
  const { typed, results } = await runGradedAgents(folder, server.url, {
    right: sayAnswer('Turku\n'),
    wrong: sayAnswer('Oulu\n'),
    down: sayAnswer('DOWN\n'),
  });
  expect(Object.values(results).map(({ verdict }) => verdict.status)).toEqual(['success', 'success', 'success']);
  const note =
    'no pass rests on the judge model strict-judge; 1 optional check failed; ' +
    '1 optional check had no score; grading cost $0.00 beside the agents';
  expect(unwrap(typed.log)).toContain(`JUDGE MODEL: ${note}`);
  expect(typed.log).toContain('└ optional, decides nothing: answer failed: score 0, needed 1, by');
  expect(typed.log).toContain('└ optional, decides nothing: answer had no score: the judge model strict-judge gave');
  const judged = typed.log.split('\n').filter((line) => /^JUDGE MODEL|└ optional/.test(line));
  expect(judged).toHaveLength(3);
  for (const line of judged) expect(line.length).toBeLessThanOrEqual(100);
  for (const file of ['report.md', 'report.html']) {
    const report = readFileSync(join(folder, 'runs', file), 'utf8')
      .replaceAll('&#36;', '$')
      .replaceAll('\\', '');
    expect(report).toContain(note);
  }
});

it('counts no passes where none rests on the judge model', async () => {
  const server = await givenOpenServer(gradeByTown);
  const folder = await givenGradedContract();
  const { typed } = await runGradedAgents(folder, server.url, { wrong: sayAnswer('Oulu\n') });
  expect(unwrap(typed.log)).toContain(
    'JUDGE MODEL: no pass rests on the judge model strict-judge; grading cost $0.00 beside the agents',
  );
  expect(typed.log).not.toContain('0 of 0');
});
