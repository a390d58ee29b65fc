import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { BearerTokens } from '../../gateway/accounts/bearer_tokens.js';
import { type CloseableAccount, openAccount } from '../../gateway/accounts/open_account.js';
import { createMeter, type MeterCaps } from '../../gateway/meter/create_meter.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import { openTrafficRecorder } from '../../gateway/recording/open_traffic_recorder.js';
import {
  computeTrafficTotals,
  openRecordFolder,
  type RecordFolder,
  type TrafficTotals,
} from '../../gateway/recording/record_folder.js';
import { buildBaseAddress } from '../../gateway/upstreams/upstream.js';
import type { Mask } from '../../record/redaction/mask.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import type { ServeGatewayOptions } from './serve_gateway_options.js';

/** Run that a gateway serves by itself. */
export interface GatewayRun {
  name: string;
  account: CloseableAccount;
  book: RecordFolder;
  /** Usage before this process. */
  prior_usage: TrafficTotals;
  summary(): { run: string; record: string } & TrafficTotals;
  /** Summary for people. */
  line(): string;
  /** Closes the record. @throws {UserError} if not everything could be written */
  close(): void;
}

/** Options of a gateway run. */
interface GatewayRunOptions {
  name: string;
  tokens: BearerTokens;
  mask: Mask;
  models: ModelConfig;
  options: Pick<ServeGatewayOptions, 'runs' | 'cap_usd' | 'cap_tokens' | 'cap_requests'>;
  /** Folder of the record if there is one run, else of all records. */
  record: string;
}

/** Returns the names of the runs. */
export const listGatewayRunNames = (runs: number): string[] => Array.from({ length: runs }, (_, i) => `run-${i + 1}`);

/** Opens the record and the account of a run. @throws {UserError} if the record cannot be written or continued */
export function openGatewayRun({ name, tokens, mask, models, options, record }: GatewayRunOptions): GatewayRun {
  const [of_one, of_many] = [join(record, RUN_FILES.events), join(record, ...listGatewayRunNames(1))];
  if (existsSync(options.runs === 1 ? of_many : of_one))
    throw new UserError(
      `the record ${record} is that of ${options.runs === 1 ? 'several runs' : 'one run'}`,
      'Ask for as many with --runs N, or name another folder with --record DIR.',
    );
  const folder = options.runs === 1 ? record : join(record, name);
  const book = openRecordFolder(folder, () => new Date());
  try {
    book.addMask(mask);
    const prior_usage = computeTrafficTotals(book.log.events);
    const { redaction, prices, store } = models;
    const account = openAccount({
      tokens,
      meter: createMeter(computeRemainingCaps(options, prior_usage, folder), prices),
      recorder: openTrafficRecorder({ sink: book, redaction, store: store?.(name) }),
    });
    book.log.append('note', 'harness', { text: `serves ${name}: ${formatGatewayTerms(models, options)}` });
    const summary = () => ({ run: name, record: folder, ...computeTrafficTotals(book.log.events) });
    return {
      name,
      account,
      book,
      prior_usage,
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

/** Returns the caps less what the record says was used. */
function computeRemainingCaps(options: GatewayRunOptions['options'], before: TrafficTotals, folder: string): MeterCaps {
  const { cap_usd, cap_tokens, cap_requests } = options;
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

/** Formats upstreams, prices and caps for the log. */
function formatGatewayTerms(
  { name, allowed = [], upstreams, prices }: ModelConfig,
  options: GatewayRunOptions['options'],
): string {
  const caps = [
    ...(options.cap_usd === undefined ? [] : [`${options.cap_usd} USD`]),
    ...(options.cap_tokens === undefined ? [] : [`${options.cap_tokens} tokens`]),
    ...(options.cap_requests === undefined ? [] : [`${options.cap_requests} requests`]),
  ];
  const addresses = upstreams.map((one) => {
    const { name, shown, models, headers } = one;
    const fields = headers ? `; header fields ${headers.join(', ')}` : '';
    return `${name} (${shown ?? buildBaseAddress(one)}: ${models.join(', ')}${fields})`;
  });
  const { table_sha256, library } = prices.identity;
  const priced = table_sha256 === null ? library : `table ${table_sha256}, ${library}`;
  const model = name === null ? '' : ` · model ${[name, ...allowed].join(', ')}`;
  return (
    `upstreams ${addresses.join('; ')}${model} · prices ${priced} · caps ` +
    `${caps.length === 0 ? 'none' : caps.join(', ')}`
  );
}
