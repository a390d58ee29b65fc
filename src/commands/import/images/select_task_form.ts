import type { ImportedTask } from '../../../adapters/benchmark_adapter.js';
import { type IMAGE_MODES, ImportProblem, type TaskImage } from '../options/import_options.js';
import type { ImageResolver } from './create_image_resolver.js';
import { pinImage } from './pin_image.js';

/**
 * Selects the form in which a task is written: in the image of the benchmark, pinned by digest, or with the tools of
 * the machine. A task whose patch makes the bug has no use for its image: agents can read all of it, and it was made
 * before the bug.
 *
 * @param resolve finds images
 * @param is_root true if the user may give containers a network
 * @throws {ImportProblem} if an image is required and cannot be used
 */
export async function selectTaskForm(
  { image: form, ...task }: ImportedTask,
  mode: (typeof IMAGE_MODES)[number],
  resolve: ImageResolver,
  is_root = process.getuid?.() === 0,
): Promise<{ task: ImportedTask; image?: TaskImage }> {
  if (form === undefined) {
    if (mode === 'require')
      throw new ImportProblem('it has no form for an image here, and --images require asks for one');
    return { task };
  }
  const { names } = form;
  const withNote = (note: string) => ({ ...task, notes: [...task.notes, note] });
  if (mode === 'never')
    return {
      task: withNote('its image is not used (--images never): the tools of this machine are'),
      image: { names },
    };
  const refuse = (fault: string) => ({
    task: withNote(`its image is not used: ${fault}; the tools of this machine are`),
    image: { names, fault },
  });
  if (task.bug_patch !== undefined) {
    const fault = 'it holds the repository before the bug, and so the solution';
    if (mode === 'require')
      throw new ImportProblem(`its image cannot be used, since ${fault}: leave --images require out`);
    return refuse(fault);
  }
  const is_networked = (form.contract.setup ?? []).some(({ network = [] }) => network.length > 0);
  if (mode === 'auto' && is_networked && !is_root)
    return refuse('its setup needs a network, which containers have only for root');
  const resolution = await resolve(names);
  if ('fault' in resolution) {
    const { fault, missing } = resolution;
    if (mode === 'require')
      throw new ImportProblem(`${fault}${missing ? '; fetch it first, or import with --pull' : ''}`);
    const because = missing
      ? 'is not on this machine (--pull fetches it): the tools of this machine are used; import.json has the ' +
        'names of images'
      : 'cannot be used: the tools of this machine are; import.json says why';
    return {
      task: withNote(`its image ${because}`),
      image: { names, fault },
    };
  }
  const { name, pin } = resolution;
  const pinned = pinImage(form, resolution);
  const note = 'it runs in the image of the benchmark, pinned by digest: metadata.provenance has its name';
  return {
    task: {
      ...task,
      contract: { ...pinned.contract, id: task.contract.id },
      notes: [...form.notes, note, ...pinned.notes],
    },
    image: { names, name, pin },
  };
}
