import { maxMissingRecords, type NamesPreview } from '@weft/protocol';
import { Banner, Switch } from '@weft/ui';
import { errorText } from '../../../error-text.ts';
import { Checking, counted, figure, UnfitSamples } from './ConversionNote.tsx';
import type { Conversion } from './use-conversion.ts';

interface LinksNoteProps extends Conversion {
  /** The name of the linked table; undefined before one is chosen. */
  readonly target: string | undefined;
  /** What the text is called that stays beside the links. */
  readonly keptName: string;
  /** Whether records are made for names that none has. */
  readonly createMissing: boolean;
  readonly onCreateMissing: (create: boolean) => void;
}

const canCreate = ({ creatable }: NamesPreview): boolean => creatable > 0 && creatable <= maxMissingRecords;

/** Whether names are left that lead to no record: the text is kept then. */
export const leavesNames = (names: NamesPreview, createMissing: boolean): boolean =>
  names.ambiguous + names.impossible > 0 || (names.missing > 0 && !(createMissing && canCreate(names)));

function sentences({ linked, ambiguous, missing, impossible }: NamesPreview, target: string): string {
  const none = missing + impossible;
  return [
    `${counted(linked, 'value names', 'values name')} a record of ${target}.`,
    ...(ambiguous === 0
      ? []
      : [
          `${counted(ambiguous, 'names', 'name')} several records and ${ambiguous === 1 ? 'is' : 'are'} not linked.`,
        ]),
    ...(none === 0 ? [] : [`${counted(none, 'names', 'name')} no record.`]),
  ].join(' ');
}

/** Preview of a text that becomes linked records: whom it names, and what is done with the rest. */
export function LinksNote(props: LinksNoteProps) {
  const { preview, error, target, keptName, createMissing, onCreateMissing } = props;
  if (error !== null) return <Banner tone="danger">{errorText(error)}</Banner>;
  if (target === undefined) return null;
  const names = preview?.names;
  if (preview === null || names === undefined) return <Checking />;
  const { linked, ambiguous, missing, impossible, creatable } = names;
  if (linked + ambiguous + missing + impossible === 0)
    return <Banner tone="success">The column is empty: nothing has to be converted.</Banner>;
  const all = linked > 0 && ambiguous + missing + impossible === 0;
  const label = creatable === 1 ? 'the missing record' : `the ${figure.format(creatable)} missing records`;
  return (
    <div className="flex flex-col gap-3">
      <Banner tone={all ? 'success' : 'warning'}>{sentences(names, target)}</Banner>
      {!all && <UnfitSamples unfit={preview.unfit} samples={preview.samples} />}
      {canCreate(names) && (
        <Switch label={`Create ${label}`} checked={createMissing} onChange={onCreateMissing} />
      )}
      {creatable > maxMissingRecords && (
        <p className="text-small text-text-muted">
          More than {figure.format(maxMissingRecords)} records are missing: import the names into {target} to
          have them linked.
        </p>
      )}
      <p className="text-small text-text-muted">
        {leavesNames(names, createMissing)
          ? `The text stays in a field beside the links, ‘${keptName}’.`
          : 'The text field goes; undo brings it back as it was.'}
      </p>
    </div>
  );
}
