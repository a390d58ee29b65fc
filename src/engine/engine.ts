/**
 * Verbs with all that they need, each loaded when it is asked for.
 *
 * The build bundles this file, and both shells load the bundle through `engine`; "eager" keeps everything in that one
 * file. A new verb is added here.
 */
export const engine = {
  run: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/study/run_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/study/resolve_change.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/run/run_study.js')),
  }),
  plan: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/plan/plan_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/study/resolve_change.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/plan/plan_study.js')),
  }),
  validate: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/check/check_contracts.js')),
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
  serve: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/gateway/serve_gateway_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/gateway/serve_gateway.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/mcp/serve_mcp_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/mcp/serve_mcp.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/mcp/serve_judge.js')),
  }),
  report: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/report/report_results.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/report_sections/print_report_section.js')),
  }),
  view: () => import(/* webpackMode: "eager" */ '../commands/view/view_results.js'),
  compare: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/study/run_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/compare/compare_results.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/compare_settings/resolve_compared_revisions.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/compare_settings/compare_settings.js')),
  }),
  pilot: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/pilot_plan_options.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/plan_pilot.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/check_pilot.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/declare_pilot_deviation.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/remove_pilot_task.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/pilot/write_pilot_report.js')),
  }),
  agents: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/agents/list_agents.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/try_agent/try_agent.js')),
  }),
  verify: () => import(/* webpackMode: "eager" */ '../commands/verify/verify_runs.js'),
  score: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/score/score_runs.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/score/parse_counterfactual_limits.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/score/score_counterfactual.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/replay/replay_runs.js')),
  }),
  records: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/retain/retain_runs.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/erase/erase_secret.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/reveal/reveal_original.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/decide/decide_escalation.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/cache/show_cache.js')),
  }),
  guard: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/guard/judge_guard_requests.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/guard/hook/run_hook.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/guard/hook/parts/hook_parts.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/guard/install/install_guard_hook.js')),
  }),
  export: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/export/export_otel.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/export/export_swe_bench.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/export/export_swe_bench_rows.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/export/export_atif.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/export/harbor/export_harbor.js')),
  }),
  schema: async () => ({
    ...(await import(/* webpackMode: "eager" */ '../commands/schema/create_json_schema.js')),
    ...(await import(/* webpackMode: "eager" */ '../commands/schema/create_rubric_template.js')),
  }),
};
