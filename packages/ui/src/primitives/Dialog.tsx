import type { DialogFrameProps, DialogProps } from './popups/DialogPopup.tsx';
import { latePopup } from './popups/late-popup.tsx';
import { usePopupState } from './popups/popup-trigger.ts';

const LateDialog = latePopup<DialogProps>((parts) => parts.DialogPopup);
const LateFrame = latePopup<DialogFrameProps>((parts) => parts.DialogFramePopup);

/** The sheet of a modal dialog, without anything in it: full height on phones. One inside another stands 16 px lower. */
export function DialogFrame(props: DialogFrameProps) {
  const { ever } = usePopupState(props.open, undefined);
  return ever && <LateFrame {...props} />;
}

/** A modal dialog with a title, and buttons at its foot; a full-height sheet on phones. */
export function Dialog(props: DialogProps) {
  const { ever } = usePopupState(props.open, undefined);
  return ever && <LateDialog {...props} />;
}
