import { deniedCalls, NAMESPACE_FLAGS, unavailableCalls } from '../seccomp_rules.js';

const EPERM = 1;
const ENOSYS = 38;

/**
 * The rules of seccomp_rules.ts in the format of container engines (OCI runtime specification, "Linux seccomp", with the
 * engines' `names`). Calls go by name here, so the engine's libseccomp must know them: what is newer than it is not filtered.
 * Programs of another architecture are killed, libseccomp's own default. The engines' default profiles would not do: podman's
 * lets everybody make user namespaces.
 */
export function seccompProfile(): string {
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
