// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itInFull } from '../../../extent.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { ran } from '../../../given_run.js';
import { givenShellTask, tapCheck } from '../../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);

describe('setup', () => {
  // Holds K4
  it('runs once for all trials and both stages, and again in no later process', async () => {
    const contract = await givenShellTask(room, 'setup-once', {
      contract: {
        setup: [{ run: 'sleep 0.05; date +%N > made-by-setup; cat made-by-setup' }],
        acceptance: [tapCheck({ run: 'cat made-by-setup; sh hidden/check.sh "$REPORT"' })],
      },
    });
    const order = {
      contracts: [contract],
      agents: ['golden', 'command:cat made-by-setup'],
      trials: 2,
      concurrency: 4,
      out: join(room, 'out/setup-once'),
    };
    const first = await ran(room, order);
    const second = await ran(room, order);
    const setups = [...first.attempts, ...second.attempts].map((seen) => seen.of('setup')[0]!.payload);
    expect(setups.map(({ reused, steps }) => `${reused} ${steps.length}`).sort()).toEqual([
      'false 1',
      ...Array(7).fill('true 0'),
    ]);
    expect([...first.attempts, ...second.attempts].filter(({ result }) => result.timing.setup_ms > 0)).toHaveLength(1);
    const made = setups.find(({ reused }) => !reused)!.steps[0]!.stdout.head;
    for (const seen of [...first.attempts, ...second.attempts])
      expect(seen.of('acceptance_check')[0]!.payload.execution!.stdout.head).toContain(made);
  });

  it("is not the agent's to change for others: each works in a copy", async () => {
    const contract = await givenShellTask(room, 'setup-copy', {
      contract: {
        setup: [{ run: 'echo pristine > made' }],
        acceptance: [tapCheck({ run: 'cat made; sh hidden/check.sh "$REPORT"' })],
      },
    });
    const { attempts } = await ran(room, {
      contracts: [contract],
      agents: ['command:echo spoilt > made; echo right > value'],
      trials: 2,
      concurrency: 1,
      out: join(room, 'out/setup-copy'),
    });
    expect(attempts.map((seen) => seen.of('acceptance_check')[0]!.payload.execution!.stdout.head)).toEqual([
      'pristine\n',
      'pristine\n',
    ]);
    expect(attempts.map(({ status }) => status)).toEqual(['success', 'success']);
  });

  itInFull(
    'shares what commands make of their inputs between repositories that differ elsewhere, and shows them nothing else',
    async () => {
      const given = (id: string, other: string, listed: string) =>
        givenShellTask(room, id, {
          repo: { 'needs/list': listed, other },
          contract: {
            setup: [
              {
                run: 'date +%N > made; cat needs/list >> made; find . -name other -o -name value >> made',
                inputs: ['needs'],
              },
              { run: 'cat other >> made' },
            ],
            acceptance: [tapCheck({ run: 'cat made; sh hidden/check.sh "$REPORT"' })],
          },
        });
      const contracts = [
        await given('inputs-a', 'first\n', 'list\n'),
        await given('inputs-b', 'second\n', 'list\n'),
        await given('inputs-c', 'second\n', 'longer\n'),
      ];
      const out = join(room, 'out/inputs');
      const { attempts } = await ran(room, { contracts, agents: ['golden'], concurrency: 1, out });
      const made = attempts.map((seen) => seen.of('acceptance_check')[0]!.payload.execution!.stdout.head.split('\n'));
      expect(made.map(([, ...lines]) => lines.filter(Boolean))).toEqual([
        ['list', 'first'],
        ['list', 'second'],
        ['longer', 'second'],
      ]);
      expect(made[0]![0]).toBe(made[1]![0]);
      expect(made[1]![0]).not.toBe(made[2]![0]);
      expect(attempts.map((seen) => seen.of('setup')[0]!.payload.steps.length)).toEqual([2, 1, 2]);
      expect(attempts.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    },
  );

  itInFull(
    'shares what commands make of a manifest that differs in fields which they do not see, and keeps the whole one',
    async () => {
      const given = (id: string, manifest: object, run = 'date +%N > made; cat package.json >> made') =>
        givenShellTask(room, id, {
          repo: { 'package.json': JSON.stringify(manifest) },
          contract: {
            setup: [{ run, inputs: [{ json: 'package.json', without: ['/version', '/scripts'] }] }],
            acceptance: [tapCheck({ run: 'cat package.json; echo; cat made; sh hidden/check.sh "$REPORT"' })],
          },
        });
      const contracts = [
        await given('fields-a', { name: 'a', version: '1.0.0' }),
        await given('fields-b', { name: 'a', version: '2.0.0', scripts: { test: 'x' } }),
        await given('fields-c', { name: 'c', version: '2.0.0' }),
        await given('fields-d', { name: 'a', version: '1.0.0' }, 'echo {} > package.json'),
      ];
      const out = join(room, 'out/fields');
      const { attempts } = await ran(room, { contracts, agents: ['golden'], concurrency: 1, out });
      const seen = attempts
        .slice(0, 3)
        .map(({ of }) => of('acceptance_check')[0]!.payload.execution!.stdout.head.split('\n'));
      expect(seen.map(([whole]) => whole)).toEqual([
        '{"name":"a","version":"1.0.0"}',
        '{"name":"a","version":"2.0.0","scripts":{"test":"x"}}',
        '{"name":"c","version":"2.0.0"}',
      ]);
      expect(seen.map((lines) => lines.slice(2, 5).join(''))).toEqual([
        '{  "name": "a"}',
        '{  "name": "a"}',
        '{  "name": "c"}',
      ]);
      expect(seen[0]![1]).toBe(seen[1]![1]);
      expect(seen[1]![1]).not.toBe(seen[2]![1]);
      expect(attempts[3]!.of('setup')[0]!.payload).toMatchObject({
        outcome: 'failed',
        detail: 'setup changes package.json, of which it sees only a part: name the whole file in inputs',
      });
    },
  );

  it('refuses what inputs make in place of a folder of the repository, and follows no link of it', async () => {
    const outside = join(room, 'outside');
    writeFileSync(outside, 'untouched\n');
    const contract = await givenShellTask(room, 'inputs-links', {
      repo: { 'needs/list': '', link: { link: outside } },
      contract: { setup: [{ run: 'echo written > link', inputs: ['needs/list'] }] },
    });
    const folder = await givenShellTask(room, 'inputs-folder', {
      repo: { 'needs/list': '', 'place/file': '' },
      contract: { setup: [{ run: 'echo written > place', inputs: ['needs/list'] }] },
    });
    const out = join(room, 'out/inputs-links');
    const { attempts } = await ran(room, { contracts: [contract, folder], agents: ['golden'], concurrency: 1, out });
    expect(readFileSync(outside, 'utf8')).toBe('untouched\n');
    expect(attempts.map((seen) => seen.of('setup')[0]!.payload.outcome)).toEqual(['ready', 'failed']);
    expect(attempts[1]!.of('setup')[0]!.payload.detail).toMatch(/place/);
  });
});
