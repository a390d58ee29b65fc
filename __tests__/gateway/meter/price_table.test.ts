import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../src/contract/input/user_error.js';
import { createPriceBook } from '../../../src/gateway/meter/create_price_book.js';
import { readPriceFile, readPriceTable } from '../../../src/gateway/meter/price_book.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

const read = (text: string | Uint8Array) =>
  readPriceTable(typeof text === 'string' ? Buffer.from(text) : text, 'p.csv');
const said = (text: string | Uint8Array): string => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof UserError) return error.text;
    throw error;
  }
  return 'nothing';
};
const HEADER = 'action_type,unit,unit_price,notes,model,provider,days\n';
const all = { model: '*', provider: '*', days: null };

describe('a price table', () => {
  it('is rows of an action, a unit and a price for one of it', () => {
    const text = `${HEADER}llm_request,1m_input_tokens,1.25,dear,gpt-5*,openai,
llm_request,1k_output_token,0.01,,gpt-5*,openai,
llm_request,token,0,,local,,
execution,hour,0.6,,,,
human,minute,1,,,,
overhead,run,.05,,,,
artifact_storage,gigabyte-day,1e-3,,,,30
`;
    expect(read(text)).toEqual({
      sha256: sha256(text),
      rows: [
        { action: 'llm_request', of: 'input_token', usd: 1.25 / 1e6, model: 'gpt-5*', provider: 'openai', days: null },
        { action: 'llm_request', of: 'output_token', usd: 0.01 / 1e3, model: 'gpt-5*', provider: 'openai', days: null },
        { action: 'llm_request', of: 'token', usd: 0, model: 'local', provider: '*', days: null },
        { action: 'execution', of: 'minute', usd: 0.01, ...all },
        { action: 'human', of: 'minute', usd: 1, ...all },
        { action: 'overhead', of: 'run', usd: 0.05, ...all },
        { action: 'artifact_storage', of: 'gigabyte-day', usd: 0.001, model: '*', provider: '*', days: 30 },
      ],
    });
  });

  it('needs three columns only, in any order, and takes others as notes of its own', () => {
    expect(read('team,unit_price,unit,action_type\nx,2,call,llm_request\n').rows).toEqual([
      { action: 'llm_request', of: 'request', usd: 2, ...all },
    ]);
  });

  it.each([
    ['a byte order mark', '\ufeffaction_type,unit,unit_price\nhuman,minute,1\n'],
    ['line ends of another system', 'action_type,unit,unit_price\r\nhuman,minute,1\r\n'],
    ['both kinds of line ends', 'action_type,unit,unit_price\r\n\r\nhuman,minute,1\n'],
    ['quotes and spaces', '"action_type",unit , unit_price\n"human","minute"," 1 "\n'],
    ['no end of the last line', 'action_type,unit,unit_price\nhuman,minute,1'],
  ])('may have %s', (_, text) => {
    expect(read(text).rows).toEqual([{ action: 'human', of: 'minute', usd: 1, ...all }]);
  });

  it('may be one of four columns: how long records are kept is assumed then, and said', () => {
    const table = read(
      'action_type,unit,unit_price,notes\nllm_request,token,0.00001,\ntool_call,call,0.001,\nartifact_storage,gigabyte-day,0.01,\n',
    );
    const book = createPriceBook(table, new Date(0));
    expect(book.rates).toMatchObject({ tool_call: 0.001, stored_gigabyte: 0.01 * 90 });
    expect(book.assumed).toEqual([expect.stringContaining('records are kept for 90 days')]);
    expect(createPriceBook(read(`${HEADER}artifact_storage,gigabyte-day,1,,,,30\n`), new Date(0)).assumed).toEqual([]);
  });

  it('is identified by the digest of its bytes', () => {
    const plain = Buffer.from('action_type,unit,unit_price\nhuman,minute,1\n');
    const marked = Buffer.concat([Buffer.from('\ufeff'), plain]);
    expect([read(plain).sha256, read(marked).sha256]).toEqual([sha256(plain), sha256(marked)]);
  });
});

