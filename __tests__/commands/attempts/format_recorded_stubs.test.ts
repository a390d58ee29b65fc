import { formatRecordedStubs } from '../../../src/commands/attempts/format_recorded_stubs.js';
import type { LoadedContract } from '../../../src/contract/loaded_contract.js';
import type { StubTable } from '../../../src/network/stub_table.js';

describe('after --record-stubs every contract that has recorded responses is told what came of it', () => {
  const contract = (path: string, network: unknown) =>
    ({ path, shown: `${path}/contract.yml`, contract: { policy: { network } } }) as unknown as LoadedContract;
  const stubbed = { allow: ['a.example'], stubs: 'stubs.jsonl' };
  const [asked, silent, live, closed] = [
    contract('asked', stubbed),
    contract('silent', stubbed),
    contract('live', { allow: ['a.example'] }),
    contract('closed', 'deny'),
  ] as const;
  const recordings = new Map([['asked', new Map([['one', {}]]) as unknown as StubTable]]);

  it('once, and that nothing was written where nothing was asked for', () => {
    expect(formatRecordedStubs([asked, asked, silent, live, closed], () => ({ recordings }))).toEqual([
      'asked/contract.yml: stubs.jsonl: 1 response recorded',
      'silent/contract.yml: stubs.jsonl: not written, since nothing was asked for',
    ]);
  });

  it('nobody is told anything in other runs', () => {
    expect(formatRecordedStubs([asked], () => ({}))).toEqual([]);
  });
});
