/** Action of a row of a price table. */
export type PricedAction = 'llm_request' | 'tool_call' | 'execution' | 'human' | 'overhead' | 'artifact_storage';

/** Unit of a price, as a multiple of a counted unit. */
interface PriceUnit {
  of: CountedUnit;
  /** Number of counted units. */
  per: number;
}

/** Counted units: tokens by kind, requests and calls, minutes, runs, stored gigabytes (10⁹ bytes). */
export type CountedUnit =
  | TokenKind
  | 'request'
  | 'web_search'
  | 'search_source'
  | 'call'
  | 'minute'
  | 'run'
  | 'gigabyte'
  | 'gigabyte-day';

/** Kinds of tokens; `token` stands for all kinds without a price of their own. */
const tokenKinds = [
  'token',
  'input_token',
  'cached_input_token',
  'cache_write_token',
  'output_token',
  'reasoning_token',
  'cache_write_1h_token',
  'input_audio_token',
  'output_audio_token',
  'output_image_token',
  'other_model_token',
] as const;
type TokenKind = (typeof tokenKinds)[number];

const TIMES: Readonly<Record<string, number>> = { second: 1 / 60, minute: 1, hour: 60 };
const SCALES: Readonly<Record<string, number>> = { '': 1, '1k_': 1e3, '1m_': 1e6 };

const timeUnits = Object.entries(TIMES).map(([name, per]): [string, PriceUnit] => [name, { of: 'minute', per }]);
const tokenUnits = tokenKinds.flatMap((of) =>
  Object.entries(SCALES).map(([scale, per]): [string, PriceUnit] => [`${scale}${of}`, { of, per }]),
);
const toSingleUnit = (of: CountedUnit): [string, PriceUnit] => [of, { of, per: 1 }];

/** Units by action; plurals are accepted too. */
export const priceUnits: Readonly<Record<PricedAction, Readonly<Record<string, PriceUnit>>>> = {
  llm_request: Object.fromEntries([
    ...tokenUnits,
    toSingleUnit('request'),
    ['call', { of: 'request', per: 1 }],
    toSingleUnit('web_search'),
    toSingleUnit('search_source'),
  ]),
  tool_call: Object.fromEntries([toSingleUnit('call'), ...timeUnits]),
  execution: Object.fromEntries(timeUnits),
  human: Object.fromEntries(timeUnits),
  overhead: Object.fromEntries([toSingleUnit('run')]),
  artifact_storage: Object.fromEntries([toSingleUnit('gigabyte'), toSingleUnit('gigabyte-day')]),
};
export const pricedActions = Object.keys(priceUnits) as PricedAction[];

/** Finds a unit by name. */
export function findPriceUnit(action: PricedAction, name: string): PriceUnit | undefined {
  const units = priceUnits[action];
  for (const spelled of [name, name.replace(/s$/, '')]) if (Object.hasOwn(units, spelled)) return units[spelled];
  return undefined;
}
