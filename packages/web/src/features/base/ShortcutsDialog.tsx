import { shortcut } from '@weft/ui';
import { type ShortcutGroup, ShortcutSheet } from '../../shell/ShortcutSheet.tsx';

const groups: readonly ShortcutGroup[] = [
  {
    title: 'Move',
    lines: [
      ['Cell by cell', 'Arrow keys'],
      ['To the edge of filled cells', shortcut('Arrow')],
      ['Next and previous field', 'Tab', 'Shift+Tab'],
      ['First and last field', 'Home', 'End'],
      ['First and last cell', shortcut('Home'), shortcut('End')],
      ['A window up or down', 'Page Up', 'Page Down'],
      ['A window aside', 'Alt+Page Up', 'Alt+Page Down'],
      ['Search this table', shortcut('F')],
    ],
  },
  {
    title: 'Select',
    lines: [
      ['More cells', 'Shift+Arrow'],
      ['The whole record', 'Shift+Space'],
      ['The whole field', shortcut('Space')],
      ['Everything', shortcut('A')],
      ['The boxes before the records', 'Arrow left'],
      ['Check a record, and those between', 'Space', 'Shift+Space'],
      ['Open the record', 'Alt+Enter'],
      ['What can be done with it', 'Shift+F10'],
    ],
  },
  {
    title: 'Edit',
    lines: [
      ['Edit the cell', 'Enter', 'F2'],
      ['Replace the cell', 'Any letter or figure'],
      ['Save and go on', 'Enter', 'Tab'],
      ['New line in a long text', 'Alt+Enter', 'Shift+Enter'],
      ['Give up the edit', 'Esc'],
      ['Fill the selected cells with it', shortcut('Enter')],
      ['Check or uncheck a box', 'Space'],
      ['Clear', 'Delete'],
      ['Fill down', shortcut('D')],
      ['Fill right', shortcut('R')],
      ['New record', 'Shift+Enter'],
      ['Move the record up and down', 'Alt+Arrow up', 'Alt+Arrow down'],
    ],
  },
  {
    title: 'Copy and undo',
    lines: [
      ['Copy', shortcut('C')],
      ['Cut', shortcut('X')],
      ['Paste', shortcut('V')],
      ['Undo', shortcut('Z')],
      ['Redo', shortcut('Z', { shift: true }), shortcut('Y')],
      ['Go to anything', shortcut('K')],
      ['This list', shortcut('/')],
    ],
  },
];

/** What the keys do in the grid. */
export const ShortcutsDialog = (props: { readonly open: boolean; readonly onClose: () => void }) => (
  <ShortcutSheet {...props} groups={groups} />
);
