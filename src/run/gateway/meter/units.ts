/** What a row of a price table can be about: its action, and what is counted of it. */
export type Action = 'llm_request' | 'tool_call' | 'execution' | 'human' | 'overhead' | 'artifact_storage';

/** A unit that a price is for, as a multiple of what we count. */
export interface Unit {
  of: Counted;
  /** So many of them. */
  per: number;
}

/** What is counted: tokens by kind, requests and calls, minutes, runs, gigabytes (10⁹ bytes) that are kept. */
export type Counted = TokenKind | 'request' | 'call' | 'minute' | 'run' | 'gigabyte' | 'gigabyte-day';

/** `token`: all kinds that have no price of their own. */
export const tokenKinds = [
  'token',
  'input_token',
  'cached_input_token',
  'cache_write_token',
  'output_token',
  'reasoning_token',
] as const;
export type TokenKind = (typeof tokenKinds)[number];

const TIMES: Readonly<Record<string, number>> = { second: 1 / 60, minute: 1, hour: 60 };
const SCALES: Readonly<Record<string, number>> = { '': 1, '1k_': 1e3, '1m_': 1e6 };

const times = Object.entries(TIMES).map(([name, per]): [string, Unit] => [name, { of: 'minute', per }]);
const tokens = tokenKinds.flatMap((of) =>
  Object.entries(SCALES).map(([scale, per]): [string, Unit] => [`${scale}${of}`, { of, per }]),
);
const one = (of: Counted): [string, Unit] => [of, { of, per: 1 }];

/** Units by the action that they can be used for. A plural means the same. */
export const units: Readonly<Record<Action, Readonly<Record<string, Unit>>>> = {
  llm_request: Object.fromEntries([...tokens, one('request'), ['call', { of: 'request', per: 1 }]]),
  tool_call: Object.fromEntries([one('call'), ...times]),
  execution: Object.fromEntries(times),
  human: Object.fromEntries(times),
  overhead: Object.fromEntries([one('run')]),
  artifact_storage: Object.fromEntries([one('gigabyte'), one('gigabyte-day')]),
};
export const actions = Object.keys(units) as Action[];

/** The unit of that name. */
export function unitOf(action: Action, name: string): Unit | undefined {
  const known = units[action];
  for (const spelled of [name, name.replace(/s$/, '')]) if (Object.hasOwn(known, spelled)) return known[spelled];
  return undefined;
}
