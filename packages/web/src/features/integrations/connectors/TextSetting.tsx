import { FormField, TextInput } from '@weft/ui';
import type { ConnectorDraft, ConnectorPart } from './connector-draft.ts';

/** The settings that are one text. */
type TextKey = {
  [K in keyof ConnectorDraft]: string extends ConnectorDraft[K] ? K : never;
}[keyof ConnectorDraft];

interface TextSettingProps extends ConnectorPart {
  readonly of: TextKey;
  /** Where it stands in the JSON. */
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly onLeave?: () => void;
}

/** One text of a declaration, with what is wrong with it. */
export function TextSetting(props: TextSettingProps) {
  const { draft, change, faultAt, of, path, label, hint, onLeave } = props;
  return (
    <FormField label={label} hint={hint} error={faultAt(path)}>
      {(control) => (
        <TextInput
          {...control}
          value={draft[of]}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => change({ [of]: target.value })}
          onBlur={onLeave}
        />
      )}
    </FormField>
  );
}
