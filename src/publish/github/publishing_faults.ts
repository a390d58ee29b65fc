import { type FaultReason, faultReason } from './fault.js';

/** What could not be published. Faults with one cause are one warning, however many things they concern. */
export interface PublishingFaults {
  /** Adds that `what` could not be published, with what the request needs, as written in a workflow ("checks: write"). */
  add(what: string, error: unknown, permission: string): void;
  /** Adds a warning that stands for itself. */
  warn(text: string): void;
  /** Returns one warning for each cause, in the order in which the causes appeared. */
  warnings(): string[];
}

interface Fault {
  reason: FaultReason;
  whats: string[];
  permissions: string[];
}

/** Creates an empty collection. */
export function createPublishingFaults(): PublishingFaults {
  const faults = new Map<string, Fault | string>();
  return {
    add(what, error, permission) {
      const reason = faultReason(error);
      const known = faults.get(reason.kind);
      if (typeof known !== 'object') {
        faults.set(reason.kind, { reason, whats: [what], permissions: [permission] });
        return;
      }
      if (!known.whats.includes(what)) known.whats.push(what);
      if (!known.permissions.includes(permission)) known.permissions.push(permission);
    },
    warn(text) {
      faults.set(`warning: ${text}`, text);
    },
    warnings: () => [...faults.values()].map((fault) => (typeof fault === 'string' ? fault : warningOf(fault))),
  };
}

/** Things that are named one by one; more are counted. */
const NAMED = 5;

function warningOf({ reason, whats, permissions }: Fault): string {
  const named = whats.slice(0, NAMED);
  const rest = whats.length - named.length;
  const parts = rest === 0 ? named : [...named, `${rest} more`];
  const last = parts.length > 1 ? ` and ${parts.at(-1)}` : '';
  const list = `${(last ? parts.slice(0, -1) : parts).join(', ')}${last}`;
  const verb = parts.length > 1 || /^(?!1 )\d+ of /.test(list) ? 'were' : 'was';
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${verb} not published: ${reason.text(permissions)}`;
}
