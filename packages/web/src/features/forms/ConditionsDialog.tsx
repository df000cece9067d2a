import { type Filter, pruneFilter } from '@weft/core';
import { type AnswerField, conditionEnv } from '@weft/forms';
import { Button, Dialog } from '@weft/ui';
import { useState } from 'react';
import { newCondition } from '../base/views/conditions.ts';
import { FilterGroup } from '../base/views/FilterGroup.tsx';
import { addTo, noFilter } from '../base/views/filter-tree.ts';

export interface ConditionsDialogProps {
  /** Left out: it is open while it is there. */
  readonly open?: boolean;
  /** 'Show this question when' */
  readonly title: string;
  /** What it means to have no conditions. */
  readonly empty: string;
  readonly filter: Filter | null;
  /** What can be asked about. */
  readonly fields: readonly AnswerField[];
  readonly onSave: (filter: Filter | null) => void;
  readonly onClose: () => void;
  /** What has the focus once it is closed: what opened it may be gone by then. */
  readonly finalFocus?: () => HTMLElement | null;
}

/** No question is answered with links. */
const noLinks = () => null;

/** Edits conditions about answers; those that are not complete are left out when they are saved. */
export function ConditionsDialog({
  open = true,
  title,
  empty,
  filter,
  fields,
  onSave,
  onClose,
  finalFocus,
}: ConditionsDialogProps) {
  const { table } = conditionEnv(fields, '');
  const [first] = table.fields;
  const [draft, setDraft] = useState(
    () => filter ?? (first === undefined ? noFilter : addTo(noFilter, [], newCondition(first))),
  );
  const env = { timeZone: 'UTC', locale: 'en-US', now: new Date().toISOString() };
  return (
    <Dialog
      open={open}
      width={800}
      finalFocus={finalFocus}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" onClick={() => onSave(pruneFilter(draft, table, env))}>
            Save
          </Button>
        </>
      }
    >
      {first === undefined ? (
        <p className="text-base text-text-muted">
          Conditions ask about answers given before: nothing is asked before this yet.
        </p>
      ) : (
        <FilterGroup
          group={draft}
          path={[]}
          empty={empty}
          editor={{ fields: table.fields, env, linkSource: noLinks, filter: draft, change: setDraft }}
        />
      )}
    </Dialog>
  );
}
