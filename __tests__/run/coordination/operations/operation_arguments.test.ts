import { z } from 'zod';
import { operations } from '../../../../src/contract/coordination/mechanism.js';
import {
  operationArgumentSchemas,
  toEditRequest,
} from '../../../../src/run/coordination/operations/operation_arguments.js';

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;

describe('arguments of operations', () => {
  it('are described, field by field, by schemas of objects, as tools need them', () => {
    for (const operation of operations) {
      const schema = z.toJSONSchema(operationArgumentSchemas[operation], { io: 'input' }) as {
        type: string;
        additionalProperties: boolean;
        properties: Record<string, { description?: string }>;
      };
      expect([operation, schema.type, schema.additionalProperties]).toEqual([operation, 'object', false]);
      for (const [field, { description }] of Object.entries(schema.properties))
        expect([operation, field, (description ?? '').length > 5]).toEqual([operation, field, true]);
    }
  });

  it.each([
    ['acquire_lock', {}, 'path'],
    ['acquire_lock', { path: '' }, 'must not be empty'],
    ['acquire_lock', { path: 'a/'.repeat(64) }, 'folders deep'],
    ['acquire_lock', { path: 'a'.repeat(1025) }, '1024'],
    ['acquire_lock', { path: 'a', wait_ms: 60_001 }, '60000'],
    ['acquire_lock', { path: 'a', wait_ms: -1 }, '>=0'],
    ['acquire_lock', { path: 'a', wait_ms: '5' }, 'number'],
    ['acquire_lock', { path: 'a', agent: 'bob' }, 'agent'],
    ['acquire_lock', { path: '\ud800' }, 'well-formed'],
    ['submit_work', { title: 'é'.repeat(600) }, 'longer than 1024 bytes'],
    ['submit_work', { title: 'x', priority: 10 }, '<=9'],
    ['submit_work', { title: 'x', id: '../x' }, 'must be a name'],
    ['submit_work', { title: 'x', depends_on: Array(201).fill('a') }, '<=200'],
    ['submit_work', { title: 'x', data: deep }, 'levels of nesting'],
    ['submit_work', { title: 'x', data: nested(33) }, 'levels of nesting'],
    ['submit_work', { title: 'x', data: 'x'.repeat(16_400) }, 'bytes'],
    ['submit_work', { title: 'x', data: Array(20_000).fill(null) }, 'bytes'],
    ['submit_work', { title: 'x', data: { '\udfff': 1 } }, 'JSON'],
    ['submit_work', { title: 'x', data: Number.NaN }, 'JSON'],
    ['submit_work', { title: 'x', data: { toJSON: () => 1 } }, 'JSON'],
    ['submit_work', { title: 'x', data: new Date(0) }, 'JSON'],
    ['complete_work', { id: 'x', outcome: 'perhaps' }, 'outcome'],
    ['remember', { text: ' \n' }, 'must not be empty'],
    ['remember', { text: 'x'.repeat(16_385) }, '16384'],
    ['recall', { limit: 0 }, '>=1'],
    ['write_handoff', { to: 'all agents', summary: 's' }, 'name'],
    ['read_handoff', { to: 'ada' }, 'to'],
    ['run_command', { command: 'a\0b' }, 'NUL'],
    ['run_command', { command: 'x'.repeat(65_537) }, '65536'],
    ['edit_file', { path: 'a' }, 'say one of'],
    ['edit_file', { path: 'a', content: '', delete: true }, 'say one of'],
    ['edit_file', { path: 'a', replace: 'x' }, 'say one of'],
    ['edit_file', { path: 'a', replace: 'x', with: 'y', executable: true }, 'say one of'],
    ['get_work', null, 'object'],
    ['get_work', [], 'object'],
    ['get_work', JSON.parse('{"__proto__": {"x": 1}}'), '__proto__'],
  ] as const)('%s %# is refused', (operation, given, message) => {
    const read = operationArgumentSchemas[operation].safeParse(given);
    expect(JSON.stringify(read.error?.issues)).toContain(message);
  });

  it('take JSON of any kind within bounds, names of the language included', () => {
    const data = JSON.parse(`{"__proto__": 1, "a": [null, true, -1.5, "é"], "deep": ${JSON.stringify(nested(30))}}`);
    expect(operationArgumentSchemas.submit_work.parse({ title: 'x', data }).data).toEqual(data);
    expect(operationArgumentSchemas.submit_work.parse({ title: 'x', data: 'x'.repeat(16_382) }).data).toHaveLength(
      16_382,
    );
  });

  it('give one edit', () => {
    const edit = (given: object) => toEditRequest(operationArgumentSchemas.edit_file.parse({ path: 'a', ...given }));
    expect([edit({ content: '' }), edit({ content: 'x', executable: true }), edit({ replace: 'x', with: '' })]).toEqual(
      [
        { path: 'a', content: '' },
        { path: 'a', content: 'x', executable: true },
        { path: 'a', replace: 'x', with: '' },
      ],
    );
    expect(edit({ delete: true })).toEqual({ path: 'a', delete: true });
  });
});
