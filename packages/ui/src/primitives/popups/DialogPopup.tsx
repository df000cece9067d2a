import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { createContext, type ReactNode, type RefObject, useContext } from 'react';
import { cx } from '../class-names.ts';
import { PlainIconButton } from '../PlainIconButton.tsx';

const Depth = createContext(0);

const widths = {
  520: 'sm:max-w-(--w-dialog-sm)',
  550: 'sm:max-w-(--w-dialog-md)',
  800: 'sm:max-w-(--w-dialog-lg)',
  900: 'sm:max-w-[900px]',
  /** The whole window. */
  full: '',
} as const;

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly width?: keyof typeof widths | undefined;
  /** Buttons, at the end; the primary one last. */
  readonly footer?: ReactNode;
  /** False: neither Escape nor a press outside closes it, and there is no close button. */
  readonly dismissible?: boolean | undefined;
  /** Least height in pixels, where the window has it. */
  readonly minHeight?: number | undefined;
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** What has the focus once it is closed, where what opened it may be gone by then. */
  readonly finalFocus?: (() => HTMLElement | null) | undefined;
  /** Beside the title, such as steps. */
  readonly headExtra?: ReactNode;
  readonly children?: ReactNode;
}

/** The first press of a double one made the dialog smaller: the second meets what is beside it and means nothing. */
const isSecondOfDouble = (event: Event): boolean => event instanceof MouseEvent && event.detail > 1;

export interface DialogFrameProps
  extends Pick<DialogProps, 'open' | 'onOpenChange' | 'width' | 'dismissible' | 'finalFocus'> {
  /** Read aloud as its name, where it has no title of its own. */
  readonly label?: string | undefined;
  readonly minHeight?: number | undefined;
  /** As high as the window allows, whatever is in it. */
  readonly tall?: boolean | undefined;
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  readonly children: ReactNode;
}

/** The sheet of a modal dialog, without anything in it: full height on phones. One inside another stands 16 px lower. */
export function DialogFramePopup({
  open,
  onOpenChange,
  width = 520,
  dismissible = true,
  label,
  minHeight,
  tall = false,
  initialFocus,
  finalFocus,
  children,
}: DialogFrameProps) {
  const depth = useContext(Depth);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        if (!next && (!dismissible || isSecondOfDouble(details.event))) return details.cancel();
        onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="w-fade fixed inset-0 z-(--w-z-dialog) bg-scrim" />
        <Base.Viewport
          className={cx(
            'fixed inset-0 flex items-center justify-center overflow-hidden',
            width !== 'full' && (tall ? 'sm:px-4 sm:py-9.5' : 'sm:p-10'),
          )}
          style={{ zIndex: `calc(var(--w-z-dialog) + ${depth * 10})` }}
        >
          <Base.Popup
            aria-label={label}
            initialFocus={initialFocus}
            finalFocus={finalFocus}
            className={cx(
              'w-dialog relative flex h-dvh w-full flex-col bg-raised text-text shadow-3 outline-none sm:max-h-full',
              width !== 'full' && 'sm:rounded-xl',
              tall || width === 'full' ? 'sm:h-full' : 'sm:h-auto',
              // Under another dialog it steps back.
              'data-nested-dialog-open:after:absolute data-nested-dialog-open:after:inset-0 data-nested-dialog-open:after:rounded-[inherit] data-nested-dialog-open:after:bg-scrim',
              widths[width],
            )}
            style={{
              minHeight: minHeight === undefined ? undefined : `min(${minHeight}px, 100%)`,
              marginTop: depth === 0 ? undefined : depth * 16,
            }}
          >
            <Depth value={depth + 1}>{children}</Depth>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** A modal dialog with a title, and buttons at its foot; a full-height sheet on phones. */
export function DialogPopup({
  open,
  onOpenChange,
  title,
  width = 520,
  footer,
  dismissible = true,
  minHeight,
  initialFocus,
  finalFocus,
  headExtra,
  children,
}: DialogProps) {
  // What scrolls inside a dialog of its own height goes under a line.
  const ruled = minHeight !== undefined;
  return (
    <DialogFramePopup {...{ open, onOpenChange, width, dismissible, minHeight, initialFocus, finalFocus }}>
      <div
        className={cx(
          'flex min-h-13 shrink-0 items-center gap-3 px-4 sm:min-h-14 sm:px-6',
          ruled && 'border-b border-line-subtle',
        )}
      >
        <Base.Title className="min-w-0 flex-1 truncate font-semibold text-lead">{title}</Base.Title>
        {headExtra}
        {dismissible && (
          <PlainIconButton label="Close" icon={X} className="-mr-2" onClick={() => onOpenChange(false)} />
        )}
      </div>
      <div
        className={cx(
          'min-h-0 flex-1 overflow-y-auto px-4 sm:px-6',
          ruled ? 'py-4' : footer === undefined ? 'pt-1 pb-6' : 'pt-1 pb-2',
        )}
      >
        {children}
      </div>
      {footer !== undefined && (
        <div
          className={cx(
            'flex shrink-0 items-center justify-end gap-2 px-4 pb-[max(16px,env(safe-area-inset-bottom))] sm:px-6',
            ruled ? 'border-t border-line-subtle pt-3.5 sm:pb-3.5' : 'pt-4 sm:pb-5',
          )}
        >
          {footer}
        </div>
      )}
    </DialogFramePopup>
  );
}
