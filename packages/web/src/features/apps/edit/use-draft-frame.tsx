import { cx } from '@weft/ui';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import type { AppSession, AppState } from '../app-session.ts';

export interface DraftFrame {
  readonly frames: ReactNode;
  /** The frame that is looked at. */
  readonly shown: RefObject<HTMLIFrameElement | null>;
  /** Counts the pages that were drawn. */
  readonly drawn: number;
  readonly error: string | null;
  readonly retry: () => void;
}

interface Drawing {
  readonly key: number;
  readonly path: string;
}

/**
 * A page of the draft in a frame. The server draws what is saved: after each edit the page is drawn anew beside the one
 * that is looked at, and takes its place, scrolled as far, once it is there.
 */
export function useDraftFrame(session: AppSession, { content }: AppState, path: string | null): DraftFrame {
  const shown = useRef<HTMLIFrameElement>(null);
  const coming = useRef<HTMLIFrameElement>(null);
  const [current, setCurrent] = useState<Drawing | null>(null);
  const [next, setNext] = useState<Drawing | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const count = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when the draft changes, or somebody asks for it
  useEffect(() => {
    if (path === null) return;
    let isOff = false;
    session.saved().then(
      () => {
        if (isOff) return;
        setError(null);
        setNext({ key: ++count.current, path });
      },
      (cause: unknown) => !isOff && setError(errorText(cause)),
    );
    return () => {
      isOff = true;
    };
  }, [session, content, path, attempt]);
  const arrived = () => {
    if (next === null) return;
    const [before, after] = [shown.current?.contentWindow, coming.current?.contentWindow];
    if (current?.path === next.path && before && after) after.scrollTo(before.scrollX, before.scrollY);
    setCurrent(next);
    setNext(null);
  };
  const drawings = [current, next].flatMap((each) => (each === null ? [] : [each]));
  return {
    ...{ shown, error, drawn: current?.key ?? 0 },
    retry: () => setAttempt((now) => now + 1),
    frames: drawings.map((drawing) => {
      const isShown = drawing === current;
      return (
        <iframe
          key={drawing.key}
          ref={isShown ? shown : coming}
          title={isShown ? 'The page' : 'The page as it will be'}
          src={drawing.path}
          aria-hidden={!isShown || undefined}
          tabIndex={isShown ? 0 : -1}
          className={cx('absolute inset-0 size-full', !isShown && 'invisible')}
          onLoad={isShown ? undefined : arrived}
        />
      );
    }),
  };
}
