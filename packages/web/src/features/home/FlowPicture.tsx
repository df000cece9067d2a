import { lazyPart, optionColor } from '@weft/ui';
import { useState } from 'react';
import type { Flow } from '../../api.ts';
import { useTheme } from '../../shell/theme.ts';

/** Drawn only where there is no picture: the page itself must be small. */
const FlowSketch = lazyPart(
  () => import('./FlowSketch.tsx').then((part) => part.FlowSketch),
  () => null,
);

/** The address of its picture in a theme. What may have changed since has another: a page keeps pictures by address. */
const addressOf = (url: string, { updatedAt, lastOpenedAt }: Flow, theme: 'light' | 'dark'): string =>
  `${url}?${new URLSearchParams({ theme, at: lastOpenedAt ?? updatedAt, changed: updatedAt })}`;

/** What a flow holds, drawn by the server, as long as that can be had; a sketch of its type otherwise. */
function Content({ flow }: { readonly flow: Flow }) {
  const theme = useTheme();
  const [failed, setFailed] = useState<string | null>(null);
  const { screenshotUrl } = flow;
  if (screenshotUrl === null || failed === screenshotUrl) return <FlowSketch flow={flow} />;
  const dark = addressOf(screenshotUrl, flow, 'dark');
  return (
    <picture>
      {theme === 'system' && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
      <img
        alt=""
        draggable={false}
        loading="lazy"
        decoding="async"
        className="size-full object-cover object-top-left"
        src={theme === 'dark' ? dark : addressOf(screenshotUrl, flow, 'light')}
        onError={() => setFailed(screenshotUrl)}
      />
    </picture>
  );
}

interface FlowPictureProps {
  readonly flow: Flow;
  readonly color: string;
}

/** What a flow holds, on the hue of where it lies. */
export function FlowPicture({ flow, color }: FlowPictureProps) {
  return (
    <div
      aria-hidden="true"
      className="relative h-37 overflow-hidden rounded-t-lg bg-sunken"
      style={{
        backgroundImage: `linear-gradient(color-mix(in srgb, ${optionColor(color, 'bg')} 40%, transparent) 0 0)`,
      }}
    >
      <div className="absolute inset-x-[12%] top-6 bottom-0 overflow-hidden rounded-t-md border border-line-subtle bg-surface shadow-1">
        <Content flow={flow} />
      </div>
    </div>
  );
}
