import { Dialog, shortcut } from '@weft/ui';

type Line = readonly [does: string, ...keys: readonly string[]];

const groups: readonly { readonly title: string; readonly lines: readonly Line[] }[] = [
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
      ['This list', shortcut('/')],
    ],
  },
];

/** What the keys do in the grid. */
export function ShortcutsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Keyboard shortcuts" width={800}>
      <div className="columns-1 gap-10 sm:columns-2">
        {groups.map(({ title, lines }) => (
          <section key={title} className="mb-6 break-inside-avoid">
            <h3 className="mb-1 font-semibold text-body">{title}</h3>
            <dl>
              {lines.map(([does, ...keys]) => (
                <div
                  key={does}
                  className="flex min-h-8 items-center justify-between gap-3 border-line-subtle border-b"
                >
                  <dt className="text-base text-text-muted">{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <kbd
                        key={key}
                        className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border bg-sunken px-1 font-medium font-sans text-micro text-text-muted"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
