import { IconButton } from '@weft/ui';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

export interface PanelFrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The panel beside the grid; over it where there is no room. */
export function PanelFrame({ title, onClose, children }: PanelFrameProps) {
  return (
    <aside
      aria-label={title}
      className="flex w-80 shrink-0 flex-col border-line border-s bg-surface max-lg:fixed max-lg:inset-y-0 max-lg:end-0 max-lg:z-(--w-z-bar) max-lg:shadow-3 max-sm:w-full"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className="flex h-(--w-topbar) shrink-0 items-center justify-between border-line-subtle border-b ps-4 pe-2">
        <h2 className="font-semibold text-body">{title}</h2>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}
