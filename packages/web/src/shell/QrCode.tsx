import { useQuery } from '@tanstack/react-query';

/** Quiet modules around the code, without which cameras miss it. */
const border = 2;

interface QrCodeProps {
  readonly text: string;
  /** Read aloud. */
  readonly label: string;
}

/** A text for the camera of a phone; the encoder is fetched when it is first shown. Dark on light in both themes: many cameras read nothing else. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, isError } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => (await import('uqr')).encode(text, { ecc: 'M', border }),
    gcTime: 0,
  });
  // The key beside it does the same.
  if (isError) return null;
  const size = data?.size ?? 1;
  const path = (data?.data ?? []).flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <div data-theme="light" className="w-fit rounded-md border border-line bg-surface p-1">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-44 fill-current text-text"
      >
        <path d={path.join('')} />
      </svg>
    </div>
  );
}
