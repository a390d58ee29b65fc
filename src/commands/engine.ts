/**
 * The verbs, each with all that it needs, evaluated when it is asked for. The build makes one bundle of it, which both shells load through
 * `verbs`; "eager" keeps everything in that one file. A new verb is added here.
 */
export const verbs = {
  run: async () => ({
    ...(await import(/* webpackMode: "eager" */ './orders.js')),
    ...(await import(/* webpackMode: "eager" */ './run.js')),
  }),
  plan: async () => ({
    ...(await import(/* webpackMode: "eager" */ './plan_order.js')),
    ...(await import(/* webpackMode: "eager" */ './plan.js')),
  }),
  validate: async () => ({
    ...(await import(/* webpackMode: "eager" */ './validate_order.js')),
    ...(await import(/* webpackMode: "eager" */ './validate.js')),
  }),
  action: async () => ({
    ...(await import(/* webpackMode: "eager" */ './action_inputs.js')),
    ...(await import(/* webpackMode: "eager" */ './action.js')),
  }),
  mcp: async () => ({
    ...(await import(/* webpackMode: "eager" */ './mcp_order.js')),
    ...(await import(/* webpackMode: "eager" */ './mcp.js')),
  }),
  gateway: async () => ({
    ...(await import(/* webpackMode: "eager" */ './gateway_order.js')),
    ...(await import(/* webpackMode: "eager" */ './gateway.js')),
  }),
  report: async () => ({
    ...(await import(/* webpackMode: "eager" */ './report_order.js')),
    ...(await import(/* webpackMode: "eager" */ './report.js')),
  }),
  compare: async () => ({
    ...(await import(/* webpackMode: "eager" */ './compare_order.js')),
    ...(await import(/* webpackMode: "eager" */ './compare.js')),
  }),
  pilot: async () => ({
    ...(await import(/* webpackMode: "eager" */ './pilot_order.js')),
    ...(await import(/* webpackMode: "eager" */ './pilot_plan.js')),
    ...(await import(/* webpackMode: "eager" */ './pilot_check.js')),
    ...(await import(/* webpackMode: "eager" */ './pilot_remove.js')),
    ...(await import(/* webpackMode: "eager" */ './pilot_report.js')),
  }),
  consistency: async () => ({
    ...(await import(/* webpackMode: "eager" */ './consistency_order.js')),
    ...(await import(/* webpackMode: "eager" */ './consistency.js')),
  }),
  cache: () => import(/* webpackMode: "eager" */ './cache.js'),
  agents: () => import(/* webpackMode: "eager" */ './agents.js'),
  verify: () => import(/* webpackMode: "eager" */ './verify.js'),
  score: async () => ({
    ...(await import(/* webpackMode: "eager" */ './score.js')),
    ...(await import(/* webpackMode: "eager" */ './score_terms.js')),
    ...(await import(/* webpackMode: "eager" */ './rescore.js')),
  }),
  decide: () => import(/* webpackMode: "eager" */ './decide.js'),
  reveal: () => import(/* webpackMode: "eager" */ './reveal.js'),
  guard: () => import(/* webpackMode: "eager" */ './guard.js'),
  export: () => import(/* webpackMode: "eager" */ './export.js'),
  schema: () => import(/* webpackMode: "eager" */ './schema.js'),
};
