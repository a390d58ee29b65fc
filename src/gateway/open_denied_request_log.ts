import { type NetworkRequestLog, openNetworkRequestLog } from '../network/network_request_log.js';
import type { EventPayload } from '../record/events/event.js';
import type { EventLog } from '../record/storage/event_log.js';

/** Request for something that the gateway does not offer: a tunnel, another host, or an unknown path. */
export interface DeniedRequest {
  method: string;
  /** Requested host, as written; null for an unknown path, which means the provider's host. */
  destination: string | null;
  /** Reason of the denial. */
  rule: string;
  status: number | null;
}

/** Log of denied requests, which also sums them. */
interface DeniedRequestLog {
  add(request: DeniedRequest): void;
  /** Appends the sums. Call it at the end of a stage, and at the end. */
  flush(): void;
}

const LENGTH = 200;
/** Maximum number of kinds that are counted separately. */
const KINDS = 100;
/** Destination of requests for an unknown path. */
const BEHIND = 'model-gateway';
/** Methods by which clients only look what a server offers. */
const LOOKS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Detects a request for another host, by CONNECT or an absolute URL.
 *
 * @returns undefined if the request is for the gateway
 */
export function detectOtherHostRequest(method: string, target: string): DeniedRequest | undefined {
  if (method === 'CONNECT')
    return { method, destination: toPrintableText(target), rule: 'the model gateway opens no tunnel', status: null };
  const [, host] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target) ?? [];
  if (host === undefined) return undefined;
  const destination = toPrintableText(host.slice(host.lastIndexOf('@') + 1));
  return { method, destination, rule: 'the model gateway is no proxy for other hosts', status: 404 };
}

/** Describes a request for a path that the gateway does not have. */
export function describeUnknownPathRequest(method: string, path: string): DeniedRequest {
  return {
    method,
    destination: null,
    rule: toPrintableText(`the model gateway has no ${method} ${path}`),
    status: 404,
  };
}

const toPrintableText = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, LENGTH);

/**
 * Opens a log that records denied requests as attempts to leave the sandbox. A path that was only looked at is an
 * alert, since clients look what a server offers.
 */
export function openDeniedRequestLog(log: EventLog): DeniedRequestLog {
  const ledger: NetworkRequestLog = openNetworkRequestLog(
    (payload: EventPayload<'network_request'>) => void log.append('network_request', 'monitor', payload),
    'model-gateway',
  );
  const appendAlert = createDeniedRequestAlerts(log);
  return {
    add(request) {
      const { method, destination, rule, status } = request;
      if (destination === null && LOOKS.has(method)) appendAlert(request);
      else
        ledger.add({
          destination: destination ?? BEHIND,
          decision: 'denied',
          method: toPrintableText(method),
          rule,
          status,
        });
    },
    flush: () => ledger.close(),
  };
}

/** Creates a counter of denied requests by kind, which logs the first and then every power of ten. */
export function createDeniedRequestAlerts(log: EventLog): (request: DeniedRequest) => void {
  const counts = new Map<string, number>();
  return (request) => {
    const { destination, rule } = request;
    const kind = counts.has(getRequestKind(request)) || counts.size < KINDS ? getRequestKind(request) : 'others';
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (!Number.isInteger(Math.log10(count))) return;
    log.append('alert', 'monitor', {
      code: 'not-a-model-request',
      severity: 'info',
      stage: log.stage,
      message:
        `a request to the model gateway was for something else: ${rule}` +
        `${destination === null ? '' : ` (${destination})`} (${count} so far)`,
      signals: { count },
    });
  };
}

/**
 * Returns the kind of a request for counting: looks at paths, other requests for paths by method, and each destination.
 */
function getRequestKind({ method, destination, rule }: DeniedRequest): string {
  if (destination !== null) return `${rule} ${destination}`;
  return LOOKS.has(method) ? 'look' : method.slice(0, LENGTH);
}
