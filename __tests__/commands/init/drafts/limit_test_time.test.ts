import { execFileSync } from 'node:child_process';
import { limitTestTime } from '../../../../src/commands/init/drafts/limit_test_time.js';

it('a command whose tests end is left as it is', () => {
  expect(limitTestTime('npm test', { wall_ms: 7_000 })).toEqual({ timeout_ms: 70_000, test_command: 'npm test' });
});

it('a command whose tests hang without the change ends itself before its check does, and keeps $REPORT and quotes', () => {
  const limited = limitTestTime(`printf '%s' "it's $REPORT"; env | grep -c ^REPORT=`, { wall_ms: 400, hanging: true });
  expect(limited.timeout_ms).toBe(90_000);
  expect(limited.test_command).toMatch(/^timeout -k 5 60 sh -c /);
  const run = `REPORT=/tmp/a.xml; ${limited.test_command} || true`;
  const env = { PATH: process.env.PATH ?? '' };
  expect(execFileSync('/bin/sh', ['-c', run], { encoding: 'utf8', env })).toBe("it's /tmp/a.xml0\n");
});
