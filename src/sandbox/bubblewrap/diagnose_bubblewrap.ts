import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxDiagnosis } from '../sandbox_backend.js';

/** Restrictions of the machine that explain failures of bubblewrap. */
interface HostRestrictions {
  /** kernel.apparmor_restrict_unprivileged_userns; undefined where AppArmor does not have it. */
  apparmor_restricts: boolean;
  /** user.max_user_namespaces = 0, or kernel.unprivileged_userns_clone = 0 of older Debian kernels. */
  user_namespaces_off: string | undefined;
  in_container: boolean;
}

const UNSAFE = 'pass --unsafe-no-sandbox (never a pass)';

/** Removes the way that only `run`, `serve mcp` and the Action have: to run without a sandbox. */
export const removeUnsafeRemedy = (remedy: string): string => remedy.replaceAll(`, or ${UNSAFE}`, '');

/** Reads the restrictions below a file system root. */
export function readHostRestrictions(root = '/'): HostRestrictions {
  const value = (path: string) => {
    try {
      return readFileSync(join(root, path), 'utf8').trim();
    } catch {
      return undefined;
    }
  };
  const off = [
    { name: 'user.max_user_namespaces', path: 'proc/sys/user/max_user_namespaces' },
    { name: 'kernel.unprivileged_userns_clone', path: 'proc/sys/kernel/unprivileged_userns_clone' },
  ].find(({ path }) => value(path) === '0');
  return {
    apparmor_restricts: value('proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1',
    user_namespaces_off: off === undefined ? undefined : `${off.name} = 0`,
    in_container:
      existsSync(join(root, '.dockerenv')) ||
      existsSync(join(root, 'run/.containerenv')) ||
      /docker|kubepods|containerd|libpod/.test(value('proc/1/cgroup') ?? ''),
  };
}

/** Messages of bubblewrap when the kernel refuses it a namespace or a mount. */
const REFUSED =
  /creat\w* new namespace|setting up uid map|mount proc|make \/ slave|pivot_root|user namespace|uid_map|not permitted/i;
/** Options with which docker starts a container that has room for a sandbox. */
const ROOMY = ['seccomp', 'systempaths', 'apparmor'].map((name) => `--security-opt ${name}=unconfined`).join(' ');

/** Diagnoses a failed start, from the first line that bubblewrap printed or the error of starting it. */
export function diagnoseBubblewrap(message: string, host: HostRestrictions): SandboxDiagnosis {
  if (/ENOENT/.test(message)) {
    return {
      reason: 'bubblewrap is not installed (no bwrap in PATH)',
      remedy: `Install bubblewrap: apt-get install bubblewrap (see docs/sandbox.md#requirements), or ${UNSAFE}.`,
      obstacle: 'package',
    };
  }
  if (/unknown option/i.test(message)) {
    return {
      reason: `bubblewrap is too old here (${message})`,
      remedy: `Install bubblewrap 0.8 or newer (see docs/sandbox.md#requirements), or ${UNSAFE}.`,
    };
  }
  if (/EINVAL.*chown/.test(message)) {
    return {
      reason: `the user ids of this container end before that of the sandbox (${message})`,
      remedy: `Give the container 65,536 user ids (/etc/subuid), or run as an ordinary user, or ${UNSAFE}.`,
    };
  }
  if (REFUSED.test(message)) {
    if (host.user_namespaces_off !== undefined) {
      return {
        reason: `bubblewrap cannot create a user namespace here (${host.user_namespaces_off})`,
        remedy: `Allow user namespaces: sysctl -w ${host.user_namespaces_off.split(' ')[0]}=${
          host.user_namespaces_off.startsWith('user') ? 15000 : 1
        } (see docs/sandbox.md#user-namespaces-switched-off), or ${UNSAFE}.`,
      };
    }
    if (host.in_container) {
      return {
        reason: `bubblewrap cannot work inside this container (${message})`,
        remedy:
          `Run on the machine itself, or start the container with ${ROOMY} ` +
          `(podman: unmask=ALL for systempaths; see docs/sandbox.md#job-containers), or ${UNSAFE}.`,
      };
    }
    if (host.apparmor_restricts) {
      return {
        reason: 'bubblewrap cannot create a user namespace here (kernel.apparmor_restrict_unprivileged_userns = 1)',
        remedy: `Allow it for bwrap (see docs/sandbox.md#ubuntu-24-04), or ${UNSAFE}.`,
        obstacle: 'profile',
      };
    }
  }
  return {
    reason: `bubblewrap does not work here (${message})`,
    remedy: `See docs/sandbox.md#requirements, or ${UNSAFE}.`,
  };
}
