import { useQuery } from '@tanstack/react-query';
import { cx, Select } from '@weft/ui';
import { placesQuery } from '../../queries.ts';
import type { Access } from './integration-queries.ts';

export interface AccessValue {
  readonly access: Access;
  readonly workspaceId: string | null;
}

interface AccessChoiceProps {
  readonly value: AccessValue;
  /** The organization keeps connections to the workspace they are made in. */
  readonly kept: boolean;
  readonly organizationName: string;
  readonly onChange: (value: AccessValue) => void;
}

/** Who may let forms write with a connection. */
export function AccessChoice({ value, kept, organizationName, onChange }: AccessChoiceProps) {
  const { data: places } = useQuery(placesQuery);
  const workspaces = places?.workspaces ?? [];
  const [first] = workspaces;
  const cards: readonly { access: Access; title: string; text: string; off: boolean }[] = [
    {
      ...{ access: 'organization', title: 'Everybody' },
      text: kept ? 'Your organization keeps connections to their workspace' : `All of ${organizationName}`,
      off: kept,
    },
    {
      ...{ access: 'workspace', title: 'One workspace' },
      text: first === undefined ? 'There is no workspace yet' : 'Forms of this workspace alone',
      off: first === undefined,
    },
    { access: 'owner', title: 'Only me', text: 'Forms that you set up', off: false },
  ];
  return (
    <div className="flex flex-col gap-3">
      <div
        role="radiogroup"
        aria-label="Who may use it"
        className="grid grid-cols-3 gap-2 max-sm:grid-cols-1"
      >
        {cards.map(({ access, title, text, off }) => (
          <label
            key={access}
            className={cx(
              'flex items-start gap-2.5 rounded-lg border p-3 text-base',
              access === value.access && 'border-accent bg-accent-tint outline-1 outline-accent',
              off && 'text-text-disabled',
            )}
          >
            <input
              type="radio"
              name="access"
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={access === value.access}
              disabled={off}
              onChange={() =>
                onChange({
                  access,
                  workspaceId: access === 'workspace' ? (value.workspaceId ?? first?.id ?? null) : null,
                })
              }
            />
            <span>
              <span className="block font-medium">{title}</span>
              <span className={cx('block text-small', !off && 'text-text-muted')}>{text}</span>
            </span>
          </label>
        ))}
      </div>
      {value.access === 'workspace' && workspaces.length > 0 && (
        <Select
          label="Workspace"
          value={value.workspaceId ?? ''}
          placeholder="Choose a workspace"
          options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(workspaceId) => onChange({ access: 'workspace', workspaceId })}
        />
      )}
    </div>
  );
}
