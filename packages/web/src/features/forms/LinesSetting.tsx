import type { FormSettings } from '@weft/forms';
import { FormField, Textarea } from '@weft/ui';
import { type ReactNode, useState } from 'react';
import { SaveOrDiscard } from '../../editor/SaveOrDiscard.tsx';
import { SettingRow } from '../../shell/SettingRow.tsx';
import type { FormSession } from './form-session.ts';
import { useSetting } from './use-setting.ts';

interface Props {
  readonly session: FormSession;
  readonly title: string;
  readonly hint: ReactNode;
  readonly label: string;
  readonly placeholder: string;
  readonly stored: readonly string[];
  /** What is set by these lines, as `read` gave them. */
  readonly changed: (lines: string[]) => Partial<FormSettings>;
  /** A line as it is kept; null: it is none of them. */
  readonly read: (line: string) => string | null;
  /** What a wrong line is none of, with an example. */
  readonly noun: string;
}

/** A setting that is a list, written one a line, each line checked and all of them saved together. */
export function LinesSetting({
  session,
  title,
  hint,
  label,
  placeholder,
  stored,
  changed,
  read,
  noun,
}: Props) {
  const { busy, error, set } = useSetting(session);
  const before = stored.join('\n');
  const [text, setText] = useState(before);
  const lines = text.split(/[\s,;]+/).filter((line) => line !== '');
  const wrong = lines.find((line) => read(line) === null);
  return (
    <SettingRow title={title} hint={hint}>
      <FormField label={label} error={wrong === undefined ? error : `‘${wrong}’ is no ${noun}`}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            className="max-w-80"
            value={text}
            placeholder={placeholder}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      {text !== before && (
        <SaveOrDiscard
          busy={busy}
          disabled={wrong !== undefined}
          onSave={() => void set(changed([...new Set(lines.flatMap((line) => read(line) ?? []))]))}
          onDiscard={() => setText(before)}
        />
      )}
    </SettingRow>
  );
}
