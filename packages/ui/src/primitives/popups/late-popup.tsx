import { type ComponentType, useEffect, useRef } from 'react';
import { type LazyPart, lazyPart, type PartOnItsWay } from '../lazy-part.tsx';
import { whenSomeoneIsThere } from './someone-there.ts';

/** What every popup is told and tells. */
interface Openable {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean, on: null) => void;
  readonly dismissible?: boolean | undefined;
}

interface Meanwhile extends Openable {
  readonly part: PartOnItsWay;
}

/** All popups are one file: with the first that is fetched all are here. */
const load = () => import('./popup-parts.ts');

let sayMissing: () => void = () => {};
const popups: LazyPart<never>[] = [];

function useMissing(
  { open, onOpenChange, dismissible, part: { error, retry } }: Meanwhile,
  say: () => void,
): void {
  const now = useRef({ close: onOpenChange, say });
  now.current = { close: onOpenChange, say };
  const said = useRef<unknown>(null);
  useEffect(() => {
    if (error === null || !open) return;
    if (said.current === error) return retry();
    said.current = error;
    now.current.say();
    // What a person may not close comes by itself once the network is back.
    if (dismissible !== false) now.current.close(false, null);
  }, [error, open, dismissible, retry]);
}

function SaidMissing(props: Meanwhile) {
  useMissing(props, () => sayMissing());
  return null;
}

function SilentlyMissing(props: Meanwhile) {
  useMissing(props, () => {});
  return null;
}

/**
 * A popup that comes when it is first asked for; see `preparePopups`. One that cannot be fetched does not open, and says
 * so unless it is of no weight: asked for again, it is fetched again.
 */
export function latePopup<Props extends Openable>(
  choose: (parts: Awaited<ReturnType<typeof load>>) => ComponentType<Props>,
  missing: 'said' | 'silent' = 'said',
): LazyPart<Props> {
  const popup = lazyPart<Props>(
    () => load().then(choose),
    missing === 'said' ? SaidMissing : SilentlyMissing,
  );
  popups.push(popup);
  return popup;
}

/** Fetches all popups, so that one asked for is there in the same moment. */
export const fetchPopups = async (): Promise<void> => {
  await Promise.all(popups.map((popup) => popup.preload()));
};

/**
 * Once, as the application starts: the popups are fetched when a person first moves, presses or types, before they can
 * have asked for one. `missing` tells them that one they asked for could not be fetched.
 */
export function preparePopups(missing: () => void): void {
  sayMissing = missing;
  whenSomeoneIsThere(() => void fetchPopups());
}
