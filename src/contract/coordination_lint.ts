import type { Coordination, NetworkRule } from './coordination.js';
import type { Policy } from './policy.js';

/** Something in a contract that says what nobody can mean: where, and what. */
export interface Complaint {
  path: (string | number)[];
  message: string;
}

/** No path inside a repository is written so. */
const LEADS_OUT = /^\/|(^|\/)\.\.(\/|$)/;

/** What of a coordination section has no effect beside the rest of its contract. */
export function lintCoordination(coordination: Coordination, { network }: Pick<Policy, 'network'>): Complaint[] {
  const allowed = network === 'deny' ? [] : network.allow;
  const idle = (rules: readonly NetworkRule[], path: Complaint['path']): Complaint[] =>
    rules.flatMap(({ action, host }, i) =>
      action === 'deny' || allowed.some((pattern) => meet(pattern, host))
        ? []
        : [
            {
              path: [...path, i, 'host'],
              message: `"${host}" cannot be allowed here: policy.network ${network === 'deny' ? 'denies every host' : 'does not allow it'}`,
            },
          ],
    );
  const used = new Set(coordination.agents.map(({ profile }) => profile));
  return [
    ...coordination.protected.flatMap((pattern, i) =>
      LEADS_OUT.test(pattern)
        ? [{ path: ['protected', i], message: `"${pattern}" protects nothing: paths begin at the repository root` }]
        : [],
    ),
    ...Object.keys(coordination.profiles)
      .filter((name) => !used.has(name))
      .map((name) => ({ path: ['profiles', name], message: `no agent has the profile "${name}"` })),
    ...Object.entries(coordination.profiles).flatMap(([name, { network }]) =>
      idle(network, ['profiles', name, 'network']),
    ),
    ...idle(coordination.network, ['network']),
  ];
}

/** Whether there is a host that both patterns speak of; ports count where both name one. */
function meet(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.port !== undefined && b.port !== undefined && a.port !== b.port) return false;
  const within = (host: string, { wild, name }: ReturnType<typeof partsOf>) =>
    wild && (name === '' || host.endsWith(`.${name}`));
  return a.name === b.name || within(a.name, b) || within(b.name, a);
}

function partsOf(pattern: string): { wild: boolean; name: string; port: string | undefined } {
  const [, wild, name = '', port] = /^(\*\.|\*)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(pattern.toLowerCase()) ?? [];
  return { wild: wild !== undefined, name, port };
}
