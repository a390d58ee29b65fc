import { createGuard } from '../../../../src/guard/create_guard.js';

const verdict = (command: string) => createGuard().judge({ command }, { trust: 2 }).verdict;

describe('SQL that reaches a database by a way of its own', () => {
  it.each([
    "curl http://ch:8123/ --data-binary 'DROP DATABASE analytics'",
    "curl 'http://ch:8123/?query=DROP%20TABLE%20events'",
    `curl -XPOST http://db/sql -d '{"sql":"DROP TABLE users"}'`,
    "curl -XPOST http://influx:8086/query --data-urlencode 'q=DROP DATABASE metrics'",
    "psql -f <(echo 'DROP DATABASE app')",
    `mysql -N -e "select concat('drop table ', table_name, ';') from information_schema.tables" | mysql shop`,
    "mongosh <<'JS'\nuse shop\ndb.orders.deleteMany({})\nJS",
  ])('is refused where it destroys: %s', (command) => {
    expect(verdict(command)).toBe('deny');
  });

  it.each([
    "curl http://ch:8123/ --data-binary 'SELECT 1'",
    "curl 'http://ch:8123/?query=%E0%A4%A'",
    "curl -d 'q=drop' http://localhost/search",
    "psql -f <(echo 'SELECT 1')",
    'mysql -N -e "select count(*) from t" | tail -1',
    "mongosh app <<'JS'\nuse app\ndb.orders.find({})\nJS",
  ])('is allowed where it reads: %s', (command) => {
    expect(verdict(command)).toBe('allow');
  });
});

describe('what is destroyed or multiplied behind a name', () => {
  it.each([
    'tar --remove-files -cf /dev/null ~/Pictures',
    'ls -d /home/* | while read -r d; do rm -rf "$d"; done',
    `perl -MFile::Find -e 'find(sub { unlink $_ if -f }, "/home")'`,
    `perl -MFile::Find -e 'finddepth({ wanted => sub { unlink $_ } }, "/etc")'`,
    `node -e "const f=()=>require('child_process').fork(__filename);while(1)f()"`,
    "python3 -c 'import os\ndef go(): os.fork()\nwhile True: go()'",
    'bash -n -i -c "rm -rf ~"',
    'bash -n +n -c "rm -rf ~"',
  ])('is refused: %s', (command) => {
    expect(verdict(command)).toBe('deny');
  });

  it.each([
    'tar -czf out.tgz -C /usr/share doc',
    'tar czf out.tgz -C /etc/ssl certs',
    'tar --remove-files -czf old.tgz logs/',
    'ls -d src/* | while read -r d; do echo "$d"; done',
    `perl -MFile::Find -e 'find(sub { print $_ }, ".")'`,
    `node -e "const f=()=>fetch('x');while(1){f();break}"`,
  ])('is allowed: %s', (command) => {
    expect(verdict(command)).toBe('allow');
  });
});
