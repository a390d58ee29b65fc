/**
 * Parts of the hook that most calls do not need, each loaded when it is asked for: a call is answered before the
 * client's tool runs, and waits for every module that is loaded.
 */
export const hookParts = {
  settings: () => import(/* webpackMode: "eager" */ '../settings/read_guard_file.js'),
  rules: () => import(/* webpackMode: "eager" */ '../../../../run/safety/read_rules_file.js'),
  log: () => import(/* webpackMode: "eager" */ './append_log_line.js'),
};
