import type { ImportPreview } from '@weft/protocol';
import { Banner, Button, Checkbox, TextInput } from '@weft/ui';
import { useMemo, useState } from 'react';

/** Fields a table takes. */
const maxColumns = 500;
const rowHeight = 32;
const seenRows = 6.5;
const spare = 4;

export interface WideFileProps {
  readonly preview: ImportPreview;
  readonly busy: boolean;
  /** Reads these columns of the file. */
  readonly onChoose: (columns: readonly number[]) => void;
}

/** A file of more columns than a table takes: the first are read, others can be chosen by name. */
export function WideFile({ preview, busy, onChoose }: WideFileProps) {
  const [choosing, setChoosing] = useState(false);
  const { allColumns, config, parse } = preview;
  if (allColumns === null) return null;
  const read = config.columns.length.toLocaleString();
  return (
    <>
      <Banner
        tone="warning"
        action={
          !choosing && (
            <Button size="sm" disabled={busy} onClick={() => setChoosing(true)}>
              Choose columns
            </Button>
          )
        }
      >
        {`The file has ${allColumns.length.toLocaleString()} columns, and a table takes ${maxColumns}. ${
          parse.columns === undefined ? `The first ${read} are below.` : `The ${read} you chose are below.`
        } The others are not imported.`}
      </Banner>
      {choosing && (
        <ColumnPicker
          names={allColumns}
          chosen={config.columns.map((column) => column.sourceFieldIndex)}
          onCancel={() => setChoosing(false)}
          onDone={(columns) => {
            setChoosing(false);
            onChoose(columns);
          }}
        />
      )}
    </>
  );
}

interface ColumnPickerProps {
  readonly names: readonly string[];
  readonly chosen: readonly number[];
  readonly onCancel: () => void;
  readonly onDone: (columns: readonly number[]) => void;
}

/** Thousands of names: searched, and only those in sight are drawn. */
function ColumnPicker({ names, chosen, onCancel, onDone }: ColumnPickerProps) {
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<number>>(() => new Set(chosen));
  const [first, setFirst] = useState(0);
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return names.flatMap((name, index) => (name.toLowerCase().includes(wanted) ? [{ name, index }] : []));
  }, [names, search]);
  const from = Math.max(0, Math.min(first, found.length - Math.ceil(seenRows)) - spare);
  const shown = found.slice(from, first + Math.ceil(seenRows) + spare);
  const some = found.some(({ index }) => picked.has(index));
  const every = found.length > 0 && found.every(({ index }) => picked.has(index));
  const set = (indexes: readonly number[], include: boolean) => {
    const next = new Set(picked);
    for (const index of indexes) {
      if (include) next.add(index);
      else next.delete(index);
    }
    setPicked(next);
  };
  const tooMany = picked.size > maxColumns;
  return (
    <div className="flex flex-col gap-2 rounded-lg border p-3">
      <div className="flex items-center gap-3">
        <Checkbox
          checked={every}
          indeterminate={some && !every}
          ariaLabel="Choose all columns found"
          onChange={() =>
            set(
              found.map(({ index }) => index),
              !every,
            )
          }
        />
        <TextInput
          size="sm"
          aria-label="Find columns"
          placeholder="Find columns"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setFirst(0);
          }}
        />
      </div>
      <div
        className="overflow-y-auto"
        style={{ maxHeight: seenRows * rowHeight }}
        onScroll={(event) => setFirst(Math.floor(event.currentTarget.scrollTop / rowHeight))}
      >
        <ul
          aria-label="Columns of the file"
          style={{ height: found.length * rowHeight, paddingTop: from * rowHeight }}
        >
          {shown.map(({ name, index }) => (
            <li key={index} style={{ height: rowHeight }} className="flex items-center">
              <Checkbox
                checked={picked.has(index)}
                label={<span className="truncate">{name}</span>}
                onChange={(include) => set([index], include)}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className={`mr-auto text-small ${tooMany ? 'text-danger-text' : 'text-text-muted'}`}>
          {picked.size.toLocaleString()} of {maxColumns} chosen
        </p>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabled={tooMany || picked.size === 0}
          onClick={() => onDone([...picked].toSorted((a, b) => a - b))}
        >
          Read these columns
        </Button>
      </div>
    </div>
  );
}
