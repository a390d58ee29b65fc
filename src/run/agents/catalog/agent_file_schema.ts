import { z } from 'zod';
import { parseYaml } from '../../../contract/input/parse_yaml.js';
import { dialectNames } from '../../../record/events/model_payloads.js';
import { homeFilesSchema } from '../command/home_files.js';
import { usageRuleSchema } from '../command/usage_claim.js';
import { hasModelPlaceholder, templateSchema } from '../fill_placeholders.js';
import { installSchema } from '../installation/install_schema.js';
import { loopSettingsSchema } from '../loop/loop_settings.js';

const lineSchema = z.string().min(1);

const variablesSchema = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a variable name of letters, digits and "_"'),
  templateSchema,
);

const agentDefinitionSchema = z.strictObject({
  name: z.string().min(1).max(80).describe('name in reports'),
  inspect: lineSchema
    .optional()
    .describe('command of the inspect stage: the workspace is read-only; what it prints is in $GATEBENCH_NOTES later'),
  run: lineSchema.optional().describe('command of the write stage: what it leaves in the files is the answer'),
  loop: loopSettingsSchema.optional().describe('instead of `run`: the built-in agent, which asks a model what to run'),
  test: z
    .union([z.literal(true), lineSchema])
    .optional()
    .describe('command of the test stage; true = the test command of the contract. What it changes does not travel'),
  rounds: z
    .int()
    .min(1)
    .max(20)
    .default(1)
    .describe('how often `run` may be started: again after a failed test, which is in $GATEBENCH_FEEDBACK then'),
  workers: z
    .int()
    .min(1)
    .max(32)
    .optional()
    .describe(
      'how many parts of a contract with coordination.subtasks it works at side by side, ' +
        'in a process for each; default 2',
    ),
  coordination: z
    .union([
      z.boolean().transform((on) => (on ? { transport: 'http' as const, agents: 1 } : ('never' as const))),
      z.strictObject({
        transport: z
          .enum(['http', 'stdio'])
          .default('http')
          .describe('http: by $GATEBENCH_MCP_URL; stdio: also by the program $GATEBENCH_MCP_BRIDGE'),
        agents: z
          .int()
          .min(1)
          .max(32)
          .default(1)
          .describe("how many of the contract's agents it acts as, each with a token of its own"),
      }),
    ])
    .optional()
    .describe(
      'its commands reach the coordination layer over MCP; false: never; default: where a contract has a coordination ' +
        'section and the file shows that its program speaks MCP (`mcp`, or a command with GATEBENCH_MCP_…)',
    ),
  environment: variablesSchema
    .default({})
    .describe('variables of all its commands, with placeholders; part of the record, so never a secret'),
  files: homeFilesSchema.optional(),
  mcp: z
    .strictObject({ files: homeFilesSchema.default({}), environment: variablesSchema.default({}) })
    .optional()
    .describe('with `coordination` only: files and variables beside or instead of those above'),
  models: z
    .enum(['used', 'needed'])
    .optional()
    .describe('it asks models, through the gateway; needed: it cannot work without'),
  dialects: z
    .array(z.enum(dialectNames))
    .min(1)
    .max(dialectNames.length)
    .optional()
    .describe('formats in which it asks'),
  install: installSchema.optional(),
  program: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,80}$/, 'must be the name of a program, without a folder')
    .optional()
    .describe('what must be there for it to work'),
  usage: usageRuleSchema.optional().describe('where it says what it used: compared with what the gateway saw'),
  calls_home: z
    .array(
      z.strictObject({
        host: z.string().min(1).max(200).describe('whom it asks by itself'),
        off: z.string().min(1).max(400).nullable().describe('what turns that off, as done here; null = nothing known'),
      }),
    )
    .optional()
    .describe('network calls that it makes by itself'),
  tested: z
    .strictObject({
      by: z.enum(['real', 'documentation']).describe('real: run by the tests of this project'),
      version: z.string().min(1).max(80),
    })
    .optional(),
});

/** Fields that the file of a loop agent may have. */
const LOOP_AGENT_FIELDS = ['name', 'loop', 'environment', 'test', 'rounds', 'workers', 'coordination'];

/**
 * Schema of agent files: a command line per stage (requirement R3), and the needs of its program: installation, home
 * files and models.
 */
export const agentFileSchema = agentDefinitionSchema.superRefine((agent, ctx) => {
  const { environment, files = {}, mcp } = agent;
  if (agent.loop)
    for (const name of Object.keys(agent))
      if (!LOOP_AGENT_FIELDS.includes(name))
        ctx.addIssue({ code: 'custom', path: [name], message: 'is for agents with a command, not for `loop`' });
  if (agent.loop && typeof agent.coordination === 'object' && agent.coordination.agents > 1)
    ctx.addIssue({ code: 'custom', path: ['coordination', 'agents'], message: 'must be 1: `loop` acts as one agent' });
  if (!agent.loop && agent.run === undefined)
    ctx.addIssue({ code: 'custom', path: ['run'], message: 'is missing: a command, or a `loop` in its place' });
  if (agent.rounds > 1 && agent.test === undefined)
    ctx.addIssue({
      code: 'custom',
      path: ['rounds'],
      message: 'need a test after each: write `test: true` or a command under `test`',
    });
  if (agent.install && !agent.program)
    ctx.addIssue({ code: 'custom', path: ['install'], message: 'needs a `program`, which must be found then' });
  for (const [fieldPath, texts] of [
    [['environment'], environment],
    [['files'], files],
    [['mcp', 'files'], mcp?.files ?? {}],
    [['mcp', 'environment'], mcp?.environment ?? {}],
  ] as const)
    for (const [name, text] of Object.entries(texts))
      if (!agent.models && hasModelPlaceholder(text))
        ctx.addIssue({
          code: 'custom',
          path: [...fieldPath, name],
          message: 'asks for a model, so the file must say `models: used` or `models: needed`',
        });
});
export type AgentFile = z.output<typeof agentFileSchema>;

/**
 * Parses an agent file.
 *
 * @throws {UserError} with file:line:column if the text is no agent
 */
export const parseAgentFile = (text: string, file: string): AgentFile => parseYaml(text, file, agentFileSchema).value;
