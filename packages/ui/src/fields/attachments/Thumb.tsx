import { isShownImage } from '@weft/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '../../primitives/Icon.tsx';
import { fileIcon } from './file-icon.ts';

/** Milliseconds until a thumbnail that is not made yet is asked for again, and how often. */
const retryAfter = 2_000;
const maxAttempts = 3;

const look =
  'grid size-10 shrink-0 place-items-center overflow-hidden rounded-sm border border-line-subtle bg-sunken text-text-subtle';

/** The picture of a file: a small image of an image, else the sign of its kind. */
export function Thumb({ mimeType, source }: { readonly mimeType: string; readonly source: string | null }) {
  const [{ attempt, failed }, setState] = useState({ attempt: 0, failed: false });
  useEffect(() => {
    if (!failed || attempt >= maxAttempts) return;
    const timer = setTimeout(() => setState({ attempt: attempt + 1, failed: false }), retryAfter);
    return () => clearTimeout(timer);
  }, [attempt, failed]);
  const sign: ReactNode = <Icon of={fileIcon(mimeType)} size={16} />;
  return (
    <span className={look}>
      {source !== null && isShownImage(mimeType) && !failed ? (
        <img
          alt=""
          className="size-full object-cover"
          src={source}
          onError={() => setState({ attempt, failed: true })}
        />
      ) : (
        sign
      )}
    </span>
  );
}
