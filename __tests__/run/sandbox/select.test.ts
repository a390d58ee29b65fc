import type { Probe, SandboxBackend } from '../../../src/run/sandbox/backend.js';
import { noneBackend } from '../../../src/run/sandbox/none.js';
import { type SandboxWish, selectBackend } from '../../../src/run/sandbox/select.js';
import { bubblewrap, removeFolders } from './given.js';

afterAll(removeFolders);

const makers = {
  bubblewrap: () => bubblewrap({ cgroups: 'none' }),
  none: () => noneBackend({ cgroups: 'none' }),
};
const missing = { ...makers, bubblewrap: () => bubblewrap({ bwrap: '/no/bwrap' }) };

const chosen = async (wish: SandboxWish, from = makers): Promise<string | object> => {
  const selection = await selectBackend(wish, from);
  return 'refusal' in selection ? selection.refusal : selection.backend.name;
};

describe('a backend is chosen, or refused with a reason', () => {
  it.each<[string, SandboxWish, string]>([
    ['auto is bubblewrap', { sandbox: 'auto', unsafe: false }, 'bubblewrap'],
    ['auto is bubblewrap even when unsafe would be allowed', { sandbox: 'auto', unsafe: true }, 'bubblewrap'],
    ['none with the flag', { sandbox: 'none', unsafe: true }, 'none'],
    [
      'a guarantee that is there',
      { sandbox: 'auto', unsafe: false, guarantees: { writes: 'kernel', memory: 'weak' } },
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
      'an image',
      { sandbox: 'auto', unsafe: false, image: 'node@sha256:00' },
      {
        reason: 'the contract runs in the image node@sha256:00, and this version has no container backend',
        remedy: 'Describe the environment without an image: tools of the machine (environment.tools) and setup steps.',
      },
    ],
    [
      'a guarantee that is only weak here',
      { sandbox: 'auto', unsafe: false, guarantees: { memory: 'hard' } },
      {
        reason: 'the contract demands what the bubblewrap sandbox does not guarantee here: memory: hard (here: weak)',
        remedy: 'See docs/sandbox.md#limits for what each guarantee needs.',
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

  it('never falls through to none when bubblewrap does not work', async () => {
    expect(await chosen({ sandbox: 'auto', unsafe: true }, missing)).toMatchObject({
      reason: 'bubblewrap is not installed (no bwrap in PATH)',
    });
  });

  it('probes once per backend', async () => {
    const backend: SandboxBackend = makers.bubblewrap();
    const probes: [Probe, Probe] = [await backend.probe(), await backend.probe()];
    expect(probes[0]).toBe(probes[1]);
  });
});
