import { integer, LIST, TEXT } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, pickOptions, type Verb, type VerbOption } from '../options/verb.js';
import { MODEL_FIELDS, MODEL_TERM_FIELDS, readSandbox } from './study_options.js';

const RECORD: VerbOption = {
  flag: '-r, --record <dir>',
  kind: TEXT,
  help: 'folder for the record; an existing one is continued',
  is_required: true,
};
const TOKENS: VerbOption = {
  flag: '--tokens <file>',
  kind: TEXT,
  help: 'write address and tokens there, for you alone, instead of to the standard error; kept ones stay valid',
};

const gatewayVerb: Verb = {
  name: 'gateway',
  help: 'serve models alone: traffic is recorded, metered and capped; until it is interrupted',
  options: [
    RECORD,
    { flag: '-p, --port <n>', kind: integer(), help: 'port of 127.0.0.1, 0 = any', default: 0 },
    {
      flag: '--runs <n>',
      kind: integer(),
      help: 'runs that see nothing of each other, each with a token of its own',
      default: 1,
    },
    {
      flag: '--cap-usd <x>',
      kind: { type: 'number', above: 0 },
      help: 'refuse what would cost more than this, for each run',
    },
    {
      flag: '--cap-tokens <n>',
      kind: integer(),
      help: 'refuse what would use more tokens than this, for each run',
    },
    { flag: '--cap-requests <n>', kind: integer(), help: 'refuse more requests than this, for each run' },
    TOKENS,
    ...pickOptions(...MODEL_FIELDS, ...MODEL_TERM_FIELDS),
    pickOption('json', { help: 'at the end, one JSON object per run' }),
  ],
  more:
    'Examples:\n  ' +
    'gatebench serve gateway --upstream ollama --record ../traffic\n  ' +
    'gatebench serve gateway --upstream anthropic --cap-usd 5 --port 4000 -r ../traffic --tokens ../tokens.json',
  async run(values: object, { out, shell }) {
    const { serveGateway, serveGatewayOptionsSchema } = await verbs.serve();
    const input = { models: {}, ...values, way_out: shell.way_out };
    return serveGateway(requireOptions(serveGatewayOptionsSchema.safeParse(input)), out, shell.cwd);
  },
};

interface McpValues {
  ablations?: string[];
  sandbox?: string;
  unsafe: boolean;
}

const mcpVerb: Verb = {
  name: 'mcp',
  help: 'serve an agent over MCP: the coordination layer over a folder, or the gates of a contract',
  options: [
    { flag: '-w, --workspace <dir>', kind: TEXT, help: 'folder that agents act in', is_required: true },
    RECORD,
    {
      flag: '-p, --port <n>',
      kind: integer(),
      help: 'HTTP on this port of 127.0.0.1, 0 = any; without it stdio, for the first agent',
    },
    {
      flag: '--agent <name>',
      field: 'agents',
      kind: LIST,
      help: 'who may act; may be repeated (default: "agent", or those of the contract)',
    },
    { flag: '--contract <file>', kind: TEXT, help: 'contract whose agents, profiles, policy and rules hold' },
    {
      flag: '--tools <which>',
      kind: TEXT,
      help: 'coordination, or judge: the gates of the contract judge the change when an agent asks; over stdio',
      default: 'coordination',
    },
    { flag: '--asks <n>', kind: integer(), help: 'with --tools judge, as often as it may ask', default: 5 },
    { flag: '--trust <n>', kind: integer(), help: 'trust level of the default profile, 0 to 4' },
    pickOption('ablations', { help: 'switch mechanisms off: "all" or names with ","' }),
    TOKENS,
    pickOption('sandbox', { help: 'isolation of commands (default: auto)' }),
    pickOption('unsafe', { help: 'allow --sandbox none: commands can do whatever you can' }),
    pickOption('cache'),
  ],
  more:
    'Examples:\n  ' +
    'gatebench serve mcp --workspace . --record ../coordination\n  ' +
    'gatebench serve mcp -w . -r ../coordination --port 7070 --agent ada --agent bob --tokens ../tokens.json\n  ' +
    'gatebench serve mcp --tools judge --contract ../contracts/edge -w . -r ../asks',
  async run(values: McpValues, { out, shell }) {
    const { serveJudge, serveMcp, serveMcpOptionsSchema } = await verbs.serve();
    const { ablations = ['none'], ...rest_values } = readSandbox(values);
    const input = { ...rest_values, ablation: ablations.join(','), search_path: shell.search_path };
    const options = requireOptions(serveMcpOptionsSchema.safeParse(input));
    const serve = options.tools === 'judge' ? serveJudge : serveMcp;
    return serve(options, out, shell.client, shell.cwd);
  },
};

/** Verb that serves a part of gatebench alone. */
export const serveVerb: Verb = {
  name: 'serve',
  help: 'serve a part alone: gateway (models), mcp (the coordination layer, the gates)',
  verbs: [gatewayVerb, mcpVerb],
};
