import { explainFault, type FaultReason } from './fault_reason.js';

/** Collection of publishing faults. Faults with one cause become one warning, whatever they concern. */
export interface PublishingFaults {
  /**
   * Adds a fault.
   *
   * @param what thing that was not published
   * @param permission permission of the request, as written in a workflow ("checks: write")
   */
  add(what: string, error: unknown, permission: string): void;
  /** Adds a warning of its own. */
  warn(text: string): void;
  /** Returns one warning for each cause, in the order of appearance. */
  warnings(): string[];
}

interface CollectedFault {
  reason: FaultReason;
  whats: string[];
  permissions: string[];
}

/** Creates an empty collection. */
export function createPublishingFaults(): PublishingFaults {
  const faults = new Map<string, CollectedFault | string>();
  return {
    add(what, error, permission) {
      const reason = explainFault(error);
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
    warnings: () => [...faults.values()].map((fault) => (typeof fault === 'string' ? fault : formatWarning(fault))),
  };
}

/** Maximum number of things that a warning names; more are counted. */
const NAMED = 5;

function formatWarning({ reason, whats, permissions }: CollectedFault): string {
  const named = whats.slice(0, NAMED);
  const rest = whats.length - named.length;
  const parts = rest === 0 ? named : [...named, `${rest} more`];
  const last = parts.length > 1 ? ` and ${parts.at(-1)}` : '';
  const list = `${(last ? parts.slice(0, -1) : parts).join(', ')}${last}`;
  const verb = parts.length > 1 || /^(?!1 )\d+ of /.test(list) ? 'were' : 'was';
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${verb} not published: ${reason.text(permissions)}`;
}
