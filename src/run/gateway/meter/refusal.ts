import type { MeterRefusal } from './meter.js';

/** What is left of the caps; infinite where there is none. */
export interface Left {
  tokens: number;
  usd: number;
}

/** Refusals in words: they are shown by the client whose request was refused, and in the report. */
export const refusal = {
  usd: (cap: number, left: number, needed: number): MeterRefusal => ({
    refused: 'usd-cap',
    message: `budget exhausted: of ${money(cap)} USD that may be spent on models ${money(Math.max(0, left))} are left, and this request may cost ${money(needed)}`,
  }),
  tokens: (cap: number, left: number, needed: number): MeterRefusal => ({
    refused: 'token-cap',
    message: `budget exhausted: of ${cap} tokens ${Math.max(0, Math.floor(left))} are left, and this request may use ${needed}`,
  }),
  requests: (cap: number, unanswered: number): MeterRefusal => ({
    refused: 'request-cap',
    message: `budget exhausted: all of ${cap} requests to models were sent${unanswered === 0 ? '' : `, ${unanswered} of them without an answer`}`,
  }),
  unpriced: (model: string): MeterRefusal => ({
    refused: 'unpriced-model',
    message: `no price is known for the model ${JSON.stringify(model.slice(0, 100).toWellFormed())}, and the budget is capped in USD: declare it in a price table (0 for a model that costs nothing)`,
  }),
} as const;

const money = (usd: number) => String(Number(usd.toPrecision(4)));
