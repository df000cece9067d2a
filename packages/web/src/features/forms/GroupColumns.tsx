import type { Content } from '@weft/documents';
import { columnTypeLabel, columnTypeNames, columnTypeOf, type Part } from '@weft/forms';
import { Select, Switch } from '@weft/ui';
import { setProp } from '../../editor/set-prop.ts';
import type { FormSession } from './form-session.ts';

export interface GroupColumnsProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly parts: readonly Part[];
}

const options = columnTypeNames.map((value) => ({ value, label: columnTypeLabel(value) }));

/** What each column of a repeating group asks for. */
export function GroupColumns({ session, content, parts }: GroupColumnsProps) {
  const set = (id: string, key: string, value: string | boolean | null) =>
    session.edit(setProp(content, id, key, value));
  return (
    <section aria-label="What columns ask for" className="border-t pt-4">
      <h3 className="mb-2 font-semibold text-base">What columns ask for</h3>
      <ul className="flex flex-col gap-3">
        {parts.map((part) => (
          <li key={part.id} className="flex flex-col gap-1">
            <span className="truncate font-medium text-base">{part.label || 'No label yet'}</span>
            <Select
              id={`${part.id}-kind`}
              label={`Type of ${part.label}`}
              value={columnTypeOf(part)}
              options={options}
              onChange={(kind) => set(part.id, 'kind', kind === 'short_text' ? null : kind)}
            />
            <Switch
              label="Required in each row"
              className="min-h-8"
              checked={part.required === true}
              onChange={(on) => set(part.id, 'required', on || null)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
