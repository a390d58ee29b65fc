import { parse as parseYaml } from 'yaml';
import { type HarborTask, TaskFault } from './read_task_folder.js';

type Table = Readonly<Record<string, unknown>>;

/**
 * Lists what the docker-compose file of a task sets beside the build of its container: nothing of it is done here.
 *
 * @throws {TaskFault} if there are other containers than that of the task
 */
export function listComposeNotes({ environment }: Pick<HarborTask, 'environment'>): string[] {
  const file = environment.get('docker-compose.yaml') ?? environment.get('docker-compose.yml');
  if (file === undefined) return [];
  let whole: unknown;
  try {
    whole = parseYaml(file.content.toString('utf8'));
  } catch {
    throw new TaskFault('its docker-compose file is no YAML');
  }
  const { services, version: _, ...others } = readTable(whole);
  const all = Object.values(readTable(services));
  if (all.length !== 1) throw new TaskFault(`it needs several containers (docker-compose, ${all.length} services)`);
  const { build, ...rest } = readTable(all[0]);
  return [
    ...listBuildKeys(build).map((key) => `docker-compose: build.${key} is left out`),
    ...Object.keys(rest).map((key) => `docker-compose: ${key} of the service is left out`),
    ...Object.keys(others).map((key) => `docker-compose: ${key} is left out`),
  ].map((note) => note.slice(0, 200));
}

/** Lists the keys of a build that are not the usual ones: the folder of the Dockerfile, and its name. */
function listBuildKeys(build: unknown): string[] {
  if (typeof build === 'string') return isHere(build) ? [] : ['context'];
  return Object.entries(readTable(build))
    .filter(
      ([key, value]) => !(key === 'context' && isHere(value)) && !(key === 'dockerfile' && value === 'Dockerfile'),
    )
    .map(([key]) => key);
}

const isHere = (context: unknown): boolean =>
  typeof context === 'string' && /^(\.\/?|\$\{?CONTEXT_DIR\}?)$/.test(context);

const readTable = (value: unknown): Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {};
