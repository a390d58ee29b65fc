/**
 * Test files that `npm test` leaves out and `npm run test:all` runs: each repeats over many cases, runners, jobs or kills what a shorter
 * test shows once. By kind, with the test that holds the rule in every run. A path that ends in `/` is a folder.
 */
const LONG_BY_KIND = {
  'the red team: cheats against every runner and guard (run/attempt/evaluation has one of each kind)': ['red_team/'],
  'proofs and ablations of our own tasks (shipped/ judges each task once)': [
    'tasks/proof.test.ts',
    'tasks/safety.test.ts',
  ],
  'simulations of whole workflows, with several jobs each (action/ and shipped/ run each command once)': [
    'action_publishing.test.ts',
    'action_signals.test.ts',
    'compare_config_workflow.test.ts',
    'matrix.test.ts',
    'nightly_workflow.test.ts',
    'publish_workflow.test.ts',
    'action/execute_report_action.test.ts',
    'action/execute_run_action.test.ts',
    'commands/compare_config/compare_config.test.ts',
    'commands/run/pull_request.test.ts',
    'publish/github/faults_at_each_call.test.ts',
    'publish/github/publish_pair.test.ts',
    'cli/terminal/console_streams.test.ts',
    'commands/run/extra_attempts.test.ts',
  ],
  'what is shown and shipped, run as it is shown (documentation.test.ts compares the files)': [
    'demos.test.ts',
    'examples.test.ts',
    'package.test.ts',
    'package_types.test.ts',
  ],
  'agents as their makers publish them, from the registry (run/agents has scripted ones)': [
    'agents/real_agents.test.ts',
    'commands/run/run_install.test.ts',
    'run/agents/equipped.test.ts',
    'run/agents/equipped_container.test.ts',
    'run/agents/loop/four_formats.test.ts',
    'run/patch_analysis/default_registries.test.ts',
  ],
  'contracts of many repositories and suites (commands/init/drafts and shipped/ make one)': [
    'commands/init/init_repository.test.ts',
    'commands/init/odd_repositories.test.ts',
    'commands/init/shared_workspaces.test.ts',
    'commands/validate/validate_contracts.test.ts',
    'project/run_suites.test.ts',
    'run/oracle/expectations/candidates_on_right_code.test.ts',
    'commands/io/open_output_folder.test.ts',
    'run/attempt/evaluation/run_challenge_rounds.test.ts',
    'run/attempt/place_in_attempt.test.ts',
    'run/subtasks/attempt.test.ts',
    'commands/validate/model_checks.test.ts',
    'run/attempt/hostile_workspace.test.ts',
    'run/attempt/proven_world.test.ts',
    'run/oracle/perturbation/add_comments.test.ts',
    'commands/attempts/envelopes.test.ts',
    'commands/run/model_checks.test.ts',
    'commands/replicate/judge_model.test.ts',
    'run/validation/create_adversarial_patches.test.ts',
    'run/validation/probe_isolation.test.ts',
  ],
  'kills and full disks at many places (record/storage has each place once)': [
    'commands/run/interruption.test.ts',
    'commands/run/suite_killed.test.ts',
    'run/attempt/disk_limit.test.ts',
    'run/attempt/full_disk.test.ts',
    'workspace/cache/prune_cache.test.ts',
    'workspace/identity.test.ts',
    'workspace/volume.test.ts',
    'commands/run/whole_cost.test.ts',
    'sandbox/disk/watch_disk.test.ts',
  ],
  'scripts of this repository, on copies of it (scripts/command_lines.test.ts calls each)': [
    'scripts/action_docs.test.ts',
    'scripts/build.test.ts',
    'scripts/compile_data.test.ts',
    'scripts/guard_corpus.test.ts',
    'scripts/repeat_failed_tests.test.ts',
  ],
  'container engines (sandbox/container/container_spec.test.ts holds their arguments)': [
    'sandbox/container/attempt.test.ts',
    'sandbox/container/create_container_backend.test.ts',
    'sandbox/container/crash.test.ts',
  ],
};

const LONG = Object.values(LONG_BY_KIND).flat();

/** Tells whether a test file, named from the root of the project, belongs to the long ones. */
export const isLong = (name) =>
  LONG.some((path) => (path.endsWith('/') ? name.startsWith(`__tests__/${path}`) : name === `__tests__/${path}`));

/** The same as patterns of paths, for jest. */
export const LONG_PATTERNS = LONG.map((path) => `<rootDir>/__tests__/${path}${path.endsWith('/') ? '' : '$'}`);
