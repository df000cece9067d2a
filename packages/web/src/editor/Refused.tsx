/** Why something was refused, beside it. */
export function Refused({ error }: { readonly error: string | null }) {
  if (error === null) return null;
  return (
    <p role="alert" className="mt-1.5 text-danger-text text-small">
      {error}
    </p>
  );
}
