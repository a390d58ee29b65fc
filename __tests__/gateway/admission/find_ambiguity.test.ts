import fc from 'fast-check';
import { findAmbiguity } from '../../../src/gateway/admission/find_ambiguity.js';
import { ask, closeAll, givenGateway, givenScripted, send } from '../given.js';

afterEach(closeAll);

const doubtOf = (text: string) => findAmbiguity(text, JSON.parse(text));

describe('a body that can be read in two ways', () => {
  it.each([
    ['{"model":"cheap","max_tokens":1,"model":"dear"}', '"model" stands in it twice'],
    ['{"model":"a",\n "mod\\u0065l" :"b"}', '"model" stands in it twice'],
    ['{"messages":[{"a":"\\\\"}],"max_tokens":1,"x":"\\"","max_tokens":9}', '"max_tokens" stands in it twice'],
    ['{"generationConfig":{"maxOutputTokens":1,"maxOutputTokens":9}}', '"maxOutputTokens" stands in it twice'],
    [
      '{"generationConfig":{"thinkingConfig":{"thinkingBudget":1,"thinkingBudget":9}}}',
      '"thinkingBudget" stands in it twice',
    ],
    ['{"generationConfig":{},"a":[{}],"generationConfig":{}}', '"generationConfig" stands in it twice'],
    ['{"max_tokens":1,"Max_Tokens":9}', '"Max_Tokens" may be read as "max_tokens"'],
    ['{"MODEL":"m"}', '"MODEL" may be read as "model"'],
    ['{"max_to\\u212Aens":1}', '"max_to\u212Aens" may be read as "max_tokens"'],
    ['{"\\u017Ftream":true}', '"\u017Ftream" may be read as "stream"'],
    ['{"generationConfig":{"maxoutputtokens":9}}', '"maxoutputtokens" may be read as "maxOutputTokens"'],
    [
      '{"generationConfig":{"max_output_tokens":9,"maxOutputTokens":1}}',
      '"max_output_tokens" and "maxOutputTokens" are both in it',
    ],
    ['{"generationConfig":{},"generation_config":{}}', '"generationConfig" and "generation_config" are both in it'],
    ['{"Fallback_Models":["dear"]}', '"Fallback_Models" may be read as "fallback_models"'],
    ['{"fallbackModels":["dear"]}', '"fallbackModels" may be read as "fallback_models"'],
    ['{"Previous_Response_Id":"x"}', '"Previous_Response_Id" may be read as "previous_response_id"'],
    ['{"Cached_Content":"x"}', '"Cached_Content" may be read as "cached_content"'],
    ['{"searchParameters":{}}', '"searchParameters" may be read as "search_parameters"'],
    ['{"ServiceTier":"priority"}', '"ServiceTier" may be read as "serviceTier"'],
    ['{"service_tier":"flex","serviceTier":"priority"}', '"service_tier" and "serviceTier" are both in it'],
    ['{"generateContentRequest":{"Model":"b"}}', '"Model" may be read as "model"'],
    ['{"input":[{"content":[{"file_id":"foreign","file_id":"stored"}]}]}', '"file_id" stands in it twice'],
    ['{"tools":[{"type":"web_search","type":"function"}]}', '"type" stands in it twice'],
    ['{"a":[[{"b":{"model":1,"c":[],"model":2}}]]}', '"model" stands in it twice'],
  ])('is told: %s', (text, doubt) => {
    expect(doubtOf(text)).toBe(doubt);
  });

  it.each([
    '{}',
    ask(),
    '{"model":"m","max_tokens":1,"max_completion_tokens":2}',
    '{"messages":[{"name":"user","name":"user"},{"model":1,"Model":2}],"model":"m"}',
    '{"messages":[{"type":"a"},{"type":"b","content":[{"type":"c"},{"type":"d"}]}],"model":"m"}',
    '{"tools":[{"type":"function","function":{"parameters":{"properties":{"maxTokens":{},"Model":{}}}}}],"model":"m"}',
    '{"metadata":{"Model":"a","model":"b","ID":1,"id":2},"model":"m"}',
    '{"a":"model","b":"model","c":{"model":1},"model":{"model":"model"}}',
    '{"a":{"x":1},"b":{"x":1},"model":"\\"model\\":\\\\"}',
  ])('is none: %s', (text) => {
    expect(doubtOf(text)).toBeUndefined();
  });

  it('nothing that JSON itself wrote has a name twice, with blanks and without', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (value, indent) => {
        expect(doubtOf(JSON.stringify(value, null, indent)) ?? '').not.toContain('twice');
      }),
    );
  });

  it('a name that is put in once more is found, whatever stands before it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, n) => {
        const text = JSON.stringify(value);
        const names = Object.keys(JSON.parse(text) as object);
        const name = names[n % names.length]!;
        expect(doubtOf(`${text.slice(0, -1)},${JSON.stringify(name)}:0}`)).toContain('twice');
      }),
    );
  });

  it('is refused and goes nowhere', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'Hello.' }] });
    const given = await givenGateway([{ url: scripted.url }]);
    const reply = await send(given, ask().replace('{', '{"model":"other",'));
    expect([reply.status, reply.json]).toMatchObject([400, { error: { type: 'gatebench_ambiguous-request' } }]);
    expect(given.ledger.away).toMatchObject([{ code: 'ambiguous-request', status: 400 }]);
    expect([scripted.requests, given.ledger.incoming]).toEqual([[], []]);
    expect((await send(given, ask())).status).toBe(200);
  });
});
