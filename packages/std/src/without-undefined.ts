/** The keys that may be undefined become optional; all others stay as they are. */
type WithoutUndefined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** A copy without the members that are undefined: for optional properties, which are absent or have a value. */
export const withoutUndefined = <const T extends object>(members: T): WithoutUndefined<T> =>
  // `fromEntries` cannot say which keys stayed.
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>;
