import { audienceWords, rowsSentence, rowsTitle, ruleSentence, verbWords } from '@weft/apps';
import type { Table } from '@weft/core';
import { Button, cx, Icon } from '@weft/ui';
import { ChevronRight, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { AppEditing } from '../app-editing.ts';

interface RuleCardProps {
  readonly editing: AppEditing;
  readonly table: Table;
  readonly onChange: () => void;
}

/** Who sees which records of a table, in words; without a rule nobody sees any. */
export function RuleCard({ editing, table, onChange }: RuleCardProps) {
  const rules = editing.app.rules.filter((rule) => rule.table === table.id);
  const [only, ...others] = rules;
  const tone =
    only === undefined ? 'border-danger-line bg-danger-tint' : 'border-success-line bg-success-tint';
  return (
    <section aria-label={`Rules of ${table.name}`} className={cx('flex gap-3 rounded-lg border p-3', tone)}>
      <Icon
        of={only === undefined ? ShieldAlert : ShieldCheck}
        className={cx('mt-0.5', only === undefined ? 'text-danger-text' : 'text-success-text')}
      />
      <div className="min-w-0 flex-1 text-base">
        {only === undefined && (
          <>
            <h3 className="font-semibold">No rule yet</h3>
            <p className="text-text-muted">
              Nobody would see anything of {table.name}, so the app can’t be published.
            </p>
          </>
        )}
        {only !== undefined && others.length === 0 && (
          <>
            <h3 className="font-semibold">{rowsTitle(only, table, editing)}</h3>
            <p className="text-text-muted">
              {rowsSentence(only, table, editing)} {audienceWords(only.who)} {verbWords(only.can)} them.
              Checked on the server.
            </p>
          </>
        )}
        {others.length > 0 && (
          <>
            <h3 className="font-semibold">{rules.length} rules add up</h3>
            <ul className="flex flex-col gap-0.5 text-text-muted">
              {rules.map((rule) => (
                <li key={rule.id}>{ruleSentence(rule, table, editing)}</li>
              ))}
            </ul>
            <p className="text-text-muted">Checked on the server.</p>
          </>
        )}
        <Button
          size="sm"
          variant="quiet"
          className="-ms-2 mt-1 text-accent-text! hover:text-accent-text!"
          onClick={onChange}
        >
          {only === undefined ? 'Add a rule' : others.length === 0 ? 'Change rule' : 'Change rules'}
          <Icon of={ChevronRight} size={14} className="rtl:-scale-x-100" />
        </Button>
      </div>
    </section>
  );
}
