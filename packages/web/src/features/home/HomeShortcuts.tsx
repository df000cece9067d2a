import { shortcut } from '@weft/ui';
import { ShortcutSheet } from '../../shell/ShortcutSheet.tsx';

const groups = [
  {
    title: 'Anywhere',
    lines: [
      ['Go to anything, do anything', shortcut('K')],
      ['Close what is on top', 'Esc'],
      ['This list', '?'],
    ],
  },
  {
    title: 'Items',
    lines: [
      ['Open', 'Enter'],
      ['What can be done with it', 'Right click'],
      ['Select all from the last one', 'Shift+click on its box'],
      ['Clear the selection', 'Esc'],
      ['Move to a workspace', 'Drag onto it'],
    ],
  },
  {
    title: 'Search',
    lines: [
      ['Open the only match', 'Enter'],
      ['Clear', 'Esc'],
    ],
  },
] as const;

/** What keys and the pointer do in home. */
export const HomeShortcuts = ({ onClose }: { readonly onClose: () => void }) => (
  <ShortcutSheet open groups={groups} onClose={onClose} />
);
