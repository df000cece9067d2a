// What is fetched when the first popup is asked for: all that needs Base UI's popups, as one file.
export { DialogFramePopup, DialogPopup } from './DialogPopup.tsx';
export { MenuPopup } from './MenuPopup.tsx';
export { PopoverPopup } from './PopoverPopup.tsx';
export { SheetPopup } from './SheetPopup.tsx';
export { TooltipPopup } from './TooltipPopup.tsx';
