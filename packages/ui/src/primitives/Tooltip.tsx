import {
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { latePopup } from './popups/late-popup.tsx';
import { useOwnRef, withProps } from './popups/popup-trigger.ts';
import type { TooltipPopupProps } from './popups/TooltipPopup.tsx';

const LateTooltip = latePopup<TooltipPopupProps>((parts) => parts.TooltipPopup, 'silent');

/** Milliseconds a pointer waits over an element before its words are shown. */
const patience = 500;
/** Milliseconds after one went in which the next, of a neighbour, shows at once. */
const neighbourly = 300;
/** Milliseconds a pointer may take from the element to the words. */
const crossing = 100;

/** The one that is shown, of all. */
let shown: { readonly hide: () => void } | null = null;
let hiddenAt = Number.NEGATIVE_INFINITY;

export interface TooltipProps {
  readonly content: ReactNode;
  /** The key that does the same. */
  readonly keys?: string | undefined;
  /** One element that takes a ref and handlers. */
  readonly children: ReactElement;
}

/** Words on hover and focus after 500 ms; never the only place of information. */
export function Tooltip({ content, keys, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const [ever, setEver] = useState(false);
  const element = useRef<HTMLElement>(null);
  const ref = useOwnRef(element, children);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const self = useRef({ hide: () => {} }).current;
  const hide = () => {
    clearTimeout(timer.current);
    if (shown !== self) return;
    shown = null;
    hiddenAt = performance.now();
    setOpen(false);
  };
  self.hide = hide;
  const show = () => {
    clearTimeout(timer.current);
    if (shown !== self) shown?.hide();
    shown = self;
    setEver(true);
    setOpen(true);
  };
  const after = (milliseconds: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, milliseconds);
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (shown === self) shown = null;
    },
    [self],
  );
  return (
    <>
      {withProps(children, {
        ref,
        onPointerEnter: (event: PointerEvent) => {
          if (event.pointerType === 'touch') return;
          const isNeighbour = shown !== null || performance.now() - hiddenAt < neighbourly;
          if (isNeighbour) show();
          else after(patience, show);
        },
        onPointerLeave: () => (open ? after(crossing, hide) : clearTimeout(timer.current)),
        // What is pressed is known.
        onPointerDown: hide,
        onClick: hide,
        onFocus: (event: FocusEvent<HTMLElement>) => {
          if (event.target.matches(':focus-visible')) show();
        },
        onBlur: hide,
      })}
      {ever && (
        <LateTooltip
          element={element}
          open={open}
          onOpenChange={(next) => !next && hide()}
          onHover={(over) => (over ? clearTimeout(timer.current) : hide())}
          content={content}
          keys={keys}
        />
      )}
    </>
  );
}
