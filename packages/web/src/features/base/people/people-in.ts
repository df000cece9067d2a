import type { BaseClient } from '@weft/client';
import type { GridPeople } from '@weft/ui/grid';

/** Who else has a cell of a table selected. */
export function peopleIn({ presence }: BaseClient, tableId: string): GridPeople {
  let known = presence.others;
  const cellsOf = () =>
    known.flatMap(({ userId, name, cell }) =>
      cell?.tableId === tableId ? [{ userId, name, recordId: cell.recordId, fieldId: cell.fieldId }] : [],
    );
  let cells = cellsOf();
  return {
    inCells: () => {
      if (known !== presence.others) {
        known = presence.others;
        cells = cellsOf();
      }
      return cells;
    },
    subscribe: (listener) => presence.subscribe(listener),
  };
}
