/** Classes of paths; a path can belong to several. */
export const pathClasses = [
  /** `/` itself, or everything in it. */
  'root',
  /** Folders of the operating system and their contents. */
  'system',
  /** Such a folder itself, or one of its main parts: /etc/ssl, /usr/lib, /var/lib. */
  'system-tree',
  /** Parts of the system for local additions: /usr/local, /opt, package sources. */
  'local-system',
  /** A home folder itself, or all of several. */
  'home',
  /** Direct child of a home, or of a folder of personal files. */
  'personal',
  /** Deeper in a home, or anywhere else outside the workspace. */
  'outside',
  /** The workspace itself, everything in it, or a folder above it. */
  'workspace',
  /** Near the top of the workspace, and not produced by a build. */
  'source',
  /** Produced anew by a build, test or package manager. */
  'disposable',
  /** Inside a folder for temporary files. */
  'temp',
  /** Such a folder itself, or everything in it. */
  'temp-root',
  /** Store of a version control system: `.git`. */
  'vcs',
  /** Hooks and configuration of version control. */
  'vcs-config',
  /** Secrets: keys, tokens, passwords. */
  'credentials',
  /** "credentials" in the name of source code or a text: protected from edit tools alone. */
  'credentials-by-name',
  /** Users and permissions: passwd, sudoers, PAM. */
  'accounts',
  /** Keys that may log in. */
  'authorized-keys',
  /** Read by shells, desktops and interpreters at start-up. */
  'startup',
  /** Cron, timers, services. */
  'schedule',
  /** Disks. */
  'device',
  /** Switches and memory of the kernel. */
  'kernel',
  /** Sockets that control a machine. */
  'socket',
  /** `/dev/tcp/…`: a connection to another machine. */
  'connection',
  /** The same to this machine, or to a container beside it. */
  'local-connection',
  /** `/dev/null`. */
  'nowhere',
  /** Devices without an end: `/dev/zero`. */
  'endless',
  /** Dumps, backups, databases, lists of people. */
  'data',
  /** Evidence kept by the system: logs, histories. */
  'logs',
  /** Unknown before the command runs. */
  'unknown',
  /** Everything in a folder whose name is unknown, and may be empty: all of the machine then. */
  'unknown-folder',
] as const;
export type PathClass = (typeof pathClasses)[number];
