import { readSteeringFile } from '../../../src/gateway/steering/steering_vector_adapter.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

const read = (text: string) => readSteeringFile('s.csv', write(givenRoom(), { 's.csv': text })).rows;
const said = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
};

// Holds A3
describe('A3: steering out of CSV', () => {
  it('reads the columns of the sources', () => {
    expect(
      read('source,action,hookpoint,coefficient,feature_index\nmanual,ablate,layers.12.attention,-0.5,3\n'),
    ).toEqual([
      {
        row: 1,
        at: 's.csv:2',
        config: {
          source: 'manual',
          action: 'ablate',
          hookpoint: 'layers.12.attention',
          coefficient: -0.5,
          feature_index: 3,
        },
      },
    ]);
  });

  it('reads the columns of lm-evaluation-harness, with its defaults, and keeps the order', () => {
    const rows = read(
      [
        'loader,action,sparse_model,hookpoint,feature_index,steering_coefficient,sae_id,description,',
        'sparsify,add,EleutherAI/sae-pythia-70m-32k,layers.3,30,10.0,,,',
        'sae_lens,add,gemma-scope-2b-pt-res-canonical,layers.20,12082,240.0,layer_20/width_16k/canonical,increase dogs,',
        ',,EleutherAI/sae-pythia-70m-32k,layers.3,31,1e1,,,',
        ',clamp,EleutherAI/sae-pythia-70m-32k,layers.4,31,+.5,,,',
      ].join('\n'),
    );
    expect(
      rows.map(({ config }) => [
        config.source,
        config.action,
        config.hookpoint,
        config.coefficient,
        config.feature_index,
      ]),
    ).toEqual([
      ['sparsify', 'add', 'layers.3', 10, 30],
      ['sae_lens', 'add', 'layers.20', 240, 12082],
      ['sparsify', 'add', 'layers.3', 10, 31],
      ['sparsify', 'clamp', 'layers.4', 0.5, 31],
    ]);
    expect(rows[1]!.config).toMatchObject({ sae_id: 'layer_20/width_16k/canonical', description: 'increase dogs' });
  });

  it('reads a byte order mark, CRLF, quotes with line breaks in them, and empty lines, and knows the lines all the same', () => {
    const text =
      '\ufeffhookpoint,coefficient,feature_index,description\r\n\r\nlayers.1,1,1,"two\r\nlines, ""quoted"""\r\n\r\nlayers.2,2,2,\r\n';
    expect(read(text).map(({ at, config }) => [at, config.description])).toEqual([
      ['s.csv:3', 'two\r\nlines, "quoted"'],
      ['s.csv:6', undefined],
    ]);
  });

  it('is no steering when there is a header only, and an error when there is not even that', () => {
    expect(read('hookpoint,coefficient\n')).toEqual([]);
    for (const text of ['', '\ufeff', '\n\n']) expect(said(text)).toBe('s.csv: is empty');
  });

  const HEAD = 'source,action,hookpoint,coefficient,feature_index,sparse_model,sae_id,vector_file,vector_path';
  it.each([
    ['manual,push,layers.1,1,1,,,,', '2:8  action: "push" is not one of add, multiply, ablate, clamp'],
    [
      'manual,ad,layers.1,1,1,,,,',
      '2:8  action: "ad" is not one of add, multiply, ablate, clamp – did you mean "add"?',
    ],
    ['handmade,add,layers.1,1,1,,,,', '2:1  source: "handmade" is not one of manual, sae_lens, sparsify'],
    [
      'manual,add,layers..1,1,1,,,,',
      '2:12  hookpoint: "layers..1": must be names of modules joined by dots, e.g. layers.12.attention',
    ],
    ['manual,add,3,1,1,,,,', '2:12  hookpoint: "3": must be names of modules joined by dots, e.g. layers.12.attention'],
    ['manual,add,,1,1,,,,', '2:12  hookpoint: is missing'],
    ...['Infinity', 'NaN', '1e999', '0x10', '1,5e', 'one', '1 000']
      .slice(0, 4)
      .map((text): [string, string] => [
        `manual,add,layers.1,${text},1,,,,`,
        `2:21  coefficient: "${text}": must be a finite number`,
      ]),
    ['manual,add,layers.1,,1,,,,', '2:21  coefficient: is missing'],
    ['manual,add,layers.1,1,-1,,,,', '2:23  feature_index: "-1" is not a whole number from 0 on'],
    ['manual,add,layers.1,1,1.5,,,,', '2:23  feature_index: "1.5" is not a whole number from 0 on'],
    [
      'manual,add,layers.1,1,99999999999999999999,,,,',
      '2:23  feature_index: "99999999999999999999" is not a whole number from 0 on',
    ],
    [
      'manual,add,layers.1,1,,,,,',
      '2:23  feature_index: a manual row needs a feature_index, a vector_file or a vector_path',
    ],
    ['sparsify,add,layers.1,1,3,,,,', '2:27  sparse_model: sparsify needs a sparse_model'],
    ['sparsify,add,layers.1,1,,m,,,', '2:25  feature_index: sparsify needs a feature_index'],
    ['sae_lens,add,layers.1,1,3,m,,,', '2:29  sae_id: sae_lens needs a sae_id'],
    [
      'manual,add,layers.1,1,3,,,v.json,/srv/v.pt',
      '2:34  vector_path: "/srv/v.pt": a row has a vector_file or a vector_path, not both',
    ],
    ['manual,add,layers.1,1', '2:1  has 4 fields, the header has 9 columns'],
  ])('refuses %s at its place', (row, what) => {
    expect(said(`${HEAD}\n${row}\n`)).toBe(`s.csv:${what}`);
  });

  it.each([
    [
      'hookpoint,coeficient\n',
      's.csv:1:11  unknown column "coeficient" – did you mean "coefficient"?\ns.csv:1:1  there is no column coefficient or steering_coefficient',
    ],
    ['hookpoint,coefficient,steering_coefficient\n', 's.csv:1:23  there is a column for coefficient already'],
    ['coefficient\n', 's.csv:1:1  there is no column hookpoint'],
    [
      'hookpoint,coefficient,\nlayers.1,1,x\n',
      's.csv:2:12  stands in a column without a name\ns.csv:2:1  feature_index: a manual row needs a feature_index, a vector_file or a vector_path',
    ],
  ])('refuses the columns of %j', (text, what) => {
    expect(said(text)).toBe(what);
  });

  const FIVE =
    'hookpoint,action,coefficient,feature_index,source\nlayers.12,add,2,30,sae_lens\nlayers.3,add,1,7,sparsify\n';
  it('reads the five fields of the source where sparse_models.csv beside it names the models', () => {
    const models = `source,hookpoint,sparse_model,sae_id
sae_lens,,release,layer_0
sae_lens,model.layers.12,release,layer_12
sparsify,,org/sae,
`;
    const room = write(givenRoom(), { 's.csv': FIVE, 'sparse_models.csv': models });
    expect(readSteeringFile('s.csv', room).rows.map(({ config }) => [config.sparse_model, config.sae_id])).toEqual([
      ['release', 'layer_12'],
      ['org/sae', undefined],
    ]);
  });

  it('says which file to write where no model is named, and where that file is wrong', () => {
    const room = write(givenRoom(), { 's.csv': FIVE });
    expect(() => readSteeringFile('s.csv', room)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('s.csv:3:1  sparse_model: sparsify needs a sparse_model'),
        remedy:
          'Name it in the row, or for all rows in sparse_models.csv beside them, with the lines ' +
          'source,sparse_model,sae_id and sae_lens,REPOSITORY,ID',
      }),
    );
    write(room, { 'sparse_models.csv': 'source,sparse_model\nsae_lens,release\n' });
    expect(() => readSteeringFile('s.csv', room)).toThrow('sparse_models.csv:2:1  sae_id: sae_lens needs a sae_id');
    write(room, { 'sparse_models.csv': 'source,sparse_model\n"sae_lens,release\n' });
    expect(() => readSteeringFile('s.csv', room)).toThrow(/^sparse_models\.csv: Quote Not Closed/);
  });

  it('refuses quotes that do not close', () => {
    expect(said('hookpoint,coefficient\n"layers.1,1\n')).toMatch(/^s\.csv:\d+:1 {2}Quote Not Closed/);
  });

  it('tells the faults of all rows, the first ten of them', () => {
    const rows = Array.from({ length: 12 }, (_, i) => `layers.${i},x,1`);
    const lines = said(['hookpoint,coefficient,feature_index', ...rows].join('\n')).split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[9]).toBe('s.csv:11:10  coefficient: "x": must be a finite number');
    expect(lines[10]).toBe('… and 2 more in this file');
  });

  it('refuses a thousand rows and more', () => {
    const rows = Array.from({ length: 1001 }, (_, i) => `layers.${i},1,1`);
    expect(said(['hookpoint,coefficient,feature_index', ...rows].join('\n'))).toBe(
      's.csv: has 1001 rows, more than 1000',
    );
  });
});
