/** Omits the members of an object that are undefined, an empty list or an object without members. */
export const omitEmpty = <T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  omitUndefined(
    Object.fromEntries(
      Object.entries(members).filter(([, value]) => !isObject(value) || Object.keys(value).length > 0),
    ),
  ) as { [K in keyof T]?: Exclude<T[K], undefined> };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Omits the members of an object that are undefined: the one way to write members that may be absent. */
export const omitUndefined = <T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
