/** `kill -9` at moments that nobody chose, over suites in several sandboxes; resumed to the end; nothing may be lost. */
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparable, createRandom, readResults, startCommand, writeStudy } from './study.mjs';

/** Sandboxes of the campaign: root and an ordinary user in bubblewrap, and none. Containers are left out. */
const BACKENDS = [
  { name: 'bubblewrap as root', argv: ['--sandbox', 'bubblewrap'], user: {}, needs_root: true },
  {
    name: 'bubblewrap as an ordinary user',
    argv: ['--sandbox', 'bubblewrap'],
    user: { uid: 64_300, gid: 64_300 },
    needs_root: true,
  },
  { name: 'no sandbox', argv: ['--sandbox', 'none', '--unsafe-no-sandbox'], user: {} },
];

export async function runKillCampaign({ root, seed, scale, report, fault }) {
  const random = createRandom(seed);
  const rounds = scale === 'full' ? 40 : 6;
  let kills = 0;
  for (const [at, backend] of BACKENDS.entries()) {
    if (backend.needs_root && process.getuid() !== 0) {
      report(`${backend.name}: left out, since it needs root`);
      continue;
    }
    const study = writeStudy(join(root, `study-${at}`), { tasks: 4, trials: scale === 'full' ? 10 : 3, wrong: 1 });
    if (backend.user.uid !== undefined) giveAway(study, backend.user.uid, backend.user.gid);
    const run = (out) =>
      startCommand(
        ['run', '--suite', 'gatebench.yml', '--out', out, '--cache', join(study, 'cache'), '--resume', ...backend.argv],
        study,
        backend.user,
      );
    const whole = await run('undisturbed').ended;
    if (whole.code !== 0) {
      fault(`${backend.name}: an undisturbed run ended with ${whole.code ?? whole.signal}: ${whole.said.slice(-500)}`);
      continue;
    }
    const expected = readResults(join(study, 'undisturbed')).map(comparable);
    let of_backend = 0;
    for (let round = 0; round < rounds; round++) {
      const out = `out-${Math.floor(round / 8)}`;
      const kept = sealedHeads(join(study, out));
      const victim = run(out);
      const timer = setTimeout(() => victim.child.kill('SIGKILL'), 200 + random() * 4000);
      const { signal } = await victim.ended;
      clearTimeout(timer);
      if (signal === 'SIGKILL') of_backend++;
      const now = sealedHeads(join(study, out));
      for (const [id, head] of kept)
        if (now.get(id) !== head) fault(`${backend.name}: the sealed attempt ${id} was made again or lost`);
    }
    kills += of_backend;
    for (const out of readdirSync(study).filter((name) => name.startsWith('out-'))) {
      const { code, said } = await run(out).ended;
      if (code !== 0) fault(`${backend.name}: the last run of ${out} ended with ${code}: ${said.slice(-500)}`);
      const found = readResults(join(study, out)).map(comparable);
      if (JSON.stringify(found) !== JSON.stringify(expected))
        fault(`${backend.name}: ${out} differs from the undisturbed run`);
      const verified = await startCommand(['verify', out], study, backend.user).ended;
      if (verified.code !== 0)
        fault(`${backend.name}: verify of ${out} ended with ${verified.code}: ${verified.said.slice(-500)}`);
    }
    report(`${backend.name}: ${of_backend} kills, ${expected.length} attempts as in an undisturbed run`);
  }
  return { kills };
}

function giveAway(path, uid, gid) {
  chownSync(path, uid, gid);
  chmodSync(path, 0o755);
  mkdirSync(join(path, 'cache'), { recursive: true });
  chownSync(join(path, 'cache'), uid, gid);
}

/** Returns the chain heads of attempts that came to a decision; an error is tried again, and kept beside the new one. */
function sealedHeads(out) {
  const runs = join(out, 'runs');
  if (!existsSync(runs)) return new Map();
  return new Map(
    readdirSync(runs).flatMap((id) => {
      const path = join(runs, id, 'report.json');
      if (!existsSync(path)) return [];
      const report = JSON.parse(readFileSync(path, 'utf8'));
      return /_error$|^invalid/.test(report.verdict.status) ? [] : [[id, report.head]];
    }),
  );
}
