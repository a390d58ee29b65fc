import {
  createMeter,
  type Meter,
  type MeterCaps,
  type MeterRefusal,
  type RequestEstimate,
  type Reservation,
} from '../../../src/gateway/meter/create_meter.js';
import { createPriceBook } from '../../../src/gateway/meter/create_price_book.js';
import { readPriceTable } from '../../../src/gateway/meter/price_book.js';
import type { ModelUsage } from '../../../src/record/models/model_usage.js';

/** `dear`: a dollar per 1,000 tokens of input, ten per 1,000 of output. `free`: nothing. Others: unknown to us and to the library. */
export const PRICES = createPriceBook(
  readPriceTable(
    Buffer.from(
      'action_type,unit,unit_price,model\nllm_request,1k_input_token,1,dear\nllm_request,1k_output_token,10,dear\nllm_request,token,0,free\n',
    ),
    'p.csv',
  ),
  new Date('2026-11-01T00:00:00Z'),
);

export const givenMeter = (caps: Partial<MeterCaps> = {}): Meter =>
  createMeter({ usd: null, tokens: null, requests: null, ...caps }, PRICES);

export const asking = (given: Partial<RequestEstimate> = {}): RequestEstimate => ({
  model: 'dear',
  provider: undefined,
  input_bytes: 2000,
  max_tokens: 1000,
  answers: 1,
  ...given,
});

/** What is reserved for the input of `asking()`: a token per two bytes, and what stands around it. */
export const INPUT = 2000 / 2 + 1024;

export const used = (input_tokens: number, output_tokens: number, given: Partial<ModelUsage> = {}): ModelUsage => ({
  input_tokens,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  output_tokens,
  reasoning_tokens: 0,
  source: 'reported',
  ...given,
});

/** The reservation that was given. */
export function held(answer: Reservation | MeterRefusal | undefined): Reservation {
  if (!answer || 'refused' in answer) throw new Error(answer ? answer.message : 'nothing');
  return answer;
}

export const why = (answer: Reservation | MeterRefusal | undefined): string | undefined =>
  answer && 'refused' in answer ? answer.refused : undefined;
