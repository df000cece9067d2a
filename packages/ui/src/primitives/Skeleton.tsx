import { cx } from './class-names.ts';

/** The place of something that is coming; appears after 200 ms. Size it with classes. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return (
    <span aria-hidden="true" className="w-late block">
      <span className={cx('w-pulse block rounded-sm bg-pressed', className)} />
    </span>
  );
}
