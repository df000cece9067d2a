import { Select } from '@weft/ui';

export type Access = 'write' | 'read' | 'none';

export interface AccessSelectProps {
  /** Whose access it is, read aloud. */
  readonly label: string;
  readonly value: Access;
  /** What 'none' is called: 'No access', 'Remove access'. */
  readonly none: string;
  readonly disabled?: boolean;
  readonly onChange: (access: Access) => void;
}

/** What somebody may do in a workspace or with a flow. */
export function AccessSelect({ label, value, none, disabled = false, onChange }: AccessSelectProps) {
  return (
    <div className="w-32 shrink-0">
      <Select
        label={label}
        quiet
        value={value}
        disabled={disabled}
        options={[
          { value: 'write', label: 'Can write', hint: 'Edit everything, fields and views too' },
          { value: 'read', label: 'Can read', hint: 'Look, search and export' },
          { value: 'none', label: none },
        ]}
        onChange={onChange}
      />
    </div>
  );
}
