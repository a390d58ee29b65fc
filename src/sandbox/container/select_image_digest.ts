import type { ContainerImage } from './container_image.js';

/** Registry of names that have none. */
const USUAL_REGISTRY = 'docker.io';
/** Registry by which podman names images that were built here. */
const LOCAL_REGISTRY = 'localhost';

const PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const REFERENCE = new RegExp(
  `^(?:([A-Za-z0-9.-]+(?::\\d{1,5})?)/)?(${PART}(?:/${PART})*)(:\\w[\\w.-]{0,127})?(@sha256:[0-9a-f]{64})?$`,
);

/**
 * Completes the name of an image with its registry, as engines do: `a/b` is `docker.io/a/b:latest`.
 *
 * @returns undefined if it is no name in a registry; engines read other forms as local archives
 */
export function completeImageName(name: string): { repository: string; reference: string } | undefined {
  if (name.length > 500) return undefined;
  const [, first, rest, tag, digest] = REFERENCE.exec(name) ?? [];
  if (rest === undefined) return undefined;
  const is_registry = first !== undefined && (/[.:]/.test(first) || first === LOCAL_REGISTRY);
  if (first !== undefined && !is_registry && first !== first.toLowerCase()) return undefined;
  const path = first === undefined || is_registry ? rest : `${first}/${rest}`;
  const registry = is_registry ? first.replace(/^index\.docker\.io$/, USUAL_REGISTRY) : USUAL_REGISTRY;
  const whole = registry === USUAL_REGISTRY && !path.includes('/') ? `library/${path}` : path;
  const repository = `${registry}/${whole}`;
  return { repository, reference: `${repository}${digest ?? tag ?? ':latest'}` };
}

/**
 * Selects how a contract pins an image: by the digest that a registry has it under, so that others can pull it, else by
 * its id. Of several digests of one name, such as those of a list and of its entry, the first in order is taken.
 *
 * @param name name by which the image was asked for
 */
export function selectImageDigest(name: string, { id, digests }: Pick<ContainerImage, 'id' | 'digests'>): string {
  const repository = completeImageName(name)?.repository;
  if (repository === undefined || repository.startsWith(`${LOCAL_REGISTRY}/`)) return id;
  const own = digests.flatMap((digest) => {
    const found = completeImageName(digest);
    return found?.repository === repository && found.reference.includes('@') ? [found.reference] : [];
  });
  return own.sort()[0] ?? id;
}
