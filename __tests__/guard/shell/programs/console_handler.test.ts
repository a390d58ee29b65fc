import { createGuard } from '../../../../src/guard/create_guard.js';

const rule = (command: string): string | undefined => {
  const verdict = createGuard().judge({ command }, { trust: 2 });
  return verdict.verdict === 'deny' ? verdict.rule : undefined;
};

describe('code that a program runs in an application is read', () => {
  it.each([
    ['destroy-rows', "bin/rails runner -e production 'User.delete_all'"],
    ['destroy-rows', "rails c <<< 'User.destroy_all'"],
    ['destroy-rows', "rails runner - <<'X'\nUser.destroy_all\nX"],
    ['destroy-rows', 'php artisan tinker --execute="DB::table(\'users\')->truncate();"'],
    ['destroy-rows', 'uv run python manage.py shell -c "A.objects.all().delete()"'],
    ['destroy-rows', "./manage.py shell <<'X'\nA.objects.all().delete()\nX"],
    ['destroy-rows', 'heroku run rails runner "User.delete_all" -a shop'],
    ['drop-database', "flask shell <<< 'db.drop_all()'"],
    ['delete-system-file', 'wp eval \'unlink("/etc/passwd");\''],
  ])('%s: %s', (name, command) => expect(rule(command)).toBe(name));
});

describe('an application may be asked, and have its test data destroyed', () => {
  it.each([
    'bundle exec rails runner "puts User.count"',
    "RAILS_ENV=test bin/rails runner 'User.delete_all'",
    'rails runner \'User.where(name: "x").delete_all\'',
    'python manage.py shell -c "print(User.objects.count())"',
    'python manage.py shell -c "A.objects.filter(id=1).delete()"',
    'rails runner script/fix.rb',
    'rails server -d',
    'python shell -c 1',
  ])('%s', (command) => expect(rule(command)).toBeUndefined());
});
