import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAdjudications } from '../../../src/commands/io/read_adjudications.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

const known = new Set(['abcdef', 'fedcba']);
function read(text: string | Uint8Array) {
  const folder = givenRoom();
  writeFileSync(join(folder, 'r.csv'), text);
  return readAdjudications('r.csv', known, folder);
}
const header = 'attempt,reviewer,verdict,minutes,reason';

// Holds G10
describe('a table of adjudications', () => {
  it('is one review per line, in any order of columns', () => {
    expect(
      read(
        'reviewer,attempt,mode,reason,minutes,verdict\r\nann,abcdef,regression,"breaks x, badly",7.5,incorrect\r\nbob,abcdef,,ok,3,correct\r\n',
      ),
    ).toEqual([
      {
        attempt: 'abcdef',
        reviewer: 'ann',
        verdict: 'incorrect',
        minutes: 7.5,
        reason: 'breaks x, badly',
        mode: 'regression',
      },
      { attempt: 'abcdef', reviewer: 'bob', verdict: 'correct', minutes: 3, reason: 'ok', mode: null },
    ]);
    expect(read(`${header}\n`)).toEqual([]);
  });

  it.each([
    ['', 'r.csv:1:1  is empty'],
    ['attempt,reviewer\n', 'r.csv:1:1  has no column verdict, minutes, reason'],
    [`${header},moed\n`, 'r.csv:1:41  unknown column "moed" – did you mean "mode"?'],
    [
      `${header}\nabcdex,ann,correct,1,r\n`,
      'r.csv:2:1  there is no result of an attempt "abcdex" – did you mean "abcdef"?',
    ],
    [`${header}\nabcdef,ann,corect,1,r\n`, 'r.csv:2:12  "corect" is not known here – did you mean "correct"?'],
    [`${header}\nabcdef,ann,correct,-1,r\n`, 'r.csv:2:20  "-1" is no number of minutes'],
    [`${header}\nabcdef,ann,correct,1e9,r\n`, 'r.csv:2:20  "1e9" is no number of minutes'],
    [`${header}\nabcdef,,correct,1,r\n`, 'r.csv:2:8  reviewer is empty'],
    [`${header}\nabcdef,ann,correct,1,\n`, 'r.csv:2:22  reason is empty'],
    [`${header}\nabcdef,ann,correct,1\n`, 'r.csv:2:1  has 4 fields, the header has 5'],
    [
      `${header}\nabcdef,ann,correct,1,r\nabcdef,ann,correct,2,s\n`,
      'r.csv:3:1  "ann" has reviewed this attempt at r.csv:2:1',
    ],
    [
      `${header},mode\nabcdef,ann,incorrect,1,r,regresion\n`,
      'r.csv:2:26  "regresion" is not known here – did you mean "regression"?',
    ],
    [Buffer.from([0xff, 0xfe, 0x41]), 'r.csv:1:1  is not UTF-8'],
  ])('%j → %s', (text, complaint) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ message: expect.stringContaining(complaint) }));
  });

  it('is a file', () => {
    expect(() => readAdjudications('nowhere.csv', known, givenRoom())).toThrow(
      'adjudications nowhere.csv cannot be read (ENOENT)',
    );
    expect(() => readAdjudications('.', known, givenRoom())).toThrow('cannot be read');
  });
});
