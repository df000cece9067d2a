import { Dialog } from '@weft/ui';

export interface ShortcutGroup {
  readonly title: string;
  /** What is done, and the keys that do it. */
  readonly lines: readonly (readonly [does: string, ...keys: readonly string[]])[];
}

export interface ShortcutSheetProps {
  readonly open: boolean;
  readonly groups: readonly ShortcutGroup[];
  readonly onClose: () => void;
}

/** What the keys of a page do. */
export function ShortcutSheet({ open, groups, onClose }: ShortcutSheetProps) {
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
