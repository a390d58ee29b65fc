import { createGuard } from '../../../../src/guard/create_guard.js';

const verdict = (command: string) => createGuard().judge({ command }, { trust: 2 }).verdict;

describe('recipes and scripts of packages are code: refused where it destroys or exposes', () => {
  it.each([
    "make -f - <<'MK'\nD = $(HOME)\nall: ; rm -rf $(D)\nMK",
    `printf 'all:\\n\\t$(RM) -r \${HOME}\\n' > Makefile && make`,
    "make -f <(echo 'all:;rm -rf $(HOME)')",
    "make D=/home clean -f - <<'MK'\nclean:\n\trm -rf $(D)\nMK",
    "printf 'x:\\n  rm -rf ~\\n' > justfile && just x",
    'echo \'{"scripts":{"clean":"rm -rf ~"}}\' > package.json && npm run clean',
    'echo \'{"scripts":{"pretest":"git push -f","test":"jest"}}\' > package.json; npm test',
  ])('%s', (command) => {
    expect(verdict(command)).toBe('deny');
  });
});

describe('recipes and scripts of packages are code: allowed where it does neither', () => {
  it.each([
    "printf 'clean:\\n\\trm -rf $(BUILD)\\nBUILD = dist\\n' > Makefile && make clean",
    "printf 'all: $(OBJS)\\n\\t$(CC) -o app $(OBJS)\\n' > Makefile && make",
    'echo \'{"scripts":{"clean":"rm -rf dist"}}\' > package.json && npm run clean && npm test',
    'npm run build',
    'just test',
  ])('%s', (command) => {
    expect(verdict(command)).toBe('allow');
  });
});
