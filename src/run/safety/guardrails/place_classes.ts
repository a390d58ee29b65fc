/** What a path is to the agent (A5). A path can be of several classes. */
export const placeClasses = [
  /** `/` itself, or all that is in it. */
  'root',
  /** Folders of the operating system and what is in them. */
  'system',
  /** The part of it that is for what machines add: /usr/local, /opt, sources of packages. */
  'local-system',
  /** A home folder itself, or all of several. */
  'home',
  /** What stands directly in a home, or in a folder of personal files. */
  'personal',
  /** Further down in a home, or anywhere else outside the workspace. */
  'outside',
  /** The workspace itself, all that is in it, or a folder above it. */
  'workspace',
  /** Near the top of the workspace, and nothing that a build makes anew. */
  'source',
  /** What a build, test, or package manager makes anew. */
  'disposable',
  /** In a folder for temporary files. */
  'temp',
  /** Such a folder itself, or all that is in it. */
  'temp-root',
  /** The store of a version control system: `.git`. */
  'vcs',
  /** What version control runs: hooks, configuration. */
  'vcs-config',
  /** Secrets: keys, tokens, passwords. */
  'credentials',
  /** `*credentials*` in the name of source code or a text: protected from edit tools alone. */
  'credentials-by-name',
  /** Users and rights: passwd, sudoers, PAM. */
  'accounts',
  /** Keys that may log in. */
  'authorized-keys',
  /** Read by shells, desktops, and interpreters at their start. */
  'startup',
  /** Cron, timers, services. */
  'schedule',
  /** Disks. */
  'device',
  /** Switches and memory of the kernel. */
  'kernel',
  /** Sockets that give power over a machine. */
  'socket',
  /** `/dev/tcp/…`: a connection. */
  'connection',
  /** `/dev/null`. */
  'nowhere',
  /** Devices that give without end: `/dev/zero`. */
  'endless',
  /** Dumps, backups, databases, lists of people. */
  'data',
  /** What the system keeps as evidence: logs, histories. */
  'logs',
  /** Not known before the command runs. */
  'unknown',
] as const;
export type PlaceClass = (typeof placeClasses)[number];
