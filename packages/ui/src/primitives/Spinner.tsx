export interface SpinnerProps {
  readonly size?: number | undefined;
  /** Said to readers; without it the spinner is silent, beside its own word. */
  readonly label?: string | undefined;
}

/** Three quarters of a ring in the colour of the text around it. */
export function Spinner({ size = 14, label }: SpinnerProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
      className="w-spin shrink-0"
    >
      <path d="M8 2a6 6 0 1 0 6 6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
