import {
  type CSSProperties,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
  type RefObject,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';

/** With what a popup was opened: where its focus goes first. */
export type Opener = 'mouse' | 'touch' | 'keyboard' | 'keyboard-up';

/** What a popup knows of the button it was opened with. */
export interface PopupOrigin {
  readonly id: string;
  readonly element: RefObject<HTMLElement | null>;
  readonly opener: Opener;
}

type Handler = (event: unknown) => void;
export interface ElementProps {
  readonly id?: string | undefined;
  readonly ref?: Ref<HTMLElement> | undefined;
  readonly style?: CSSProperties | undefined;
  readonly [name: string]: unknown;
}

/** The element with more attributes and handlers: its own handlers go first, its own attributes stay. */
export function withProps(element: ReactElement, more: ElementProps): ReactElement {
  const own = element.props as ElementProps;
  const props: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(more)) {
    const mine = own[name];
    if (typeof value === 'function' && typeof mine === 'function' && name !== 'ref')
      props[name] = (event: unknown) => {
        (mine as Handler)(event);
        (value as Handler)(event);
      };
    else if (mine === undefined || name === 'ref') props[name] = value;
  }
  return cloneElement(element, props);
}

/** A ref of one's own to an element that may have another already. */
export function useOwnRef(mine: RefObject<HTMLElement | null>, element: ReactElement | undefined) {
  const theirs = (element?.props as ElementProps | undefined)?.ref;
  return useCallback(
    (node: HTMLElement | null) => {
      mine.current = node;
      const done = typeof theirs === 'function' ? theirs(node) : undefined;
      if (theirs && typeof theirs === 'object') theirs.current = node;
      return () => {
        mine.current = null;
        if (typeof done === 'function') done();
        else if (typeof theirs === 'function') theirs(null);
        else if (theirs) theirs.current = null;
      };
    },
    [mine, theirs],
  );
}

export interface PopupState {
  readonly open: boolean;
  /** True from the first time it was open: what closes may still fade. */
  readonly ever: boolean;
  readonly set: (open: boolean, on: EventTarget | null) => void;
}

/** Whether a popup is open: as its owner says, or else as is kept here. */
export function usePopupState(
  given: boolean | undefined,
  onOpenChange: ((open: boolean, on: EventTarget | null) => void) | undefined,
): PopupState {
  const [kept, keep] = useState(false);
  const open = given ?? kept;
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  const set = (next: boolean, on: EventTarget | null) => {
    keep(next);
    onOpenChange?.(next, on);
  };
  return { open, ever: ever || open, set };
}

/**
 * The button of a popup, without the code of the popup: it is opened and closed here, is named and told of to those who
 * hear the page, and keeps doing so once the popup is there.
 */
export function usePopupTrigger(
  trigger: ReactElement | undefined,
  kind: 'menu' | 'dialog',
  { open, set }: PopupState,
): { readonly button: ReactElement | undefined; readonly origin: PopupOrigin; readonly popupId: string } {
  const ownId = useId();
  const popupId = useId();
  const element = useRef<HTMLElement>(null);
  const ref = useOwnRef(element, trigger);
  const opener = useRef<Opener>('mouse');
  const id = (trigger?.props as ElementProps | undefined)?.id ?? ownId;
  const origin = { id, element, opener: opener.current };
  if (trigger === undefined) return { button: undefined, origin, popupId };
  const press = (by: Opener, on: EventTarget | null) => {
    opener.current = by;
    set(!open, on);
  };
  const isMenu = kind === 'menu';
  const button = withProps(trigger, {
    ref,
    id,
    'aria-haspopup': kind,
    'aria-expanded': open,
    'aria-controls': open ? popupId : undefined,
    'data-popup-open': open ? '' : undefined,
    // Menus open as the button goes down, like those of the system.
    onMouseDown: (event: MouseEvent) => {
      if (isMenu && event.button === 0 && !event.defaultPrevented) press('mouse', event.target);
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (event.defaultPrevented) return;
      // Keys and screen readers press without a pointer.
      if (event.detail === 0) press('keyboard', event.target);
      else if (!isMenu)
        press((event.nativeEvent as PointerEvent).pointerType === 'touch' ? 'touch' : 'mouse', event.target);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const { key } = event;
      if (open) {
        // From the popup, which stands elsewhere in the page, the focus goes on to what is in it.
        if (key === 'Tab' && !event.shiftKey)
          document.getElementById(popupId)?.focus({ preventScroll: true });
      } else if (isMenu && (key === 'ArrowDown' || key === 'ArrowUp')) {
        event.preventDefault();
        press(key === 'ArrowUp' ? 'keyboard-up' : 'keyboard', event.target);
      }
    },
  });
  return { button, origin, popupId };
}
