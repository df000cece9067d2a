import { Popover as Base } from '@base-ui/react/popover';
import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../class-names.ts';
import { popupPlace } from '../option-look.ts';
import { adopting } from './adopt-trigger.tsx';
import type { PopupOrigin } from './popup-trigger.ts';

export interface PopoverPopupProps {
  readonly id: string;
  /** The button it was opened with; without one it hangs on `anchor`. */
  readonly origin: PopupOrigin | null;
  /** An element, a ref, or anything with `getBoundingClientRect`. */
  readonly anchor?: ComponentProps<typeof Base.Positioner>['anchor'];
  readonly open: boolean;
  /** `on`: what was pressed, where that is what opens or closes it. */
  readonly onOpenChange: (open: boolean, on: EventTarget | null) => void;
  /** Read aloud as the popover's name. */
  readonly label: string;
  /** At the end of the line of what it hangs on, where there is room, instead of below it. */
  readonly beside?: boolean | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  /** Pixels; at most what the window has. */
  readonly width?: number | undefined;
  readonly padded?: boolean | undefined;
  /** Where focus goes first, an element of a ref at once; false leaves it where it is. */
  readonly initialFocus?: boolean | RefObject<HTMLElement | null> | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Gives an element the focus as soon as it is there. The popover itself waits a frame, in which a key pressed right
 * after the one that opened it would go elsewhere.
 */
function FirstFocus({ on }: { readonly on: RefObject<HTMLElement | null> }) {
  // Where it stands is found after this: the page must not scroll to where it is now.
  useLayoutEffect(() => on.current?.focus({ preventScroll: true }), [on]);
  return null;
}

/** The sheet of a popover. */
export function PopoverPopup({
  id,
  origin,
  anchor,
  open,
  onOpenChange,
  label,
  beside = false,
  align = 'start',
  width,
  padded = true,
  initialFocus,
  className,
  children,
}: PopoverPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  // Base UI learns of the button first, and shows what changes to open as opening.
  const [ready, setReady] = useState(false);
  useLayoutEffect(() => setReady(true), []);
  // Under a finger the popup itself: the screen's keyboard must not rise over it.
  const focus = initialFocus ?? (origin?.opener === 'touch' ? popup : undefined);
  return (
    <Base.Root open={ready && open} onOpenChange={(next, { event }) => onOpenChange(next, event.target)}>
      {origin !== null && <Base.Trigger id={origin.id} render={adopting(origin.element)} />}
      <Base.Portal>
        <Base.Positioner
          {...popupPlace}
          {...(beside && { side: 'inline-end', sideOffset: 12 })}
          {...{ anchor, align }}
        >
          <Base.Popup
            ref={popup}
            id={id}
            aria-label={label}
            initialFocus={focus}
            className={cx(
              'w-pop max-h-(--available-height) overflow-y-auto rounded-lg bg-raised text-text shadow-2 outline-none',
              padded && 'p-3',
              // On a phone the sheet is as wide as the window.
              width !== undefined && 'sm:w-[min(var(--w-popover),var(--available-width))]',
              className,
            )}
            style={{ '--w-popover': `${width ?? 0}px` } as CSSProperties}
          >
            {children}
            {typeof initialFocus === 'object' && <FirstFocus on={initialFocus} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
