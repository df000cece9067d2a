import { toast } from '@weft/ui';
import { useState } from 'react';
import { api } from '../api.ts';
import { errorText } from '../error-text.ts';
import { queryClient } from '../queries.ts';

export interface FlowNameProps {
  readonly flowId: string;
  readonly name: string;
  /** What the name is of, read aloud. */
  readonly label: string;
  readonly canEdit: boolean;
  readonly onRenamed?: (name: string) => void;
}

/** The name of a database or form; a press edits it. */
export function FlowName({ flowId, name, label, canEdit, onRenamed }: FlowNameProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [given, setGiven] = useState<string | null>(null);
  const shown = given ?? name;

  const save = async () => {
    const wanted = draft?.trim() ?? '';
    setDraft(null);
    if (wanted === '' || wanted === shown) return;
    setGiven(wanted);
    try {
      await api.renameFlow(flowId, wanted);
      onRenamed?.(wanted);
      void queryClient.invalidateQueries({ queryKey: ['flows'] });
    } catch (error) {
      setGiven(null);
      toast(errorText(error), { tone: 'error' });
    }
  };

  if (!canEdit) return <h1 className="truncate font-semibold text-body">{shown}</h1>;
  if (draft === null)
    return (
      <h1 className="min-w-0">
        <button
          type="button"
          title="Rename"
          className="block max-w-[min(20rem,100%)] truncate rounded-md px-1.5 py-1 font-semibold text-body hover:bg-hover"
          onClick={() => setDraft(shown)}
        >
          {shown}
        </button>
      </h1>
    );
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person just asked to write here
      autoFocus
      aria-label={label}
      maxLength={255}
      className="w-60 rounded-md border border-line-control bg-surface px-1.5 py-0.5 font-semibold text-body focus:outline-2 focus:outline-focus focus:-outline-offset-1"
      value={draft}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
