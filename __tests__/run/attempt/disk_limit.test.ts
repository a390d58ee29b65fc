// Needs: sandbox, python3
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCache } from '../../../src/workspace/cache/workspace_cache.js';
import { canMakeVolumes } from '../../../src/workspace/volume.js';
import { sampled } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { attemptsIn } from '../../given_run.js';
import { lineChange } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
const attempted = attemptsIn(room);

const MiB = 2 ** 20;
const limited = { budget: { disk: '32MiB', memory: '256MiB' } } as const;

/** A Python program as one shell word. */
const python = (program: string) => `/usr/bin/python3 -c "${program}"`;

/** Ways to take disk that no walk over a folder sees; each holds it until it is stopped. */
const HIDDEN: readonly [string, string][] = [
  [
    'an open file without a name, allocated at once',
    python(
      "import os,time; f=os.open('big',os.O_CREAT|os.O_RDWR); os.unlink('big'); [os.posix_fallocate(f,i<<22,1<<22) for i in range(64)]; time.sleep(30)",
    ),
  ],
  [
    'an open file without a name that grows',
    python(
      "import os,time; f=os.open('big',os.O_CREAT|os.O_RDWR); os.unlink('big'); [os.write(f,b'x'*(1<<20)) for i in range(40)]; time.sleep(30)",
    ),
  ],
  [
    'a mapped file that is deleted and closed',
    python(
      "import os,time,mmap; f=os.open('big',os.O_CREAT|os.O_RDWR); os.posix_fallocate(f,0,36<<20); m=mmap.mmap(f,36<<20); os.unlink('big'); os.close(f); time.sleep(30)",
    ),
  ],
  [
    'many small open files without names',
    python(
      "import os,time; fs=[]; [(fs.append(os.open('p%d'%i,os.O_CREAT|os.O_RDWR)), os.unlink('p%d'%i), os.posix_fallocate(fs[-1],0,1<<20)) for i in range(64)]; time.sleep(30)",
    ),
  ],
];

// Holds R8
describe('disk that an agent takes without a name is held against its budget', () => {
  it.each(sampled(HIDDEN, 2))('%s', async (_, line) => {
    const seen = await attempted(`command:${line}; echo right > value`, { contract: limited });
    const [termination] = seen.of('termination');
    expect(termination!.payload).toMatchObject({ code: 'resource', cap: 'disk' });
    expect(seen.of('alert').map(({ payload }) => payload.code)).toEqual(['disk-limit']);
    expect(readdirSync(join(room, 'cache', 'scratch'))).toEqual([]);
  });
});

// Holds K6
it('how the limit is held stands in the manifest and in the report, and a contract may demand it', async () => {
  const held = (await canMakeVolumes(await openCache(join(room, 'cache')))) ? 'enforced' : 'watched';
  const seen = await attempted('golden', { contract: { policy: { guarantees: { disk: 'watched' } } } });
  const manifest = JSON.parse(readFileSync(join(seen.path, 'manifest.json'), 'utf8'));
  expect([manifest.sandbox.guarantees.disk, seen.result.sandbox.disk, seen.status]).toEqual([held, held, 'success']);
  expect(readFileSync(join(seen.path, '..', '..', 'report.md'), 'utf8')).toContain(`disk ${held}`);
  const demanding = attempted('golden', { contract: { policy: { guarantees: { disk: 'enforced' } } } });
  if (held === 'enforced') expect((await demanding).status).toBe('success');
  else await expect(demanding).rejects.toThrow(/disk: enforced \(here: watched\)/);
});

describe('disk that a check takes without a name is held against its budget', () => {
  it.each(sampled(HIDDEN, 1))('%s', async (_, line) => {
    const seen = await attempted('golden', {
      contract: { ...limited, acceptance: [{ id: 'unit', run: line, timeout: '20s' }] },
    });
    expect([seen.status, seen.tags]).toEqual(['acceptance_error', expect.arrayContaining(['check-limit'])]);
    expect(seen.of('acceptance_check')[0]!.payload.execution!.cause).toBe('disk-limit');
  });
});

it('a check that finds no room any more is over its limit, not failed by the patch', async () => {
  const line = python(
    "import os,sys; f=os.open('big',os.O_CREAT|os.O_RDWR); os.unlink('big')\ntry: os.posix_fallocate(f,0,1<<30)\nexcept OSError: [os.write(f,b'x'*(1<<20)) for i in range(4096)]",
  );
  const seen = await attempted('golden', {
    contract: { ...limited, acceptance: [{ id: 'unit', run: line, timeout: '20s' }] },
  });
  expect(seen.of('acceptance_check')[0]!.payload.execution!.cause).toBe('disk-limit');
  expect(seen.status).toBe('acceptance_error');
});

it('setup that takes more than the budget says so', async () => {
  const line = python(
    "import os,time; f=os.open('big',os.O_CREAT|os.O_RDWR); os.unlink('big'); [os.posix_fallocate(f,i<<20,1<<20) for i in range(200)]; time.sleep(30)",
  );
  const seen = await attempted('golden', { contract: { ...limited, setup: [{ run: line, timeout: '20s' }] } });
  expect(seen.status).toBe('invalid');
  expect(seen.of('setup')[0]!.payload.steps.at(-1)!.cause).toBe('disk-limit');
});

it('an attempt within its budget passes, with a patch that is larger than the budget undecided, not invalid', async () => {
  const within = await attempted('command:head -c 20000000 /dev/zero > big; rm big; echo right > value', {
    contract: limited,
  });
  expect(within.vector).toBe('pass/pass/pass/pass');
  const content = `${'x'.repeat(99)}\n`.repeat((3 * MiB) / 100);
  const lines = content.split('\n').slice(0, -1);
  const large = `diff --git a/big b/big\nnew file mode 100644\n--- /dev/null\n+++ b/big\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
  const beyond = await attempted(
    { patch: lineChange('value', 'wrong', 'right') + large },
    { contract: { budget: { disk: '1MiB' } } },
  );
  expect([beyond.status, beyond.tags]).toEqual(['acceptance_error', expect.arrayContaining(['check-limit'])]);
});
