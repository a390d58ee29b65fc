import type { Policy } from '../policy/policy.js';
import type { Coordination, NetworkRule } from './coordination.js';

/** Problem of a contract that its schema cannot express: field and message. */
export interface LintProblem {
  path: (string | number)[];
  message: string;
}

/** Path that leads out of the repository. */
const PATH_OUTSIDE = /^\/|(^|\/)\.\.(\/|$)/;

/** Finds settings of a coordination section that have no effect. */
export function lintCoordination(coordination: Coordination, { network }: Pick<Policy, 'network'>): LintProblem[] {
  const allowed = network === 'deny' ? [] : network.allow;
  const reason = network === 'deny' ? 'denies every host' : 'does not allow it';
  const idle = (rules: readonly NetworkRule[], path: LintProblem['path']): LintProblem[] =>
    rules.flatMap(({ action, host }, i) =>
      action === 'deny' || allowed.some((pattern) => canMatchSameHost(pattern, host))
        ? []
        : [
            {
              path: [...path, i, 'host'],
              message: `"${host}" cannot be allowed here: policy.network ${reason}`,
            },
          ],
    );
  const profiles = new Set(coordination.agents.map(({ profile }) => profile));
  return [
    ...coordination.protected.flatMap((pattern, i) =>
      PATH_OUTSIDE.test(pattern)
        ? [{ path: ['protected', i], message: `"${pattern}" protects nothing: paths begin at the repository root` }]
        : [],
    ),
    ...Object.keys(coordination.profiles)
      .filter((name) => !profiles.has(name))
      .map((name) => ({ path: ['profiles', name], message: `no agent has the profile "${name}"` })),
    ...Object.entries(coordination.profiles).flatMap(([name, { network }]) =>
      idle(network, ['profiles', name, 'network']),
    ),
    ...idle(coordination.network, ['network']),
  ];
}

/** Tells whether both patterns match some common host. Ports are compared if both name one. */
function canMatchSameHost(one: string, other: string): boolean {
  const [a, b] = [parseHostPattern(one), parseHostPattern(other)];
  if (a.port !== undefined && b.port !== undefined && a.port !== b.port) return false;
  const matches = (host: string, { wild, name }: ReturnType<typeof parseHostPattern>) =>
    wild && (name === '' || host.endsWith(`.${name}`));
  return a.name === b.name || matches(a.name, b) || matches(b.name, a);
}

function parseHostPattern(pattern: string): { wild: boolean; name: string; port: string | undefined } {
  const [, wild, name = '', port] = /^(\*\.|\*)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(pattern.toLowerCase()) ?? [];
  return { wild: wild !== undefined, name, port };
}
