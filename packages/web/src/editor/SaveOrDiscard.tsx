import { Button } from '@weft/ui';

interface Props {
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** The buttons below a setting that was changed and acts once it is saved. */
export function SaveOrDiscard({ busy, disabled = false, onSave, onDiscard }: Props) {
  return (
    <div className="mt-3 flex gap-2">
      <Button loading={busy} disabled={disabled} onClick={onSave}>
        {busy ? 'Saving' : 'Save'}
      </Button>
      <Button variant="quiet" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
