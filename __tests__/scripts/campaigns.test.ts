import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const script = fileURLToPath(new URL('../../scripts/campaigns/main.mjs', import.meta.url));
const campaign = (...argv: string[]) => execa(process.execPath, [script, ...argv], { reject: false });

describe('npm run campaign', () => {
  it.each([
    [['floods'], 'campaign: unknown CAMPAIGN "floods" (known: fuzz, kill, github, disk, replay, shards)'],
    [['disk', '--scale', 'huge'], 'campaign: --scale is small or full, not "huge"'],
    [['disk', '--seed', '1.5'], 'campaign: --seed is a whole number, not "1.5"'],
  ])('%j is one line and exit code 2', async (argv, line) => {
    const { exitCode, stdout, stderr } = await campaign(...argv);
    expect([exitCode, stdout, stderr]).toEqual([2, '', line]);
  });
});
