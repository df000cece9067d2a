import { type Field, type FieldEnv, type Filter, pruneFilter, type Table } from '@weft/core';
import { deepEqual } from '@weft/std';
import { Button } from '@weft/ui';
import type { GridActions } from '@weft/ui/grid';
import { useEffect, useMemo, useRef, useState } from 'react';
import { askedFields, newCondition } from './conditions.ts';
import { FilterGroup } from './FilterGroup.tsx';
import { addTo, noFilter } from './filter-tree.ts';
import { sortableFields } from './tool-fields.ts';

export interface FilterEditorProps {
  readonly table: Table;
  /** Its fields as the view shows them: what one chooses from. */
  readonly fields: readonly Field[];
  readonly filters: Filter | null;
  readonly env: FieldEnv;
  readonly linkSource: GridActions['linkSource'];
  /** A field the person has asked to filter by: its condition is there to be filled in. */
  readonly begin?: Field | undefined;
  readonly onChange: (filters: Filter | null) => void;
}

/**
 * Edits a view's filter. Each change applies at once; a condition that is not complete yet is kept in the draft only,
 * and filters nothing.
 */
export function FilterEditor(props: FilterEditorProps) {
  const { table, fields: own, filters, env, begin: begun, linkSource, onChange } = props;
  const [begin] = begun === undefined ? [] : askedFields([begun], env);
  const [draft, setDraft] = useState(() => {
    const present = filters ?? noFilter;
    return begin ? addTo(present, [], newCondition(begin)) : present;
  });
  // The saved filter that this draft is based on.
  const [known, setKnown] = useState(filters);
  const complete = (filter: Filter) => pruneFilter(filter, table, { ...env, now: new Date().toISOString() });
  if (!deepEqual(filters, known)) {
    setKnown(filters);
    // The saved filter changed: by undo, or by somebody else.
    if (!deepEqual(filters, complete(draft))) setDraft(filters ?? noFilter);
  }
  const change = (next: Filter) => {
    setDraft(next);
    const saved = complete(next);
    if (!deepEqual(saved, complete(filters ?? noFilter))) onChange(saved);
  };
  const fields = useMemo(() => sortableFields(askedFields(own, env)), [own, env]);
  const root = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    // Some conditions are whole from their beginning: a box is ticked or it is not.
    if (begin) change(draft);
    const parts = root.current?.querySelectorAll<HTMLElement>(
      begin ? '[data-operand] :is(input, button)' : 'button',
    );
    (begin ? [...(parts ?? [])].at(-1) : parts?.[0])?.focus();
  }, []);
  return (
    <div ref={root}>
      <FilterGroup
        group={draft}
        path={[]}
        editor={{ fields, env, linkSource, filter: draft, change }}
        end={
          draft.items.length > 0 && (
            <Button size="sm" variant="quiet" className="ms-auto" onClick={() => change(noFilter)}>
              Clear filters
            </Button>
          )
        }
      />
    </div>
  );
}
