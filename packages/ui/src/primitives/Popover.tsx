import type { ReactElement } from 'react';
import { latePopup } from './popups/late-popup.tsx';
import type { PopoverPopupProps } from './popups/PopoverPopup.tsx';
import { usePopupState, usePopupTrigger } from './popups/popup-trigger.ts';

const LatePopover = latePopup<PopoverPopupProps>((parts) => parts.PopoverPopup);

export interface PopoverProps extends Omit<PopoverPopupProps, 'id' | 'origin' | 'open' | 'onOpenChange'> {
  /** The button that opens it; without one it hangs on `anchor`. */
  readonly trigger?: ReactElement | undefined;
  readonly open?: boolean | undefined;
  /** `on`: what was pressed, where that is what opens or closes it. */
  readonly onOpenChange?: ((open: boolean, on: EventTarget | null) => void) | undefined;
}

/** Floating content beside a button or place; a sheet from the bottom on phones. */
export function Popover({ trigger, open, onOpenChange, ...content }: PopoverProps) {
  const state = usePopupState(open, onOpenChange);
  const { button, origin, popupId } = usePopupTrigger(trigger, 'dialog', state);
  return (
    <>
      {button}
      {state.ever && (
        <LatePopover
          {...content}
          id={popupId}
          origin={trigger === undefined ? null : origin}
          open={state.open}
          onOpenChange={state.set}
        />
      )}
    </>
  );
}
