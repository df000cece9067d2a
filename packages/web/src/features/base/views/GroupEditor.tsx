import { canGroupBy, type Field, maxGroupKeys, type Sort } from '@weft/core';
import { Button } from '@weft/ui';
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { SortEditor } from './SortEditor.tsx';

export interface GroupEditorProps {
  readonly fields: readonly Field[];
  readonly groups: Sort;
  readonly onChange: (groups: Sort) => void;
  /** Collapses all groups, or shows all their records. */
  readonly onToggleAll: (collapsed: boolean) => void;
}

const words = { none: 'Not grouped: all records stand in one list.', noun: 'Group' };

/** By what a view is grouped: the outermost field, and the ones inside its groups. */
export function GroupEditor({ fields, groups, onChange, onToggleAll }: GroupEditorProps) {
  return (
    <div>
      <SortEditor
        fields={fields.filter(canGroupBy)}
        sorts={groups}
        onChange={onChange}
        words={words}
        max={maxGroupKeys}
      />
      {groups.length > 0 && (
        <div className="mt-3 flex gap-2 border-line-subtle border-t pt-3">
          <Button size="sm" variant="quiet" icon={ChevronsDownUp} onClick={() => onToggleAll(true)}>
            Collapse all
          </Button>
          <Button size="sm" variant="quiet" icon={ChevronsUpDown} onClick={() => onToggleAll(false)}>
            Expand all
          </Button>
        </div>
      )}
    </div>
  );
}
