import type { Payload } from '../../record/events.js';
import type { EventLog } from '../../record/log.js';
import { type Ledger, openLedger } from '../egress/ledger.js';

/** A request for something that the gateway is not: a tunnel, another host, or a path that it does not have. */
export interface DeniedRequest {
  method: string;
  /** Host that was meant, as it was written; null = the provider's, by a path. */
  destination: string | null;
  /** Why it was denied. */
  rule: string;
  status: number | null;
}

/** Takes what was denied, and writes down what is still only counted. */
export interface DeniedRequests {
  add(request: DeniedRequest): void;
  /** Call at the end of a stage, and at the end. */
  flush(): void;
}

const LENGTH = 200;
/** Kinds that are counted each for itself; all further ones are one. */
const KINDS = 100;
/** Destination of a request by a path: what is behind the gateway. */
const BEHIND = 'model-gateway';
/** With these, clients look what a server has. */
const LOOKS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Describes a request for another host, by CONNECT or an absolute URL; undefined = it is for this one. */
export function requestForOtherHost(method: string, target: string): DeniedRequest | undefined {
  if (method === 'CONNECT')
    return { method, destination: shown(target), rule: 'the model gateway opens no tunnel', status: null };
  const [, host] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target) ?? [];
  if (host === undefined) return undefined;
  const destination = shown(host.slice(host.lastIndexOf('@') + 1));
  return { method, destination, rule: 'the model gateway is no proxy for other hosts', status: 404 };
}

/** Describes a request for a path that the gateway does not have. */
export function requestForUnknownPath(method: string, path: string): DeniedRequest {
  return { method, destination: null, rule: shown(`the model gateway has no ${method} ${path}`), status: 404 };
}

const shown = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, LENGTH);

/**
 * Writes denied requests down as what they are: attempts to get out of the sandbox. A path that was only looked at is an alert, since clients look
 * what a server has.
 */
export function openDeniedRequests(log: EventLog): DeniedRequests {
  const ledger: Ledger = openLedger(
    (payload: Payload<'network_request'>) => void log.append('network_request', 'monitor', payload),
    'model-gateway',
  );
  const tell = deniedAlerts(log);
  return {
    add(request) {
      const { method, destination, rule, status } = request;
      if (destination === null && LOOKS.has(method)) tell(request);
      else ledger.add({ destination: destination ?? BEHIND, decision: 'denied', method: shown(method), rule, status });
    },
    flush: () => ledger.close(),
  };
}

/** Counts denied requests of each kind, and says so in the log: the first, then every power of ten. */
export function deniedAlerts(log: EventLog): (request: DeniedRequest) => void {
  const counts = new Map<string, number>();
  return (request) => {
    const { destination, rule } = request;
    const kind = counts.has(kindOf(request)) || counts.size < KINDS ? kindOf(request) : 'others';
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (!Number.isInteger(Math.log10(count))) return;
    log.append('alert', 'monitor', {
      code: 'not-a-model-request',
      severity: 'info',
      stage: log.stage,
      message: `a request to the model gateway was for something else: ${rule}${destination === null ? '' : ` (${destination})`} (${count} so far)`,
      signals: { count },
    });
  };
}

/** What is counted together: looks at paths, other requests for paths by their method, and each destination for itself. */
function kindOf({ method, destination, rule }: DeniedRequest): string {
  if (destination !== null) return `${rule} ${destination}`;
  return LOOKS.has(method) ? 'look' : method.slice(0, LENGTH);
}
