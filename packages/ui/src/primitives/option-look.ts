/** One line of a menu or list to choose from; 48 high under a phone's finger. */
export const optionLook =
  'flex min-h-(--w-control-md) cursor-default select-none items-center gap-2.5 rounded-md px-2 py-1 text-base outline-none data-highlighted:bg-hover data-disabled:text-text-disabled max-sm:min-h-12';

/** The floating sheet those lines stand on. */
export const popupLook =
  'w-pop max-h-(--available-height) overflow-y-auto rounded-lg bg-raised p-1 text-text shadow-2 outline-none';
