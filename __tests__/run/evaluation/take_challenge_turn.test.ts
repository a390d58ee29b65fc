import { takeChallengeTurn } from '../../../src/run/evaluation/take_challenge_turn.js';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('turns of challenged attempts', () => {
  it('come in order at one contract, and do not wait for other contracts', async () => {
    const begun: string[] = [];
    const begin = async (name: string, version: string) => {
      const end = await takeChallengeTurn(version);
      begun.push(name);
      return end;
    };
    const turns = [begin('first', 'v1'), begin('second', 'v1'), begin('third', 'v1'), begin('other', 'v2')];
    await settle();
    expect(begun).toEqual(['first', 'other']);
    (await turns[0]!)();
    await settle();
    expect(begun).toEqual(['first', 'other', 'second']);
    (await turns[1]!)();
    (await turns[2]!)();
    (await turns[3]!)();
    (await takeChallengeTurn('v1'))();
    expect(begun).toEqual(['first', 'other', 'second', 'third']);
  });
});