// Holds R13
describe('a mistake in a price table is told with its place and what to do', () => {
  const row = (line: string) => `${HEADER}${line}\n`;
  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'p.csv:1:1  is empty'],
    ['no prices', HEADER, 'p.csv:1:1  has no prices'],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x41]), 'p.csv:1:1  is not UTF-8'],
    ['a missing column', 'action_type,unit\nhuman,minute\n', 'p.csv:1:1  the column "unit_price" is missing'],
    [
      'a mistyped column',
      'action_type,unit,unit_prise\nhuman,minute,1\n',
      'p.csv:1:18  unknown column "unit_prise" – did you mean "unit_price"?',
    ],
    [
      'a column twice',
      'action_type,unit,unit_price,unit\nhuman,minute,1,hour\n',
      'p.csv:1:29  there is a column "unit" already',
    ],
    [
      'an unknown action',
      row('llm_requests,token,1,,,,'),
      'p.csv:2:1  unknown action_type "llm_requests" – did you mean "llm_request"?',
    ],
    [
      'an unknown unit',
      row('llm_request,tokns,1,,,,'),
      'p.csv:2:13  unknown unit "tokns" of llm_request – did you mean "token"?',
    ],
    ['a unit of another action', row('human,token,1,,,,'), 'p.csv:2:7  unknown unit "token" of human'],
    ['a name that every object has', row('human,constructor,1,,,,'), 'p.csv:2:7  unknown unit "constructor" of human'],
    ['a negative price', row('human,minute,-1,,,,'), 'p.csv:2:14  unit_price "-1" is negative'],
    ['no number', row('human,minute,$1,,,,'), 'p.csv:2:14  unit_price "$1" is not a number'],
    ['a hexadecimal number', row('human,minute,0x10,,,,'), 'p.csv:2:14  unit_price "0x10" is not a number'],
    ['infinity', row('human,minute,1e999,,,,'), 'p.csv:2:14  unit_price "1e999" is not a number'],
    ['no price', row('human,minute,,,,,'), 'p.csv:2:14  unit_price is missing'],
    [
      'the same twice',
      row('human,minute,1,,,,\nhuman,minutes,2,,,,'),
      'p.csv:3:1  prices what p.csv:2:1 prices already',
    ],
    [
      'the same in another scale',
      row('llm_request,token,1,,m,,\nllm_request,1k_token,2,,m,,'),
      'p.csv:3:1  prices what p.csv:2:1 prices already',
    ],
    ['too few fields', row('human,minute,1'), 'p.csv:2:1  has 3 fields, the header has 7'],
    ['a decimal comma', row('human,minute,1,5,,,,'), 'p.csv:2:1  has 8 fields, the header has 7'],
    ['a quote left open', `${HEADER}human,"minute,1,,,,\n`, 'p.csv:2:1  a quote is opened and never closed'],
    ['a stray quote', `${HEADER}human,mi"nute,1,,,,\n`, 'p.csv:2:1  a quote stands where none may stand'],
    ['a model of no model', row('human,minute,1,,gpt-5,,'), 'p.csv:2:17  only llm_request has models and providers'],
    ['days of nothing', row('human,minute,1,,,,3'), 'p.csv:2:19  only a price per gigabyte-day has days'],
    ['no unit', row('tool_call,,1,,,,'), 'p.csv:2:11  unit is missing'],
    ['negative days', row('artifact_storage,gigabyte-day,1,,,,-3'), 'p.csv:2:36  days "-3" is negative'],
    [
      'input alone',
      row('llm_request,1k_input_token,1,,m,,'),
      'p.csv:2:1  the model "m" of provider "*" has no price per output_token',
    ],
    [
      'output alone',
      row('llm_request,output_token,1,,,,\nllm_request,request,1,,,,'),
      'p.csv:2:1  the model "*" of provider "*" has no price per input_token',
    ],
    [
      'something behind a field over two lines',
      row('"human","minute",1,"a\nb, ""c""",x,,'),
      'p.csv:3:11  only llm_request has models and providers',
    ],
    [
      'something behind an empty line',
      `${HEADER}\r\n\r\nhuman,minute,x,,,,`,
      'p.csv:4:14  unit_price "x" is not a number',
    ],
  ])('%s', (_, text, expected) => {
    const [first, remedy] = said(text).split('\n');
    expect(first!.startsWith(expected) ? expected : first).toBe(expected);
    expect(remedy).toMatch(/^ {2}\S/);
  });
});

describe('the file of a price table', () => {
  it('is read from where it is told to be, and named as it was', () => {
    const room = givenRoom();
    writeFileSync(join(room, 'p.csv'), 'action_type,unit,unit_price\nhuman,minute,x\n');
    expect(() => readPriceFile('p.csv', room)).toThrow('p.csv:2:14  unit_price "x" is not a number');
    writeFileSync(join(room, 'p.csv'), 'action_type,unit,unit_price\nhuman,minute,1\n');
    expect(readPriceFile('p.csv', room).rows).toHaveLength(1);
  });
  it('is refused when it is no file of a reasonable size', () => {
    const room = givenRoom();
    expect(() => readPriceFile('p.csv', room)).toThrow('price table p.csv cannot be read (ENOENT)');
    expect(() => readPriceFile('.', room)).toThrow('price table . cannot be read (not a file)');
    writeFileSync(join(room, 'p.csv'), Buffer.alloc(2 ** 20 + 1, 'x'));
    expect(() => readPriceFile('p.csv', room)).toThrow('larger than 1 MiB');
  });
});

describe('the page on agents and models', () => {
  it('shows a table that can be read', () => {
    const page = readFileSync('docs/agents.md', 'utf8');
    const shown = /```csv\n([\s\S]*?)```/.exec(page)![1]!;
    expect(read(shown).rows.length).toBeGreaterThan(5);
  });
});
