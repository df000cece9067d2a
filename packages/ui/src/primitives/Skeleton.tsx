import { cx } from './class-names.ts';

export interface SkeletonProps {
  readonly className?: string | undefined;
  /** Pixels; else as wide as there is room, or as a class says. */
  readonly width?: number | undefined;
}

/** The place of something that is coming; appears after 200 ms. Size it with classes. */
export function Skeleton({ className, width }: SkeletonProps) {
  return (
    <span aria-hidden="true" className="w-late block">
      <span className={cx('w-pulse block rounded-sm bg-pressed', className)} style={{ width }} />
    </span>
  );
}
