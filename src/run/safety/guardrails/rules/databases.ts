import type { RuleSource } from '../rule.js';

const scratch = ['test', '*_test', 'test_*', '*_test_*', '*-test', 'tmp_*', '*_tmp', '*_ci', 'ci_*', 'scratch*'];

const requesters = ['curl', 'http', 'https', 'wget', 'xh', 'xhs'];

/** Data that a statement or a tool would throw away, for whole tables and databases. */
export const databaseRules: readonly RuleSource[] = [
  {
    id: 'drop-database',
    category: 'databases',
    severity: 'severe',
    trust: 4,
    explanation: 'This drops a database or all that is in it. Make one of your own for the test and drop that.',
    match: [
      {
        program: ['sql'],
        subcommand: [
          'drop-database',
          'drop-schema',
          'flush',
          'drop-owned',
          'drop-keyspace',
          'drop-tablespace',
          'shutdown',
        ],
        args: { none: scratch },
      },
      { program: ['dropdb'], args: { none: scratch }, flags: { none: ['--help'] } },
      { program: ['mysqladmin'], args: { any: ['drop', 'shutdown', 'flush-*'] } },
      {
        program: ['redis-cli', 'valkey-cli', 'keydb-cli'],
        subcommand: ['FLUSHALL', 'flushall', 'FLUSHDB', 'flushdb', 'FlushAll', 'FlushDB', 'SHUTDOWN', 'shutdown'],
      },
      {
        program: ['redis-cli', 'valkey-cli'],
        subcommand: ['del', 'unlink', 'DEL', 'UNLINK'],
        args: { any: ['\u{FFFC}', '\\*'] },
      },
      {
        program: ['redis-cli', 'valkey-cli'],
        subcommand: ['eval', 'EVAL', 'Eval'],
        args: { any: ['*flush*', '*FLUSH*', '*del*', '*DEL*'] },
      },
      {
        program: ['redis-cli', 'valkey-cli'],
        subcommand: ['config set', 'CONFIG SET'],
        args: { any: ['dir', 'dbfilename'] },
      },
      { program: ['pg_dropcluster', 'dropuser', 'cassandra-nodetool'] },
      { program: ['influx'], subcommand: ['delete', 'bucket delete', 'org delete'] },
      { program: ['nodetool'], subcommand: ['decommission', 'removenode', 'assassinate'] },
      { program: ['rabbitmqctl'], subcommand: ['reset', 'force_reset', 'delete_*', 'purge_queue', 'stop_app'] },
      {
        program: ['kafka-topics', 'kafka-topics.sh', 'kafka-delete-records*'],
        flags: { any: ['--delete', '--offset-json-file'] },
      },
      ...['-X', '--request', '--method'].map((flag) => ({
        program: requesters,
        args: {
          any: [
            '*:9200/*',
            '*:9200',
            '*:5984/*',
            '*:8086/*',
            '*:15672/api/*',
            '*:8500/v1/kv*',
            '*elastic*',
            '*opensearch*',
          ],
        },
        options: { [flag]: ['DELETE'] },
      })),
      {
        program: ['http', 'https', 'xh', 'xhs'],
        subcommand: ['DELETE'],
        args: { any: ['*:9200/*', '*:9200', '*:5984/*'] },
      },
      // Nothing else is done at these addresses, whatever the method.
      { program: requesters, args: { any: ['*/_delete_by_query*', '*/tsdb/delete_series*'] } },
      { program: requesters, options: { '--url': ['*/_delete_by_query*'] } },
    ],
    examples: {
      matches: [
        'dropdb production',
        'curl -X POST http://es:9200/logs/_delete_by_query',
        'psql -c "DROP DATABASE app"',
        'redis-cli FLUSHALL',
        'curl -X DELETE http://es:9200/logs',
        'mysqladmin -u root drop shop',
      ],
      passes: ['dropdb app_test', 'psql -c "SELECT 1"', 'redis-cli GET a', 'curl http://localhost:9200/_cat/indices'],
    },
  },
  {
    id: 'destroy-messages',
    category: 'databases',
    severity: 'severe',
    trust: 4,
    explanation:
      'This deletes queues, topics or the messages in them. Make one of your own for the test and delete that.',
    match: [
      {
        program: ['nats'],
        subcommand: ['* purge', '* rm', '* del', '* delete'],
        args: { none: scratch },
      },
      { program: ['rabbitmqadmin'], subcommand: ['delete', 'purge'] },
      {
        program: ['kafka-consumer-groups*'],
        flags: { any: ['--delete', '--delete-offsets', '--execute'] },
      },
      { program: ['rpk'], subcommand: ['topic delete', 'topic trim-prefix', 'group delete'] },
      {
        program: ['pulsar-admin'],
        subcommand: ['* delete', '* delete-*', '* clear-backlog', '* skip-all', '* terminate'],
      },
      { program: ['celery'], subcommand: ['purge', 'amqp queue.purge', 'amqp queue.delete'] },
      { program: ['rq'], subcommand: ['empty'] },
    ],
    examples: {
      matches: ['nats stream purge ORDERS -f', 'rabbitmqadmin delete queue name=q', 'celery -A app purge -f'],
      passes: ['nats stream info ORDERS', 'rabbitmqadmin list queues', 'celery -A app worker', 'rpk topic list'],
    },
  },
  {
    id: 'destroy-rows',
    category: 'databases',
    severity: 'severe',
    trust: 4,
    explanation: 'This destroys or changes a whole table. Write a WHERE, or a migration that can be undone.',
    match: [
      {
        program: ['sql'],
        subcommand: [
          'drop-table',
          'drop-collection',
          'drop-column',
          'drop-bucket',
          'drop-stream',
          'truncate',
          'delete-all',
          'update-all',
        ],
        args: { none: scratch },
      },
    ],
    examples: {
      matches: [
        'psql -c "DROP TABLE users"',
        'mysql -e "DELETE FROM orders"',
        'psql -c "TRUNCATE accounts"',
        'mysql -e "UPDATE users SET admin=1"',
      ],
      passes: [
        'psql -c "DELETE FROM a WHERE id = 1"',
        'sqlite3 a.db "select * from t"',
        'psql -c "CREATE TABLE t (id int)"',
      ],
    },
  },
  {
    id: 'database-rights',
    category: 'databases',
    severity: 'severe',
    trust: 4,
    explanation: 'This gives or takes rights in a database, or changes how it runs. Ask the person who runs it.',
    match: [
      {
        program: ['sql'],
        subcommand: [
          'grant',
          'revoke',
          'create-user',
          'create-role',
          'alter-user',
          'drop-user',
          'drop-role',
          'set-global',
          'kill',
        ],
      },
    ],
    examples: {
      matches: ['psql -c "GRANT ALL PRIVILEGES ON DATABASE app TO eve"'],
      passes: ['psql -c "SELECT current_user"'],
    },
  },
  {
    id: 'reset-application-data',
    category: 'databases',
    severity: 'severe',
    trust: 3,
    explanation: 'This throws away what the application has stored. Use a database made for the test.',
    match: [
      {
        program: ['rails', 'rake', 'bin/rails', 'hanami'],
        args: {
          any: [
            'db:drop*',
            'db:reset*',
            'db:purge*',
            'db:schema:load',
            'db:migrate:reset',
            'db:truncate_all',
            'db:setup:force',
          ],
        },
        environment: { RAILS_ENV: ['prod*', 'staging', 'dev*'] },
      },
      {
        program: ['rails', 'rake', 'hanami'],
        args: {
          any: ['db:drop*', 'db:reset*', 'db:purge*', 'db:migrate:reset', 'db:truncate_all'],
          none: ['*RAILS_ENV=test*'],
        },
        environment: { '*': ['prod*', 'production', 'staging'] },
      },
      {
        program: ['rails', 'rake'],
        args: {
          any: [
            'db:drop:all',
            'db:drop',
            'db:purge',
            'db:truncate_all',
            'db:reset',
            'db:migrate:reset',
            'DISABLE_DATABASE_ENVIRONMENT_CHECK=1',
          ],
          none: ['RAILS_ENV=test'],
        },
      },
      { program: ['manage.py', 'django-admin'], subcommand: ['flush', 'reset_db', 'sqlflush'] },
      {
        program: ['python'],
        subcommand: [
          'manage.py flush',
          'manage.py reset_db',
          './manage.py flush',
          '*/manage.py flush',
          'manage.py migrate * zero',
          '*/manage.py reset_db',
        ],
      },
      { program: ['prisma'], subcommand: ['migrate reset'] },
      { program: ['prisma'], subcommand: ['db push'], flags: { any: ['--force-reset', '--accept-data-loss'] } },
      {
        program: ['php', 'artisan', 'sail'],
        args: {
          any: [
            'migrate:fresh',
            'migrate:reset',
            'db:wipe',
            'migrate:refresh',
            'doctrine:database:drop',
            'doctrine:schema:drop',
            'd:d:d',
          ],
        },
      },
      {
        program: [
          'sequelize',
          'sequelize-cli',
          'typeorm',
          'mikro-orm',
          'knex',
          'dbmate',
          'mix',
          'sqlx',
          'diesel',
          'goose',
          'migrate',
          'ecto',
          'refinery',
          'drizzle-kit',
          'flyway',
          'liquibase',
          'atlas',
        ],
        subcommand: [
          'db:drop*',
          'schema:drop',
          'db:migrate:undo:all',
          'database:drop',
          'drop',
          'ecto.drop',
          'ecto.reset',
          'database drop',
          'database reset',
          'clean',
          'drop-all',
          'reset',
          'dropAll',
          'schema clean',
          'down-to 0',
          'db:reset',
        ],
      },
      { program: ['knex'], subcommand: ['migrate:rollback'], flags: { any: ['--all'] } },
      { program: ['alembic'], subcommand: ['downgrade base'] },
      { program: ['flask'], subcommand: ['db downgrade base'] },
      { program: ['pg_restore'], flags: { any: ['-c', '--clean'] } },
      { program: ['mongorestore'], flags: { any: ['--drop'] } },
      { program: ['dotnet'], subcommand: ['ef database drop'] },
    ],
    examples: {
      matches: [
        'rails db:drop',
        'npx prisma migrate reset --force',
        'php artisan migrate:fresh',
        'python manage.py flush --noinput',
      ],
      passes: ['rails db:migrate', 'npx prisma migrate dev', 'python manage.py migrate', 'alembic upgrade head'],
    },
  },
];
