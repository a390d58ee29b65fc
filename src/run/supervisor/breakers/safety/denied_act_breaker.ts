import { omitUndefined } from '../../../../contract/input/omit_undefined.js';
import type { EventPayload } from '../../../../record/events/event.js';
import type { Breaker, BreakerReducer, BreakerTrip } from '../base/breaker.js';

type Act = EventPayload<'act'>;

/** Acts that a person allowed, at most: more are asked about again. */
const MAX_ALLOWED = 1000;

/**
 * Creates a breaker over acts that the policy denies. It reports each act and does not end the run; the harness does
 * not make such a call. A person may allow an act, which then passes.
 */
function createDeniedActBreaker(
  code: string,
  isConcerned: (act: Act) => boolean,
  severity: BreakerTrip['severity'],
): Breaker {
  return {
    code,
    watch(): BreakerReducer {
      const allowed = new Set<string>();
      let last: string | undefined;
      const isDenied = (act: Act) => act.handling === 'deny' && isConcerned(act) && !allowed.has(act.sha256);
      return {
        refuses(_, acts) {
          const act = acts.find(isDenied);
          return act && (act.guard?.reason || act.because);
        },
        see(event) {
          if (event.type !== 'act' || !isDenied(event.payload)) return undefined;
          const { act, road, form, guard, because, text } = event.payload;
          last = event.payload.sha256;
          const shown = text.replace(/\s+/g, ' ').slice(0, 200).toWellFormed();
          return {
            code,
            severity,
            message: `${ROAD_NAMES[road]}: ${shown} (${guard?.rule ?? because})`,
            signals: { act, road, form, rule: guard?.rule ?? null, severity: guard?.severity ?? null, because },
            ...omitUndefined({ format: guard?.format }),
          };
        },
        allow() {
          if (last !== undefined && allowed.size < MAX_ALLOWED) allowed.add(last);
        },
      };
    },
  };
}

const ROAD_NAMES: Record<Act['road'], string> = {
  call: 'a call of the agent',
  traffic: 'a call that a model asked for',
  plan: 'what a model said that it would do',
  program: 'a program in the process tree of the agent',
  check: 'a program in the process tree of a check',
};

const isCatastrophic = ({ guard }: Act): boolean => guard?.verdict === 'deny' && guard.severity === 'catastrophic';

/** Trips at a catastrophic act, contained or not. */
export const osLevelRiskBreaker: Breaker = createDeniedActBreaker('os-level-risk', isCatastrophic, 'violation');

/** Trips at a lesser act that the policy denies. Commands of `policy.commands.deny` have their own breaker. */
export const deniedActBreaker: Breaker = createDeniedActBreaker(
  'denied-act',
  (act) => !isCatastrophic(act) && (act.prohibited ?? null) === null,
  'violation',
);

/**
 * Trips at a command of `policy.commands.deny`, made or only requested (requirement R9). The workspace is quarantined
 * and the run ended for safety. Commands visible only in the traffic or in the process tree count too. A person may
 * allow one, which then passes.
 */
export const prohibitedCommandBreaker: Breaker = {
  code: 'prohibited-command',
  watch({ policy }): BreakerReducer | undefined {
    if (policy.commands.deny.length === 0) return undefined;
    const allowed = new Set<string>();
    let last = '';
    return {
      refuses(_, acts) {
        const prohibited_act = acts.find(({ prohibited, sha256 }) => prohibited && !allowed.has(sha256));
        return prohibited_act && `prohibited by the rule "${prohibited_act.prohibited}"`;
      },
      see(event) {
        if (event.type !== 'act') return undefined;
        const { act, road, prohibited, because, sha256 } = event.payload;
        if (!prohibited || allowed.has(sha256)) return undefined;
        last = sha256;
        return {
          code: 'prohibited-command',
          severity: 'violation',
          message: because,
          signals: { rule: prohibited, act, road },
          action: 'quarantine',
          stop: { kind: 'safety' },
        };
      },
      allow: () => void allowed.add(last),
    };
  },
};
