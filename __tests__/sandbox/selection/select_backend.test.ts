import type { ContainerEngineName } from '../../../src/sandbox/container/container_engine.js';
import { createContainerBackend } from '../../../src/sandbox/container/create_container_backend.js';
import type { SandboxBackend, SandboxProbe } from '../../../src/sandbox/sandbox_backend.js';
import { selectBackend } from '../../../src/sandbox/selection/select_backend.js';
import { createUnisolatedBackend } from '../../../src/sandbox/unisolated/create_unisolated_backend.js';
import { where } from '../../machine.js';
import { bubblewrap, removeFolders } from '../given.js';

afterAll(removeFolders);

const makers = {
  bubblewrap: () => bubblewrap({ cgroups: 'none', disk: Promise.resolve('enforced') }),
  none: () => createUnisolatedBackend({ cgroups: 'none' }),
  container: (engine: ContainerEngineName, image: string) =>
    createContainerBackend({ engine, image, program: `/no/${engine}` }),
};
const missing = { ...makers, bubblewrap: () => bubblewrap({ bwrap: '/no/bwrap' }) };

const IMAGE = `node@sha256:${'0'.repeat(64)}`;

type SandboxWish = Parameters<typeof selectBackend>[0];

const chosen = async (wish: SandboxWish, from = makers): Promise<string | object> => {
  const selection = await selectBackend(wish, from);
  return 'refusal' in selection ? selection.refusal : selection.backend.name;
};

describe('a backend is chosen, or refused with a reason', () => {
  it('none with the flag', async () => {
    expect(await chosen({ sandbox: 'none', unsafe: true })).toBe('none');
  });

  where('sandbox').each<[string, SandboxWish, string]>([
    ['auto is bubblewrap', { sandbox: 'auto', unsafe: false }, 'bubblewrap'],
    ['auto is bubblewrap even when unsafe would be allowed', { sandbox: 'auto', unsafe: true }, 'bubblewrap'],
    [
      'a guarantee that is there',
      { sandbox: 'auto', unsafe: false, guarantees: { writes: 'kernel', memory: 'weak' } },
      'bubblewrap',
    ],
    [
      'a guarantee that is stronger than demanded',
      { sandbox: 'auto', unsafe: false, guarantees: { disk: 'watched' } },
      'bubblewrap',
    ],
  ])('%s', async (_, wish, expected) => {
    expect(await chosen(wish)).toBe(expected);
  });

  it.each<[string, SandboxWish, { reason: string; remedy: string }]>([
    [
      'none without the flag',
      { sandbox: 'none', unsafe: false },
      {
        reason: 'running without isolation was asked for',
        remedy: 'Pass --unsafe-no-sandbox as well (never a pass), or leave the sandbox at auto.',
      },
    ],
    [
      'an image without an engine, and bubblewrap does not stand in,',
      { sandbox: 'auto', unsafe: false, image: IMAGE },
      {
        reason:
          'the contract runs in an image, and docker is not installed; the contract runs in an image, and podman is not installed',
        remedy:
          'Install docker (see docs/sandbox.md#container-backend). Or: Install podman (see docs/sandbox.md#container-backend).',
      },
    ],
    [
      'an image with bubblewrap asked for',
      { sandbox: 'bubblewrap', unsafe: false, image: IMAGE },
      {
        reason: `bubblewrap was asked for, and the contract runs in the image ${IMAGE}`,
        remedy: 'Leave the sandbox at auto: what the contract pins is not replaced by the tools of the machine.',
      },
    ],
    [
      'an engine without an image',
      { sandbox: 'podman', unsafe: false },
      {
        reason: 'podman was asked for, and the contract names no image',
        remedy: 'Name one by digest (environment.image), or leave the sandbox at auto.',
      },
    ],
    [
      'a trace with an image, before any engine is asked,',
      { sandbox: 'auto', unsafe: false, image: IMAGE, guarantees: { trace: 'strace' } },
      {
        reason: 'the contract asks for a trace (policy.evidence), and containers are not traced',
        remedy: 'Only bubblewrap can trace (see docs/sandbox.md#tracing); elsewhere write `evidence: counters`.',
      },
    ],
    [
      'any guarantee, of no sandbox',
      { sandbox: 'none', unsafe: true, guarantees: { writes: 'kernel' } },
      {
        reason: 'the contract demands what the none sandbox does not guarantee here: writes: kernel (here: not given)',
        remedy: 'See docs/sandbox.md#limits for what each guarantee needs.',
      },
    ],
  ])('%s is refused', async (_, wish, expected) => {
    expect(await chosen(wish)).toEqual(expected);
  });

  where('sandbox')('a guarantee that is only weak here is refused', async () => {
    expect(await chosen({ sandbox: 'auto', unsafe: false, guarantees: { memory: 'hard' } })).toEqual({
      reason: 'the contract demands what the bubblewrap sandbox does not guarantee here: memory: hard (here: weak)',
      remedy: 'See docs/sandbox.md#limits for what each guarantee needs.',
    });
  });

  it('never falls through to none when bubblewrap does not work', async () => {
    expect(await chosen({ sandbox: 'auto', unsafe: true }, missing)).toMatchObject({
      reason: 'bubblewrap is not installed (no bwrap in PATH)',
    });
  });

  where('sandbox')('probes once per backend', async () => {
    const backend: SandboxBackend = makers.bubblewrap();
    const probes: [SandboxProbe, SandboxProbe] = [await backend.probe(), await backend.probe()];
    expect(probes[0]).toBe(probes[1]);
  });
});
