/** Network client with the forms in which it takes destinations. */
export interface NetworkClient {
  /** Port of a bare host. */
  port: number;
  /** Words without a URL that may be a host: all, the first, only `host:path`, the second in that form, or none. */
  hosts: 'all' | 'first' | 'remote-path' | 'second-remote-path' | 'none';
  /** A method comes first. */
  methods?: boolean;
  /** Options whose value is a host. */
  options?: readonly string[];
  /** Options whose value is something else, so that it is no host. */
  valued?: readonly string[];
  /** First words that connect; absent = whatever they are. */
  verbs?: readonly string[];
}

const web = { port: 80, hosts: 'first', options: ['-x', '--proxy', '--preproxy', '--doh-url'] } as const;
const packages = { port: 443, hosts: 'none' } as const;
const shell = { port: 22, hosts: 'first', options: ['-J'] } as const;
const database = { port: 0, hosts: 'none', options: ['-h', '--host'] } as const;

const CURL_VALUED = [
  '-o',
  '-d',
  '-H',
  '-F',
  '-u',
  '-X',
  '-A',
  '-e',
  '-b',
  '-c',
  '-T',
  '-w',
  '-m',
  '-K',
  '-E',
  '-r',
  '-U',
];
const SSH_VALUED = [
  '-i',
  '-l',
  '-o',
  '-p',
  '-F',
  '-L',
  '-R',
  '-D',
  '-b',
  '-c',
  '-E',
  '-m',
  '-O',
  '-S',
  '-W',
  '-w',
  '-P',
];

/**
 * Programs that connect to destinations in their arguments. Programs that only mention hosts (echo, grep) are absent.
 */
const CLIENTS: Readonly<Record<string, NetworkClient>> = {
  curl: { ...web, hosts: 'all', valued: CURL_VALUED },
  wget: { ...web, hosts: 'all', valued: ['-O', '-o', '-a', '-P', '-U', '-t', '-T', '-w', '-i', '-e'] },
  http: { ...web, methods: true },
  https: { ...web, methods: true, port: 443 },
  xh: { ...web, methods: true },
  aria2c: { ...web, hosts: 'none', options: ['--all-proxy'] },
  git: {
    port: 22,
    hosts: 'second-remote-path',
    verbs: ['clone', 'fetch', 'pull', 'push', 'ls-remote', 'submodule', 'archive'],
    valued: ['-m', '--message', '-c', '-o', '-b'],
  },
  ssh: { ...shell, valued: SSH_VALUED },
  'ssh-keyscan': { port: 22, hosts: 'all', valued: ['-p', '-t', '-T'] },
  'ssh-copy-id': { ...shell, valued: SSH_VALUED },
  sftp: { ...shell, valued: SSH_VALUED },
  scp: { port: 22, hosts: 'remote-path', valued: SSH_VALUED },
  rsync: { port: 873, hosts: 'remote-path', valued: ['-e', '--rsh', '--exclude', '--include'] },
  nc: { port: 0, hosts: 'first', options: ['-x'], valued: ['-w', '-p', '-s', '-e', '-i', '-X'] },
  telnet: { port: 23, hosts: 'first' },
  ftp: { port: 21, hosts: 'first' },
  lftp: { port: 21, hosts: 'first', valued: ['-e', '-u', '-c', '-p'] },
  ping: { port: 0, hosts: 'first', valued: ['-c', '-i', '-w', '-W', '-s', '-t', '-I'] },
  openssl: { port: 443, hosts: 'none', options: ['-connect', '-proxy'], verbs: ['s_client', 'ocsp', 's_time'] },
  socat: { port: 0, hosts: 'none' },
  psql: { ...database, port: 5432 },
  pg_dump: { ...database, port: 5432 },
  mysql: { ...database, port: 3306 },
  mysqldump: { ...database, port: 3306 },
  'redis-cli': { ...database, port: 6379 },
  mongosh: { ...database, port: 27017 },
  npm: { ...packages, options: ['--registry', '--proxy', '--https-proxy'] },
  yarn: { ...packages, options: ['--registry'] },
  pnpm: { ...packages, options: ['--registry'] },
  npx: { ...packages, options: ['--registry'] },
  pip: { ...packages, options: ['-i', '--index-url', '--extra-index-url', '--proxy', '--trusted-host'] },
  uv: { ...packages, options: ['--index-url', '--index', '--default-index'] },
  twine: { ...packages, options: ['--repository-url'] },
  gem: { ...packages, options: ['-s', '--source', '--host'] },
  cargo: { ...packages, options: ['--index', '--git'] },
};
const ALIASES: Readonly<Record<string, string>> = {
  ncat: 'nc',
  netcat: 'nc',
  'nc.openbsd': 'nc',
  'nc.traditional': 'nc',
  ping6: 'ping',
  pip3: 'pip',
  wget2: 'wget',
  mariadb: 'mysql',
  mongo: 'mongosh',
  xhs: 'https',
  pg_restore: 'pg_dump',
};

/** Ports of URL schemes. */
const PORTS: Readonly<Record<string, number>> = {
  http: 80,
  https: 443,
  ws: 80,
  wss: 443,
  ftp: 21,
  ftps: 990,
  ssh: 22,
  sftp: 22,
  scp: 22,
  git: 9418,
  rsync: 873,
  telnet: 23,
  ldap: 389,
  postgres: 5432,
  postgresql: 5432,
  mysql: 3306,
  redis: 6379,
  mongodb: 27017,
  amqp: 5672,
  socks4: 1080,
  socks5: 1080,
  socks5h: 1080,
};

/**
 * Returns the network client behind a program's name (without its folder).
 *
 * @returns undefined if the program connects to nothing that its arguments name
 */
export function findNetworkClient(program: string): { name: string; client: NetworkClient } | undefined {
  const plain = program.replace(/^(pip|python)[\d.]+$/, '$1');
  const name = (Object.hasOwn(ALIASES, plain) ? ALIASES[plain] : undefined) ?? plain;
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  return client && { name, client };
}

/** Returns the port of URLs of a scheme that name none; 443 for an unknown scheme. */
export function getSchemePort(scheme: string): number {
  const name = scheme.toLowerCase();
  return (Object.hasOwn(PORTS, name) ? PORTS[name] : undefined) ?? 443;
}
