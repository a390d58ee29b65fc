import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findCallerSecrets } from '../../../src/action/find_caller_secrets.js';
import { runStudy } from '../../../src/commands/run/run_study.js';
import { runOptionsSchema } from '../../../src/commands/study/run_options.js';
import { createCallerMask } from '../../../src/run/redaction/create_caller_mask.js';
import { removeUrlCredentials } from '../../../src/workspace/git/run_git.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';

afterAll(cleanUp);

/** One value for each place where a caller keeps secrets. */
const SECRETS = {
  environment: 'envSecret8Zq2LkV9xTb4WmRs',
  npmrc: 'npmSecret7Zp2LkV9xTb4WmRs',
  extraheader: 'hdrSecret6Zp2LkV9xTb4WmRs',
  snapshot: 'urlSecret5Zp2LkV9xTb4WmRs',
  remote: 'remSecret4Zp2LkV9xTb4WmRs',
};

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

const holding = (files: readonly string[]) =>
  files.flatMap((path) => {
    const text = readFileSync(path, 'latin1');
    return Object.values(SECRETS)
      .filter((secret) => text.includes(secret))
      .map((secret) => `${secret} in ${path}`);
  });

// Holds R14
describe('R14: no secret of the caller gets into a sandbox or a record', () => {
  it.each([
    ['https://user:token@host.example/r.git', 'https://host.example/r.git'],
    ['https://token@host.example/r.git', 'https://host.example/r.git'],
    ['https://user:to@ken@host.example/', 'https://host.example/'],
    ['ssh://git@host.example/r.git', 'ssh://git@host.example/r.git'],
    ['ssh://git:pw@host.example/r.git', 'ssh://host.example/r.git'],
    ["fatal: unable to access 'https://a:b@host.example/': no", "fatal: unable to access 'https://host.example/': no"],
    ['see a@b.example and https://host.example/@scope', 'see a@b.example and https://host.example/@scope'],
  ])('addresses lose their credentials: %s', (address, expected) => {
    expect(removeUrlCredentials(address)).toBe(expected);
  });

  it('secrets are known by the names of variables; sockets, files and addresses are none', () => {
    expect(
      findCallerSecrets({
        GITHUB_TOKEN: 'ghs_0123456789',
        ACTIONS_RUNTIME_TOKEN: 'eyJ0123456789',
        DB_PASSWORD: 'hunter2hunter2',
        SSH_AUTH_SOCK: '/tmp/socket0123456789',
        TOKEN_URL: 'https://host.example/1',
        PATH: '/usr/bin:/bin0123456789',
        SECRET_MODE: 'on',
      }),
    ).toEqual(['ghs_0123456789', 'eyJ0123456789', 'hunter2hunter2']);
  });

  where('sandbox')(
    'not from the environment, the home folder, the checkout or addresses, whatever an agent and a check print',
    async () => {
      const room = givenRoom();
      const home = write(join(room, 'home'), { '.npmrc': `//registry.example/:_authToken=${SECRETS.npmrc}\n` });
      const look = `env; cat ~/.npmrc ${home}/.npmrc; cat .git/config; git remote -v; git config --list; true`;
      const contract = await givenShellTask(room, 'task', {
        contract: {
          setup: [{ run: look }],
          acceptance: [{ id: 'look', run: `${look}; [ "$(cat value)" = right ]` }],
          oracle: {},
        },
      });
      const git = (...args: string[]) => execFileSync('git', args, { cwd: join(room, 'task'), stdio: 'ignore' });
      git('init');
      git('config', 'http.https://github.com/.extraheader', `AUTHORIZATION: basic ${SECRETS.extraheader}`);
      git('remote', 'add', 'origin', `https://user:${SECRETS.remote}@host.example/r.git`);
      const lines: string[] = [];
      const kept = { HOME: process.env.HOME, GITHUB_TOKEN: process.env.GITHUB_TOKEN };
      Object.assign(process.env, { HOME: home, GITHUB_TOKEN: SECRETS.environment });
      try {
        const order = runOptionsSchema.parse({
          contracts: [contract],
          agents: [`command:${look}; echo right > value`],
          out: join(room, 'out'),
          cache: join(room, 'cache'),
          search_path: process.env.PATH ?? '',
        });
        const say = (line: string) => lines.push(line);
        const outcome = await runStudy(
          order,
          {
            log: say,
            error: say,
            signal: new AbortController().signal,
            terminal: { columns: 100, colour: false },
            secrets: findCallerSecrets(process.env),
          },
          room,
        );
        expect(outcome.exit_code).toBe(0);
      } finally {
        for (const [name, value] of Object.entries(kept))
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
      }
      expect(holding([...filesBelow(join(room, 'out')), ...filesBelow(join(room, 'cache'))])).toEqual([]);
      expect(Object.values(SECRETS).filter((secret) => lines.join('\n').includes(secret))).toEqual([]);
    },
  );

  where('sandbox')('not from the address of a snapshot, be it reached or not', async () => {
    const room = givenRoom();
    const contract = await givenShellTask(room, 'task', {
      contract: {
        snapshot: { git: `https://user:${SECRETS.snapshot}@127.0.0.1:9/owner/name.git`, commit: 'a'.repeat(40) },
      },
    });
    const lines: string[] = [];
    const say = (line: string) => lines.push(line);
    const order = runOptionsSchema.parse({
      contracts: [contract],
      agents: ['noop'],
      out: join(room, 'out'),
      cache: join(room, 'cache'),
      search_path: process.env.PATH ?? '',
    });
    const out = {
      log: say,
      error: say,
      signal: new AbortController().signal,
      terminal: { columns: 100, colour: false },
    };
    const fault = await runStudy(order, out, room);
    expect(fault).toMatchObject({ exit_code: 3, conclusion: 'indecisive' });
    expect(JSON.stringify(fault)).toContain('https://127.0.0.1:9/owner/name.git');
    expect(holding([...filesBelow(join(room, 'out')), ...filesBelow(join(room, 'cache'))])).toEqual([]);
    expect([JSON.stringify(fault), String(fault), ...lines].filter((text) => text.includes(SECRETS.snapshot))).toEqual(
      [],
    );

    // Reached, by way of a mirror: the address is in the manifest.
    const mirror = join(room, 'mirrors', 'owner+name');
    write(mirror, { value: 'wrong\n', kept: 'kept\n' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example', ...args], {
        cwd: mirror,
        encoding: 'utf8',
      });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'a');
    const second = await givenShellTask(room, 'second', {
      contract: {
        snapshot: {
          git: `https://user:${SECRETS.snapshot}@127.0.0.1:9/owner/name.git`,
          commit: git('rev-parse', 'HEAD').trim(),
        },
      },
    });
    const outcome = await runStudy(
      { ...order, contracts: [second], agents: ['golden'], repos: [join(room, 'mirrors')] },
      out,
      room,
    );
    expect([
      outcome.exit_code,
      holding([...filesBelow(join(room, 'out')), ...filesBelow(join(room, 'cache'))]),
    ]).toEqual([0, []]);
  });
});

describe('the mask', () => {
  it('takes known keys out, also short ones and inside of words; what only looks like a secret must be long', () => {
    const mask = createCallerMask(['short-1'], ['sk-1234', 'sk-0123456789abcdef'])!;
    expect(mask('short-1 sk-1234 xsk-1234x sk-0123456789abcdef fedcba9876543210-ks $&')).toBe(
      'short-1 [secret] x[secret]x [secret] [secret] $&',
    );
    expect(createCallerMask(['short-1'])).toBeUndefined();
  });
});
