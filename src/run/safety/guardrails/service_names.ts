/** Names of services on which others rely, as patterns of whole names. */
export const serviceNames = [
  'systemd*',
  'init',
  'sshd',
  'ssh',
  'dockerd',
  'docker',
  'containerd',
  'kubelet',
  'cron',
  'crond',
  'rsyslogd',
  'auditd',
  'NetworkManager',
  'dbus*',
  'Xorg',
  'gnome-shell',
  'explorer.exe',
  'Finder',
  'loginwindow',
  'launchd',
  'WindowServer',
  'mysqld',
  'mariadbd',
  'postgres*',
  'nginx',
  'apache2',
  'httpd',
  'mongod',
  'redis-server',
  'udevd',
  'login',
  'firefox',
  'chrome',
  'google-chrome',
  'supervisord',
  'php-fpm',
  'haproxy',
  'named',
  'ntpd',
  'polkitd',
];

const names = serviceNames.map((name) => name.replace('*', ''));

/** Services by the ports at which only they listen. */
const AT_PORTS: Readonly<Record<string, string>> = {
  22: 'sshd',
  ssh: 'sshd',
  53: 'named',
  domain: 'named',
  2375: 'dockerd',
  2376: 'dockerd',
  10250: 'kubelet',
};

/** Returns the service at a port: `22`, `ssh`. */
export const serviceAt = (port: string): readonly string[] => (Object.hasOwn(AT_PORTS, port) ? [AT_PORTS[port]!] : []);

/** Longer patterns, and those with more repetitions, are not tried: they could take long, and mean something specific. */
const MOST_LETTERS = 60;
const MOST_REPETITIONS = 4;

/**
 * Returns the services whose names a pattern finds, as `pkill` searches them: anywhere in the name. A small part of a name that stands
 * in many others (`go`, `server`) means none of them.
 */
export function servicesFound(pattern: string): readonly string[] {
  if (pattern.length > MOST_LETTERS || !/\w/.test(pattern) || /[\s/]|\\\d/.test(pattern)) return [];
  // A group that repeats something that repeats takes time beyond measure; once is enough to find a name.
  const once = pattern.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g, ')');
  if ((once.match(/[*+?{]/g) ?? []).length > MOST_REPETITIONS) return [];
  const searched = matcher(once);
  if (searched === undefined) return [];
  return names.filter((name) => {
    const found = searched.exec(name);
    if (found === null) return false;
    const length = found[0].length * 2;
    return length > name.length || (found.index === 0 && length === name.length);
  });
}

function matcher(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
