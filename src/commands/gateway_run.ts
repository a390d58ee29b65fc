import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../contract/user_error.js';
import type { Mask } from '../record/mask.js';
import { FILES } from '../record/run_directory.js';
import type { Tokens } from '../run/coordination/mcp/tokens.js';
import { baseAddress } from '../run/gateway/endpoint_path.js';
import type { Caps } from '../run/gateway/meter/meter.js';
import { openMeter } from '../run/gateway/meter/open_meter.js';
import type { Models } from '../run/gateway/models.js';
import { type OpenAccount, openAccount } from '../run/gateway/open_account.js';
import { type BookFolder, openBookFolder } from '../run/gateway/record/book_folder.js';
import { openRecorder } from '../run/gateway/record/open_recorder.js';
import { type TrafficTotals, trafficTotals } from '../run/gateway/record/traffic_totals.js';
import type { GatewayOrder } from './gateway_order.js';

/** One of the runs that a gateway alone serves. */
export interface GatewayRun {
  name: string;
  account: OpenAccount;
  book: BookFolder;
  /** What was used before this process. */
  before: TrafficTotals;
  summary(): { run: string; record: string } & TrafficTotals;
  /** The same for people. */
  line(): string;
  /** @throws {UserError} when not all could be written */
  close(): void;
}

export interface GatewayRunOrder {
  name: string;
  tokens: Tokens;
  mask: Mask;
  models: Models;
  order: Pick<GatewayOrder, 'runs' | 'cap_usd' | 'cap_tokens' | 'cap_requests'>;
  /** Folder of the record: of one run itself, else of all of them. */
  record: string;
}

export const runNames = (runs: number): string[] => Array.from({ length: runs }, (_, i) => `run-${i + 1}`);

/** @throws {UserError} when the record cannot be written or gone on with */
export function openGatewayRun({ name, tokens, mask, models, order, record }: GatewayRunOrder): GatewayRun {
  const [of_one, of_many] = [join(record, FILES.events), join(record, runNames(1)[0]!)];
  if (existsSync(order.runs === 1 ? of_many : of_one))
    throw new UserError(
      `the record ${record} is that of ${order.runs === 1 ? 'several runs' : 'one run'}`,
      'Ask for as many with --runs N, or name another folder with --record DIR.',
    );
  const folder = order.runs === 1 ? record : join(record, name);
  const book = openBookFolder(folder, () => new Date());
  try {
    book.hide(mask);
    const before = trafficTotals(book.log.events);
    const { redaction, prices, store } = models;
    const account = openAccount({
      tokens,
      meter: openMeter(capsLeft(order, before, folder), prices),
      recorder: openRecorder({ book, redaction, store: store?.(name) }),
    });
    book.log.append('note', 'harness', { text: `serves ${name}: ${termsOf(models, order)}` });
    const summary = () => ({ run: name, record: folder, ...trafficTotals(book.log.events) });
    return {
      name,
      account,
      book,
      before,
      summary,
      line() {
        const { requests, refused, tokens, estimated, usd } = summary();
        const guessed = estimated === 0 ? '' : ` (${estimated} estimated)`;
        const cost = usd === null ? 'cost unknown' : `${usd.toFixed(4)} USD`;
        return `${name}  ${requests} requests · ${tokens} tokens${guessed} · ${cost} · ${refused} refused · ${folder}`;
      },
      close() {
        try {
          account.close();
        } catch (error) {
          const { code, message } = error as NodeJS.ErrnoException;
          throw new UserError(
            `not all traffic of ${name} is in the record ${folder} (${code ?? message})`,
            'What could not be recorded was not sent on.',
          );
        } finally {
          book.close();
        }
      },
    };
  } catch (error) {
    book.close();
    throw error;
  }
}

/** The caps, less what the record says was used already. */
function capsLeft(order: GatewayRunOrder['order'], before: TrafficTotals, folder: string): Caps {
  const { cap_usd, cap_tokens, cap_requests } = order;
  if (cap_usd !== undefined && before.usd === null)
    throw new UserError(
      `the record ${folder} has requests whose price is unknown, so that no cap in USD can hold`,
      'Begin a new one with --record DIR, or leave --cap-usd out.',
    );
  return {
    usd: cap_usd === undefined ? null : Math.max(0, cap_usd - before.usd!),
    tokens: cap_tokens === undefined ? null : Math.max(0, cap_tokens - before.tokens),
    requests: cap_requests === undefined ? null : Math.max(0, cap_requests - before.requests),
  };
}

/** Who serves, and up to where, as the log tells it. */
function termsOf({ name, allowed = [], upstreams, prices }: Models, order: GatewayRunOrder['order']): string {
  const caps = [
    ...(order.cap_usd === undefined ? [] : [`${order.cap_usd} USD`]),
    ...(order.cap_tokens === undefined ? [] : [`${order.cap_tokens} tokens`]),
    ...(order.cap_requests === undefined ? [] : [`${order.cap_requests} requests`]),
  ];
  const asked = upstreams.map((one) => {
    const { name, shown, models, headers } = one;
    const fields = headers ? `; header fields ${headers.join(', ')}` : '';
    return `${name} (${shown ?? baseAddress(one)}: ${models.join(', ')}${fields})`;
  });
  const { table_sha256, library } = prices.identity;
  const priced = table_sha256 === null ? library : `table ${table_sha256}, ${library}`;
  const model = name === null ? '' : ` · model ${[name, ...allowed].join(', ')}`;
  return `upstreams ${asked.join('; ')}${model} · prices ${priced} · caps ${caps.length === 0 ? 'none' : caps.join(', ')}`;
}
