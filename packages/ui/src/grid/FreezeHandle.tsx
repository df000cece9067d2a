import { useState } from 'react';
import { dragFreeze } from './column-drag.ts';
import type { GridPartProps } from './grid-part.ts';
import { headerHeight } from './view/geometry.ts';

/** The border of the columns that stay: it is dragged to hold more or fewer of them. Its other way is the field menu. */
export function FreezeHandle({ grid, state }: GridPartProps) {
  const [line, setLine] = useState<number | null>(null);
  const { columns } = state;
  // Under a thumb only the primary column is held.
  if (!grid.canEdit || columns.check === 0 || columns.list.length < 2) return null;
  const height = grid.viewport.listHeight;
  return (
    <>
      <div
        className="wg-freeze"
        style={{ left: columns.frozen - 3, top: headerHeight, height }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          dragFreeze(grid, event.nativeEvent, setLine);
        }}
      />
      {line !== null && <div className="wg-drop" style={{ left: line - 1 }} />}
    </>
  );
}
