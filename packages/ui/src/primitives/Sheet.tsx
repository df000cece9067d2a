import { latePopup } from './popups/late-popup.tsx';
import { usePopupState } from './popups/popup-trigger.ts';
import type { SheetPopupProps } from './popups/SheetPopup.tsx';

const LateSheet = latePopup<SheetPopupProps>((parts) => parts.SheetPopup);

/** A panel that slides in from the start edge, for the sidebar where there is no room beside the page. */
export function Sheet(props: SheetPopupProps) {
  const { ever } = usePopupState(props.open, undefined);
  return ever && <LateSheet {...props} />;
}
