import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Why isolation is not possible and what to do about it, for `Probe`. */
export interface Diagnosis {
  reason: string;
  remedy: string;
}

/** What of the machine explains why bubblewrap failed. */
export interface Circumstances {
  /** kernel.apparmor_restrict_unprivileged_userns; undefined where AppArmor does not have it. */
  apparmor_restricts: boolean;
  /** user.max_user_namespaces = 0, or kernel.unprivileged_userns_clone = 0 of older Debian kernels. */
  user_namespaces_off: string | undefined;
  in_container: boolean;
}

const UNSAFE = 'pass --unsafe-no-sandbox (never a pass)';

/** Reads the circumstances under a file system root. */
export function circumstances(root = '/'): Circumstances {
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
  /creat\w* new namespace|setting up uid map|RTM_NEWADDR|mount proc|make \/ slave|pivot_root|user namespace|uid_map/i;

/** The cause of a failed start, from the first line bubblewrap printed (or the error of starting it). */
export function diagnose(message: string, around: Circumstances): Diagnosis {
  if (/ENOENT/.test(message)) {
    return {
      reason: 'bubblewrap is not installed (no bwrap in PATH)',
      remedy: `Install bubblewrap: apt-get install bubblewrap (see docs/sandbox.md#requirements), or ${UNSAFE}.`,
    };
  }
  if (/unknown option/i.test(message)) {
    return {
      reason: `bubblewrap is too old here (${message})`,
      remedy: `Install bubblewrap 0.8 or newer (see docs/sandbox.md#requirements), or ${UNSAFE}.`,
    };
  }
  if (REFUSED.test(message)) {
    if (around.user_namespaces_off !== undefined) {
      return {
        reason: `bubblewrap cannot create a user namespace here (${around.user_namespaces_off})`,
        remedy: `Allow user namespaces: sysctl -w ${around.user_namespaces_off.split(' ')[0]}=${
          around.user_namespaces_off.startsWith('user') ? 15000 : 1
        } (see docs/sandbox.md#user-namespaces-switched-off), or ${UNSAFE}.`,
      };
    }
    if (around.apparmor_restricts) {
      return {
        reason: 'bubblewrap cannot create a user namespace here (kernel.apparmor_restrict_unprivileged_userns = 1)',
        remedy: `Allow it for bwrap (see docs/sandbox.md#ubuntu-24-04), or ${UNSAFE}.`,
      };
    }
    if (around.in_container) {
      return {
        reason: `bubblewrap cannot work inside this container (${message})`,
        remedy: `Run on the machine itself, or start the container with the options of docs/sandbox.md#job-containers, or ${UNSAFE}.`,
      };
    }
  }
  return {
    reason: `bubblewrap does not work here (${message})`,
    remedy: `See docs/sandbox.md#requirements, or ${UNSAFE}.`,
  };
}
