/**
 * Test files that `npm test` leaves out and `npm run test:all` runs: each repeats over many cases, runners, jobs, kills or minutes what
 * shorter tests show, which stand in `held_by`. `seconds` is what one of the files takes about, where that is far from 20. A path that ends in `/` is a folder.
 */
export const LONG_TESTS = [
  {
    what: 'the red team: cheats against every runner and guard',
    held_by: ['run/evaluation/run_canary.test.ts', 'run/evaluation/run_perturbations.test.ts'],
    files: ['red_team/'],
    seconds: 100,
  },
  {
    what: 'challenge rounds over real attempts and runners',
    held_by: [
      'judge/rubric/oracle/judge_challenge.test.ts',
      'run/oracle/challenge/calibrate_places.test.ts',
      'run/oracle/expectations/expectation_site.test.ts',
    ],
    seconds: 60,
    files: [
      'run/oracle/expectations/wrong_literals_in_runners.test.ts',
      'run/oracle/challenge/honest_shapes.test.ts',
      'run/evaluation/run_challenge_rounds.test.ts',
      'run/attempt/place_in_attempt.test.ts',
      'run/oracle/perturbation/add_comments.test.ts',
    ],
  },
  {
    what: 'the causal summary of recorded failures of scripts, models and patches',
    held_by: ['judge/attribution/attribute_failure.test.ts'],
    seconds: 120,
    files: ['judge/attribution/recorded_failures.test.ts'],
  },
  {
    what: 'proofs of our own tasks, and each safety task with its mechanism off',
    held_by: ['shipped/tasks.test.ts', 'tasks/tasks.test.ts'],
    files: ['tasks/proof.test.ts', 'tasks/safety.test.ts'],
  },
  {
    what: 'simulations of whole workflows, with several jobs and each fault of GitHub at each request',
    held_by: ['action.test.ts', 'shipped/action.test.ts', 'publish/github/publish_page.test.ts'],
    files: [
      'action_publishing.test.ts',
      'action_signals.test.ts',
      'compare_settings_workflow.test.ts',
      'matrix.test.ts',
      'nightly_workflow.test.ts',
      'publish_workflow.test.ts',
      'action/execute_report_action.test.ts',
      'action/execute_run_action.test.ts',
      'commands/run/pull_request.test.ts',
      'publish/github/faults_at_each_call.test.ts',
      'publish/github/publish_pair.test.ts',
    ],
  },
  {
    what: 'what is shown and what is packed, used as it is shown',
    held_by: ['documentation.test.ts', 'shipped/verbs.test.ts'],
    files: ['demos.test.ts', 'examples.test.ts', 'readme_paths.test.ts', 'package.test.ts', 'package_types.test.ts'],
  },
  {
    what: 'agents as their makers publish them, and models of every dialect in an attempt',
    held_by: ['shipped/agents.test.ts', 'shipped/dialects.test.ts', 'run/agents/loop/run_agent_loop.test.ts'],
    files: [
      'agents/guard_hooks.test.ts',
      'agents/real_agents.test.ts',
      'commands/run/run_install.test.ts',
      'run/agents/equipped.test.ts',
      'run/agents/equipped_container.test.ts',
      'run/agents/loop/four_formats.test.ts',
      'run/patch_analysis/default_registries.test.ts',
    ],
  },
  {
    what: 'verbs over many repositories, suites and models',
    held_by: [
      'shipped/verbs.test.ts',
      'commands/init/ask_what_is_missing.test.ts',
      'commands/check/check_contracts.test.ts',
    ],
    files: [
      'cli/terminal/console_streams.test.ts',
      'commands/compare_settings/compare_settings.test.ts',
      'commands/init/init_repository.test.ts',
      'commands/init/interrupted_walk.test.ts',
      'commands/init/odd_repositories.test.ts',
      'commands/init/shared_workspaces.test.ts',
      'commands/io/open_output_folder.test.ts',
      'commands/replicate/judge_model.test.ts',
      'commands/run/extra_attempts.test.ts',
      'commands/run/model_checks.test.ts',
      'commands/validate/model_checks.test.ts',
      'commands/validate/validate_contracts.test.ts',
      'project/run_suites.test.ts',
      'project/stable_test_names.test.ts',
      'run/attempt/proven_world.test.ts',
      'run/validation/create_adversarial_patches.test.ts',
      'run/validation/probe_isolation.test.ts',
    ],
  },
  {
    what: 'budgets over processes, hostile workspaces and full disks',
    held_by: [
      'gateway/meter/at_a_cap.test.ts',
      'run/supervisor/attempts.test.ts',
      'sandbox/bubblewrap/create_bubblewrap_backend.test.ts',
    ],
    files: [
      'commands/attempts/envelopes.test.ts',
      'commands/run/whole_cost.test.ts',
      'run/attempt/disk_limit.test.ts',
      'run/attempt/full_disk.test.ts',
      'run/attempt/hostile_workspace.test.ts',
      'sandbox/disk/watch_disk.test.ts',
    ],
  },
  {
    what: 'the morning of a team: five proofs, and two comparisons of agents',
    held_by: ['cli/run_command_line.test.ts', 'shipped/mornings/maintainer.test.ts'],
    files: ['shipped/mornings/team.test.ts'],
    seconds: 240,
  },
  {
    what: 'signals and kills at many moments',
    held_by: [
      'cli/run_command_line.test.ts',
      'commands/mcp/mcp_process.test.ts',
      'workspace/cache/prune_cache.test.ts',
    ],
    files: ['commands/run/interruption.test.ts', 'commands/run/suite_killed.test.ts'],
  },
  {
    what: 'random trees, and volumes of every kind',
    held_by: [
      'workspace/changes/roll_back_workspace.test.ts',
      'workspace/layer.test.ts',
      'workspace/patch/apply_patch.test.ts',
    ],
    files: ['workspace/identity.test.ts', 'workspace/volume.test.ts'],
  },
  {
    what: 'scripts of this repository, on copies of it',
    held_by: ['scripts/command_lines.test.ts', 'scripts/defer_requires.test.ts'],
    files: [
      'scripts/action_docs.test.ts',
      'scripts/build.test.ts',
      'scripts/compile_data.test.ts',
      'scripts/guard_corpus.test.ts',
      'scripts/repeat_failed_tests.test.ts',
    ],
  },
  {
    what: 'container engines',
    held_by: ['sandbox/container/container_spec.test.ts'],
    files: [
      'sandbox/container/attempt.test.ts',
      'sandbox/container/create_container_backend.test.ts',
      'sandbox/container/crash.test.ts',
    ],
  },
  {
    what: 'attempts with each mechanism, and verbs that make attempts of every outcome',
    held_by: [
      'recorded/given_recorded.test.ts',
      'run/attempt/lifecycle/run_attempt.test.ts',
      'run/coordination/journal.test.ts',
      'run/supervisor/attempts.test.ts',
      'sandbox/bubblewrap/create_bubblewrap_backend.test.ts',
      'shipped/verbs.test.ts',
    ],
    files: [
      'commands/attempts/run_attempts.test.ts',
      'commands/gateway/serve_gateway.test.ts',
      'commands/plan/job_files/render_job_file.test.ts',
      'commands/run/judge_resume.test.ts',
      'commands/run/judge_upstreams.test.ts',
      'commands/study/suites.test.ts',
      'commands/validate/resolve_proof_base.test.ts',
      'commands/init/files/name_hidden_file.test.ts',
      'commands/init/try_changes.test.ts',
      'commands/init/verify_written_files.test.ts',
      'commands/pilot/pilot.test.ts',
      'commands/replicate/replicate_attempt.test.ts',
      'commands/run/contract_faults.test.ts',
      'commands/run/regression_run.test.ts',
      'publish/github/garbage.test.ts',
      'run/agents/command/create_command_agent.test.ts',
      'run/agents/installation/install_agent.test.ts',
      'run/agents/script/create_scripted_agent.test.ts',
      'run/attempt/agent_stages/record_recent_diffs.test.ts',
      'run/attempt/coordination.test.ts',
      'run/attempt/declared_clock.test.ts',
      'run/attempt/programs.test.ts',
      'run/attempt/setup/open_networked_session.test.ts',
      'run/oracle/lay_attacks.test.ts',
      'run/redaction/canaries.test.ts',
      'run/supervisor/command_line_agents.test.ts',
      'sandbox/pause.test.ts',
      'sandbox/programs.test.ts',
    ],
  },
];

const SECONDS_OF_LONG = 20;

const PATHS = LONG_TESTS.flatMap(({ files }) => files);

const isAt = (path, name) => (path.endsWith('/') ? name.startsWith(`__tests__/${path}`) : name === `__tests__/${path}`);

/** Tells whether a test file, named from the root of the project, belongs to the long ones. */
export const isLong = (name) => PATHS.some((path) => isAt(path, name));

/** Returns how many seconds a long test takes about; undefined for another one. */
export function estimateLong(name) {
  const kind = LONG_TESTS.find(({ files }) => files.some((path) => isAt(path, name)));
  return kind && (kind.seconds ?? SECONDS_OF_LONG);
}

/** The same as patterns of paths, for jest. */
export const LONG_PATTERNS = PATHS.map((path) => `<rootDir>/__tests__/${path}${path.endsWith('/') ? '' : '$'}`);
