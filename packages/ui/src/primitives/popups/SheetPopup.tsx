import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

export interface SheetPopupProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Read aloud as its name. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A panel that slides in from the start edge, for the sidebar where there is no room beside the page. */
export function SheetPopup({ open, onOpenChange, label, children }: SheetPopupProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="w-fade fixed inset-0 z-(--w-z-dialog) bg-scrim" />
        <Base.Popup
          aria-label={label}
          className="fixed inset-y-0 start-0 z-(--w-z-dialog) flex w-72 max-w-[85vw] flex-col bg-canvas text-text shadow-3 outline-none transition-transform duration-(--w-duration-slow) ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full"
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
