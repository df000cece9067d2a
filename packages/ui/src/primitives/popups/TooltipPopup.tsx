import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactNode, RefObject } from 'react';

export interface TooltipPopupProps {
  readonly element: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The pointer comes over the words themselves, or leaves them. */
  readonly onHover: (over: boolean) => void;
  readonly content: ReactNode;
  readonly keys?: string | undefined;
}

/** The words of a tooltip. */
export function TooltipPopup({ element, open, onOpenChange, onHover, content, keys }: TooltipPopupProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Positioner
          anchor={element}
          side="bottom"
          sideOffset={6}
          collisionPadding={8}
          className="z-(--w-z-tooltip)"
        >
          <Base.Popup
            className="w-pop max-w-72 rounded-md bg-inverse px-2 py-1 text-on-inverse text-small"
            onPointerEnter={() => onHover(true)}
            onPointerLeave={() => onHover(false)}
          >
            {content}
            {keys !== undefined && <kbd className="ms-2 font-sans opacity-75">{keys}</kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
