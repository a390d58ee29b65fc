/**
 * Verbs with all that they need, each loaded when it is asked for.
 *
 * The build bundles this file, and both shells load the bundle through `engine`; "eager" keeps everything in that one
 * file. A new verb is added here.
 */
export const engine = {
  run: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/study/run_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/run/run_study.js')),
  }),
  plan: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/plan/plan_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/plan/plan_study.js')),
  }),
  check: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/check/check_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/check/check_contracts.js')),
  }),
  validate: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/validate/validate_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/validate/validate_contracts.js')),
  }),
  init: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/init/setup/init_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/init/init_repository.js')),
  }),
  import: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/import/options/import_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/import/import_benchmark.js')),
  }),
  action: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../action/action_inputs.js')),
    ...(await import(/* webpackMode: "eager" */ '../action/execute_action.js')),
  }),
  mcp: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/mcp/serve_mcp_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/mcp/serve_mcp.js')),
  }),
  gateway: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/gateway/serve_gateway_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/gateway/serve_gateway.js')),
  }),
  report: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/report/report_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/report/report_results.js')),
  }),
  compare: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/compare/compare_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/compare/compare_results.js')),
  }),
  compareConfig: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/study/run_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/compare_config/resolve_compared_revisions.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/compare_config/compare_config.js')),
  }),
  pilot: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/pilot_plan_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/plan_pilot.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/check_pilot.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/declare_pilot_deviation.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/remove_pilot_task.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/write_pilot_report.js')),
  }),
  consistency: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/consistency/consistency_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/consistency/measure_consistency.js')),
  }),
  cache: () => import(/* webpackMode: "eager" */ '../commands/cache/show_cache.js'),
  agents: () => import(/* webpackMode: "eager" */ '../commands/agents/list_agents.js'),
  verify: () => import(/* webpackMode: "eager" */ '../commands/verify/verify_runs.js'),
  score: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/score/score_runs.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/score/parse_counterfactual_limits.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/score/score_counterfactual.js')),
  }),
  safetyRates: () => import(/* webpackMode: "eager" */ '../commands/safety_rates/measure_safety_rates.js'),
  context: () => import(/* webpackMode: "eager" */ '../commands/context/measure_context.js'),
  replay: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/replay/replay_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/replay/replay_runs.js')),
  }),
  decide: () => import(/* webpackMode: "eager" */ '../commands/decide/decide_escalation.js'),
  reveal: () => import(/* webpackMode: "eager" */ '../commands/reveal/reveal_original.js'),
  retain: () => import(/* webpackMode: "eager" */ '../commands/retain/retain_runs.js'),
  erase: () => import(/* webpackMode: "eager" */ '../commands/erase/erase_secret.js'),
  guard: () => import(/* webpackMode: "eager" */ '../commands/guard/judge_guard_requests.js'),
  export: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/export/export_otel.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/export/export_swe_bench.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/export/export_atif.js')),
  }),
  rubric: () => import(/* webpackMode: "eager" */ '../commands/rubric/show_rubric.js'),
  schema: () => import(/* webpackMode: "eager" */ '../commands/schema/create_json_schema.js'),
};
