/** The product's mark: two threads on accent. */
export function Mark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="40" height="40" rx="10" fill="var(--w-accent)" />
      <g fill="none" stroke="var(--w-on-accent)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M9 17c3.7 0 3.7-4 7.3-4s3.7 4 7.4 4 3.6-4 7.3-4" />
        <path d="M9 27c3.7 0 3.7-4 7.3-4s3.7 4 7.4 4 3.6-4 7.3-4" />
      </g>
    </svg>
  );
}
