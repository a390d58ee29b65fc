import { deniedCalls, NAMESPACE_FLAGS, unavailableCalls } from '../seccomp/denied_calls.js';

const EPERM = 1;
const ENOSYS = 38;

/**
 * Creates the seccomp profile of containers (OCI runtime specification, "Linux seccomp", with `names`). Calls are
 * listed by name, so calls that the engine's libseccomp does not know are not filtered. Programs of other architectures
 * are killed, as libseccomp does by default. The engines' default profiles are too weak: podman's permits user
 * namespaces.
 */
export function createSeccompProfile(): string {
  const refuse = (names: string[], errnoRet: number) => ({ names, action: 'SCMP_ACT_ERRNO', errnoRet });
  // "Any of these flags": a masked comparison wants all of its bits, so every flag is a rule.
  const flags = Array.from({ length: 32 }, (_, bit) => 2 ** bit).filter((bit) => (NAMESPACE_FLAGS & bit) !== 0);
  return JSON.stringify({
    defaultAction: 'SCMP_ACT_ALLOW',
    syscalls: [
      refuse(Object.keys(deniedCalls), EPERM),
      refuse(Object.keys(unavailableCalls), ENOSYS),
      ...flags.map((flag) => ({
        ...refuse(['clone'], EPERM),
        args: [{ index: 0, value: flag, valueTwo: flag, op: 'SCMP_CMP_MASKED_EQ' }],
      })),
    ],
  });
}
