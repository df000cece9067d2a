import type { ConversionPreview } from '@weft/protocol';
import { Banner, Skeleton } from '@weft/ui';
import { errorText } from '../../../error-text.ts';
import type { Conversion } from './use-conversion.ts';

export const figure = new Intl.NumberFormat('en-US');
export const counted = (count: number, one: string, many: string): string =>
  `${figure.format(count)} ${count === 1 ? one : many}`;

/** Most samples shown; the count says how many there are. */
const maxShown = 8;

export const Checking = () => (
  <div role="status" aria-label="Checking the values" className="flex flex-col gap-2">
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-2/3" />
  </div>
);

/** The first values that do not fit, and how many there are beside. */
export function UnfitSamples({ unfit, samples }: Pick<ConversionPreview, 'unfit' | 'samples'>) {
  return (
    <>
      <ul aria-label="Values that do not fit" className="flex flex-col divide-y divide-line-subtle">
        {samples.slice(0, maxShown).map(({ recordId, text }) => (
          <li key={recordId} className="truncate py-1 text-small text-text-muted" dir="auto" title={text}>
            {text}
          </li>
        ))}
      </ul>
      {unfit > maxShown && (
        <p className="text-small text-text-subtle">and {figure.format(unfit - maxShown)} more</p>
      )}
    </>
  );
}

export interface ConversionNoteProps extends Conversion {
  readonly endsLinks: boolean;
  /** Names of the views whose filter loses conditions. */
  readonly cutFilters: readonly string[];
}

/** Preview of what a change of type does to the values, and to the filters that ask for them. */
export function ConversionNote({ cutFilters, ...note }: ConversionNoteProps) {
  if (cutFilters.length === 0) return <CellsNote {...note} />;
  const [first = ''] = cutFilters;
  return (
    <div className="flex flex-col gap-2">
      <CellsNote {...note} />
      <Banner tone="warning">
        {cutFilters.length === 1
          ? `The filter of ${first} loses what the new type cannot be asked.`
          : `The filters of ${cutFilters.length} views lose what the new type cannot be asked.`}{' '}
        Undo brings it back.
      </Banner>
    </div>
  );
}

function CellsNote({ endsLinks, ...conversion }: Omit<ConversionNoteProps, 'cutFilters'>) {
  if (!endsLinks || conversion.preview === null) return <ValuesNote {...conversion} />;
  return (
    <div className="flex flex-col gap-2">
      <ValuesNote {...conversion} />
      <p className="text-small text-text-muted">
        Each cell becomes the names of its linked records. The field that shows the links from the other table
        goes too; undo brings both back, with every link.
      </p>
    </div>
  );
}

function ValuesNote({ preview, error, losesTimes }: Conversion) {
  if (error !== null) return <Banner tone="danger">{errorText(error)}</Banner>;
  if (preview === null) return <Checking />;
  const { converted, unfit, samples } = preview;
  if (unfit === 0 && losesTimes && converted > 0)
    return (
      <Banner tone="warning">The time of day of {counted(converted, 'value', 'values')} is left out.</Banner>
    );
  if (unfit === 0)
    return (
      <Banner tone="success">
        {converted === 0
          ? 'The column is empty: nothing has to be converted.'
          : `${counted(converted, 'value fits', 'values all fit')} the new type.`}
      </Banner>
    );
  return (
    <div className="flex flex-col gap-2">
      <Banner tone="warning">
        {`${counted(unfit, 'value does', 'values do')} not fit and ${unfit === 1 ? 'is' : 'are'} kept as text, marked in the table. ${counted(converted, 'value is', 'values are')} converted.`}
      </Banner>
      <UnfitSamples unfit={unfit} samples={samples} />
    </div>
  );
}
