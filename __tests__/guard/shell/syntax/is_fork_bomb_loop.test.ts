import { createGuard } from '../../../../src/guard/create_guard.js';

const verdict = (command: string) => createGuard().judge({ command }, { trust: 2 }).verdict;

describe('loops that start something beside themselves without end are fork bombs', () => {
  it.each([
    "while true; do sh -c 'sleep 1e9' & done",
    'for ((;;)); do ./x & done',
    'until false; do (nohup ./x &) ; done',
    'while :; do if [ -f a ]; then sleep 9 & fi; done',
    'yes | while read -r _; do ./w & done',
    "yes | xargs -P 0 -I{} sh -c 'sleep 9999 &'",
  ])('%s', (command) => {
    expect(verdict(command)).toBe('deny');
  });
});

describe('loops that end, wait, or start one thing are none', () => {
  it.each([
    'while true; do ./poll; sleep 5; done',
    'while true; do ./poll & wait; done',
    'while true; do curl -sf localhost:3000 && break; done & npm start',
    'while read -r f; do ./x "$f" & done < list.txt; wait',
    'for i in 1 2 3; do ./x & done; wait',
    'until curl -sf localhost:80; do sleep 1; done',
    'ls | xargs -P 0 -n 1 gzip -k',
    'yes | apt-get install jq',
  ])('%s', (command) => {
    expect(verdict(command)).toBe('allow');
  });
});
