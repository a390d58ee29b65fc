/** Row of the coding scenario as MultiAgentBench writes them: settings of the run are empty. */
export const codingRow = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  scenario: 'coding',
  task_id: 7,
  coordinate_mode: '',
  relationships: [
    ['agent1', 'agent2', 'collaborates with'],
    ['agent2', 'agent1', 'collaborates with'],
    ['agent2', 'agent3', 'collaborates with'],
  ],
  llm: '',
  environment: { type: '', name: '', workspace_dir: 'workspace', max_iterations: '' },
  task: { content: 'Write a program called TeaTimer that counts minutes.', output_format: 'solution.py\n' },
  agents: ['agent1', 'agent2', 'agent3'].map((agent_id) => ({
    type: 'CodingAgent',
    agent_id,
    profile: `I am ${agent_id}.`,
  })),
  memory: { type: '' },
  metrics: { evaluate_llm: '', code_quality: true },
  output: { format: 'jsonl', file_path: '' },
  ...changes,
});

/** Row of the database scenario. */
export const databaseRow = (task: Record<string, unknown> = {}): Record<string, unknown> =>
  codingRow({
    scenario: 'database',
    environment: {
      type: '',
      max_iterations: '',
      init_sql: 'CREATE TABLE tea (id int);',
      anomalies: [{ anomaly: 'VACUUM' }],
    },
    task: {
      content: 'The database is slow.',
      output_format: 'Choose two.',
      labels: ['VACUUM', 'LOCK_CONTENTION', 'REDUNDANT_INDEX'],
      root_causes: ['LOCK_CONTENTION'],
      number_of_labels_pred: 2,
      ...task,
    },
  });

/** Row of the research scenario. */
export const researchRow = (): Record<string, unknown> =>
  codingRow({
    scenario: 'research',
    task: { content: 'Find an idea.', output_format: '**[Question 1] - What?**\n\n**[Question 2] - Why?**\n' },
  });
