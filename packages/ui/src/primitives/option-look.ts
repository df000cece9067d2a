/** One line of a menu or list to choose from; 48 high under a phone's finger. */
export const optionLook =
  'flex min-h-(--w-control-md) cursor-default select-none items-center gap-2.5 rounded-md px-2 py-1 text-base outline-none data-highlighted:bg-hover data-disabled:text-text-disabled max-sm:min-h-12';

/** The floating sheet those lines stand on. */
export const popupLook =
  'w-pop max-h-(--available-height) overflow-y-auto rounded-lg bg-raised p-1 text-text shadow-2 outline-none';

/** Where a floating sheet opens: close to what it hangs on, off the window's edges; from the bottom on phones. */
export const popupPlace = {
  sideOffset: 4,
  collisionPadding: 8,
  className: 'w-sheet z-(--w-z-popover) outline-none',
} as const;

/** The button that shows what is chosen and opens the others. */
export const selectLook =
  'flex items-center gap-2 text-start data-popup-open:outline-2 data-popup-open:outline-focus data-popup-open:-outline-offset-1 data-disabled:border-transparent data-disabled:bg-hover data-disabled:text-text-disabled';

/** A line that is chosen. */
export const selectedLook = 'data-selected:bg-accent-tint data-selected:text-accent-text';
