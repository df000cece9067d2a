import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../class-names.ts';
import { Icon, type IconType } from '../Icon.tsx';
import { optionLook, popupLook, popupPlace } from '../option-look.ts';
import { adopting } from './adopt-trigger.tsx';
import type { Opener, PopupOrigin } from './popup-trigger.ts';

interface MenuEntry {
  readonly label: string;
  /** Tells it from the others where two may have one label. */
  readonly id?: string | undefined;
  readonly icon?: IconType | undefined;
  /** A picture instead of the icon. */
  readonly lead?: ReactNode;
  /** A second line. */
  readonly detail?: string | undefined;
  readonly onSelect: () => void;
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Why it is disabled, shown under the label. */
  readonly reason?: string | undefined;
  /** The one of several that is on now. */
  readonly checked?: boolean | undefined;
  /** At the end: a key or a count. */
  readonly hint?: ReactNode;
}

export type MenuItem = MenuEntry | 'separator' | { readonly heading: string };

export interface MenuPopupProps {
  readonly id: string;
  /** The button it was opened with; without one it hangs on `anchor`. */
  readonly origin: PopupOrigin | null;
  /** Where it opens instead of at its trigger: an element, or anything with `getBoundingClientRect`. */
  readonly anchor?: ComponentProps<typeof Base.Positioner>['anchor'];
  /** Read aloud as the menu's name where no trigger gives it one. */
  readonly label?: string | undefined;
  /** What takes the focus when it closes, instead of its trigger. */
  readonly finalFocus?: (() => HTMLElement | null) | undefined;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Least width in pixels. */
  readonly width?: number | undefined;
  /** Most height in pixels; never more than the window has. */
  readonly maxHeight?: number | undefined;
}

function Entry({ item }: { readonly item: MenuEntry }) {
  return (
    <Base.Item
      disabled={item.disabled ?? false}
      onClick={item.onSelect}
      className={cx(
        optionLook,
        item.detail !== undefined && 'min-h-13',
        item.danger === true && item.disabled !== true && 'text-danger-text',
        item.checked === true && 'bg-accent-tint text-accent-text',
      )}
    >
      {item.lead}
      {item.icon !== undefined && (
        <Icon
          of={item.icon}
          className={
            item.danger === true || item.disabled === true || item.checked === true ? '' : 'text-text-subtle'
          }
        />
      )}
      <span className="min-w-0 flex-1">
        <span className={cx('block truncate', item.detail !== undefined && 'font-medium')}>{item.label}</span>
        {item.detail !== undefined && (
          <span className="block truncate text-small text-text-muted">{item.detail}</span>
        )}
        {item.disabled === true && item.reason !== undefined && (
          <span className="block text-small text-text-subtle">{item.reason}</span>
        )}
      </span>
      {item.hint !== undefined && <span className="text-small text-text-subtle">{item.hint}</span>}
      {item.checked === true && <Icon of={Check} />}
    </Base.Item>
  );
}

const keyOf = (item: MenuItem | undefined): string =>
  item === undefined || item === 'separator'
    ? 'nothing'
    : 'heading' in item
      ? item.heading
      : (item.id ?? item.label);

/** Keys go on where they began: at the first line, or at the last. */
function FirstLine({
  popup,
  opener,
}: {
  readonly popup: RefObject<HTMLElement | null>;
  readonly opener: Opener;
}) {
  useEffect(() => {
    if (opener !== 'keyboard' && opener !== 'keyboard-up') return;
    const lines = popup.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled=true])');
    lines?.[opener === 'keyboard' ? 0 : lines.length - 1]?.focus({ preventScroll: true });
  }, [popup, opener]);
  return null;
}

/** The list of a menu. */
export function MenuPopup({
  id,
  origin,
  anchor,
  label,
  finalFocus,
  items,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
  width = 184,
  maxHeight,
}: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  // Base UI learns of the button first, and shows what changes to open as opening.
  const [ready, setReady] = useState(false);
  useLayoutEffect(() => setReady(true), []);
  return (
    <Base.Root open={ready && open} onOpenChange={(next) => onOpenChange(next)}>
      {origin !== null && <Base.Trigger id={origin.id} render={adopting(origin.element)} />}
      <Base.Portal>
        <Base.Positioner {...popupPlace} anchor={anchor} align={align} side={side}>
          <Base.Popup
            ref={popup}
            id={id}
            aria-label={label}
            finalFocus={finalFocus}
            className={cx(popupLook, 'sm:max-w-80')}
            style={{
              minWidth: width,
              ...(maxHeight !== undefined && { maxHeight: `min(${maxHeight}px, var(--available-height))` }),
            }}
            // The key that opened it asks for the browser's own menu when it is let go.
            onContextMenu={(event) => event.preventDefault()}
          >
            {items.map((item, place) => {
              if (item === 'separator')
                return (
                  <Base.Separator
                    key={`after ${keyOf(items[place - 1])}`}
                    className="-mx-1 my-1 h-px bg-line-subtle"
                  />
                );
              if ('heading' in item)
                return (
                  <div
                    key={item.heading}
                    className="px-2 pt-1.5 pb-1 font-medium text-small text-text-subtle"
                  >
                    {item.heading}
                  </div>
                );
              return <Entry key={item.id ?? item.label} item={item} />;
            })}
            {origin !== null && <FirstLine popup={popup} opener={origin.opener} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
