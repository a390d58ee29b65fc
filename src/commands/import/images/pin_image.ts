import type { ImageForm, WrittenContract } from '../../../adapters/benchmark_adapter.js';
import { DEFAULT_WORKSPACE_ROOT, filterSearchPath } from '../../../contract/input/get_workspace_root.js';
import { SYSTEM_PATH } from '../../../system/find_program.js';
import type { ResolvedImage } from './create_image_resolver.js';
import { selectImageVariables } from './select_image_variables.js';

/** Longest list of names in a note. */
const MAX_LISTED = 30;

/**
 * Completes a contract with its image. Of the image's environment it takes over what says where tools lie, and nothing
 * that leads into the repository: there an attempt could put programs of its own.
 *
 * @returns the contract, and notes on what it does not take over
 */
export function pinImage(
  { contract, path }: Pick<ImageForm, 'contract' | 'path'>,
  { name, pin, path: image_path, variables }: ResolvedImage,
): { contract: WrittenContract; notes: string[] } {
  const { environment: { image: _, ...environment } = {}, metadata } = contract;
  const { workdir = DEFAULT_WORKSPACE_ROOT } = environment;
  const { taken, left_out } = selectImageVariables(variables, workdir);
  const image_variables = left_out.filter((variable) => !Object.hasOwn(environment.variables ?? {}, variable));
  const { kept, dropped } = filterSearchPath([...path, image_path].join(':'), workdir);
  return {
    contract: {
      ...contract,
      metadata: {
        ...metadata,
        provenance: [metadata.provenance, `image ${name} → ${pin}`].filter(Boolean).join('; '),
      },
      environment: {
        image: pin,
        ...environment,
        variables: {
          ...taken,
          ...(path.length === 0 && dropped.length === 0 ? {} : { PATH: kept || SYSTEM_PATH }),
          ...environment.variables,
        },
      },
    },
    notes: [
      ...(image_variables.length === 0
        ? []
        : [`variables of the image that are not taken over: ${listShown(image_variables)}`]),
      ...(dropped.length === 0
        ? []
        : [
            "folders of the image's PATH that are not taken over, since an attempt could write there: " +
              listShown(dropped),
          ]),
    ],
  };
}

/** Lists what an image names, plain words as they are. */
function listShown(given: readonly string[]): string {
  const shown = given.slice(0, MAX_LISTED).map((text) => {
    const start = text.slice(0, 100);
    return /^[\w./-]+$/.test(start) ? start : JSON.stringify(start);
  });
  const more = given.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
