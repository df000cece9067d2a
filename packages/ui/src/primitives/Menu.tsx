import type { ReactElement } from 'react';
import { latePopup } from './popups/late-popup.tsx';
import type { MenuPopupProps } from './popups/MenuPopup.tsx';
import { usePopupState, usePopupTrigger } from './popups/popup-trigger.ts';

export type { MenuItem } from './popups/MenuPopup.tsx';

const LateMenu = latePopup<MenuPopupProps>((parts) => parts.MenuPopup);

export interface MenuProps extends Omit<MenuPopupProps, 'id' | 'origin' | 'open' | 'onOpenChange'> {
  /** One button that takes a ref and handlers; without one it hangs on `anchor`. */
  readonly trigger?: ReactElement | undefined;
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** A list of things to do, opened from a button. Closes after one is chosen. */
export function Menu({ trigger, open, onOpenChange, ...list }: MenuProps) {
  const state = usePopupState(open, onOpenChange);
  const { button, origin, popupId } = usePopupTrigger(trigger, 'menu', state);
  return (
    <>
      {button}
      {state.ever && (
        <LateMenu
          {...list}
          id={popupId}
          origin={trigger === undefined ? null : origin}
          open={state.open}
          onOpenChange={(next) => state.set(next, null)}
        />
      )}
    </>
  );
}
