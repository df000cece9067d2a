import type { Table } from '@weft/core';
import { Button, Dialog } from '@weft/ui';
import { Plus, ShieldCheck } from 'lucide-react';
import { newId } from '../../../session/new-id.ts';
import { ChoiceRow } from '../../../shell/ChoiceRow.tsx';
import type { AppEditing } from '../app-editing.ts';
import { addBlock } from '../app-edits.ts';
import { RuleForm } from './RuleForm.tsx';
import { type RuleStart, ruleProps, ruleStarts } from './rule-edits.ts';

interface RulesDialogProps {
  readonly editing: AppEditing;
  readonly table: Table;
  readonly onClose: () => void;
}

/** Who may do what with which records of a table. Each change is part of the draft, and is taken back as any other. */
export function RulesDialog({ editing, table, onClose }: RulesDialogProps) {
  const { app, session } = editing;
  const rules = app.rules.filter((rule) => rule.table === table.id);
  const starts = ruleStarts(table, editing.tables, app.users);
  const add = ({ rule }: RuleStart) =>
    session.edit(
      addBlock(session.getState().content, null, newId('rul'), { props: ruleProps(table.id, rule) }, newId),
    );
  const [first] = starts;
  return (
    <Dialog
      open
      width={800}
      onOpenChange={(open) => !open && onClose()}
      title={`Rules of ${table.name}`}
      footer={
        <>
          {rules.length > 0 && first !== undefined && (
            <Button
              size="lg"
              variant="quiet"
              icon={Plus}
              className="me-auto -ms-3"
              onClick={() => add(first)}
            >
              Add a rule
            </Button>
          )}
          <Button size="lg" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="mb-4 text-base text-text-muted">
        The server checks them each time a record is seen, added, changed or deleted, wherever it is asked
        for. What no rule allows is not allowed; several rules add up.
      </p>
      {rules.length === 0 && (
        <div className="flex flex-col gap-3 pb-2">
          {starts.map((start) => (
            <ChoiceRow
              key={start.title}
              icon={ShieldCheck}
              title={start.title}
              text={start.text}
              onPress={() => add(start)}
            />
          ))}
        </div>
      )}
      <ul className="flex flex-col gap-4 pb-2">
        {rules.map((rule, place) => (
          <li key={rule.id} className="rounded-lg border p-4">
            <RuleForm {...{ editing, table, rule }} name={`Rule ${place + 1}`} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
