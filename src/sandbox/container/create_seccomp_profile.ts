import { type ArgumentTest, NETLINK_FAMILY, NETLINK_ROUTE, SOCKET_FAMILIES } from '../seccomp/argument_rules.js';
import { seccompRules } from '../seccomp/seccomp_rules.js';

/** Condition on an argument in a profile. Several conditions of a rule hold together. */
interface ProfileCondition {
  index: number;
  value: number;
  valueTwo?: number;
  op: 'SCMP_CMP_MASKED_EQ' | 'SCMP_CMP_EQ' | 'SCMP_CMP_NE' | 'SCMP_CMP_GT';
}

/** Bits of an argument that the kernel looks at. */
const LOW_HALF = 0xffffffff;

/**
 * Creates the seccomp profile of containers (OCI runtime specification, "Linux seccomp", with `names`). Calls are
 * listed by name, so calls that the engine's libseccomp does not know are not filtered. Programs of other architectures
 * are killed, as libseccomp does by default. The engines' default profiles are too weak: podman's permits user
 * namespaces.
 */
export function createSeccompProfile(): string {
  return JSON.stringify({
    defaultAction: 'SCMP_ACT_ALLOW',
    syscalls: seccompRules.flatMap(({ calls, test, errno: errnoRet }) =>
      listConditions(test).map((args) => {
        const refusal = { names: Object.keys(calls), action: 'SCMP_ACT_ERRNO', errnoRet };
        return args.length === 0 ? refusal : { ...refusal, args };
      }),
    ),
  });
}

/** Lists the conditions of which any one refuses a call. "Any of these flags" is one for every flag. */
function listConditions(test: ArgumentTest | undefined): ProfileCondition[][] {
  if (test === undefined) return [[]];
  if (test === 'other socket') return listSocketConditions();
  const index = test.argument;
  if ('one_of' in test)
    return test.one_of.map((value) => [{ index, value: LOW_HALF, valueTwo: value, op: 'SCMP_CMP_MASKED_EQ' }]);
  const flags = Array.from({ length: 32 }, (_, bit) => 2 ** bit).filter((bit) => (test.any_bit & bit) !== 0);
  return flags.map((flag) => [{ index, value: flag, valueTwo: flag, op: 'SCMP_CMP_MASKED_EQ' }]);
}

/** Lists the conditions that refuse a socket: each family up to AF_NETLINK, those behind it, its other protocols. */
function listSocketConditions(): ProfileCondition[][] {
  const families = Array.from({ length: NETLINK_FAMILY }, (_, family) => family);
  return [
    ...families
      .filter((family) => !SOCKET_FAMILIES.includes(family))
      .map((value): ProfileCondition[] => [{ index: 0, value, op: 'SCMP_CMP_EQ' }]),
    [{ index: 0, value: NETLINK_FAMILY, op: 'SCMP_CMP_GT' }],
    [
      { index: 0, value: NETLINK_FAMILY, op: 'SCMP_CMP_EQ' },
      { index: 2, value: NETLINK_ROUTE, op: 'SCMP_CMP_NE' },
    ],
  ];
}
