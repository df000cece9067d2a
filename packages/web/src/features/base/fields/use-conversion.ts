import { useQuery } from '@tanstack/react-query';
import { type Field, type FieldKind, leavesOutTimes, readShape, takesOtherMoments } from '@weft/core';
import type { ConversionPreview } from '@weft/protocol';
import { AppError } from '@weft/std';
import { rpc } from '../../../rpc.ts';
import { useDebounced } from '../../../shell/use-debounced.ts';
import type { BaseSession } from '../open/base-session.ts';

export interface Conversion {
  /** False: the field keeps its type, and its values. */
  readonly wanted: boolean;
  /** Whether the time of day of every value goes. */
  readonly losesTimes: boolean;
  readonly preview: ConversionPreview | null;
  readonly error: AppError | null;
}

export interface Wanted {
  readonly tableId: string;
  readonly field: Field | undefined;
  /** The settings the draft is based on: a colleague's later change of them is kept. */
  readonly from: Field['template'] | undefined;
  readonly type: FieldKind;
  /** Null: the server proposes the settings, for a select the options of the column. */
  readonly template: Field['template'] | null;
}

/** Preview of a field's cells after a change of type; computed by the server, which has all of them. */
export function useConversion(
  session: BaseSession,
  { tableId, field, from, type, template }: Wanted,
): Conversion {
  const to = { type, template };
  const begun = from !== undefined && field !== undefined ? { type: field.type, template: from } : field;
  const moved = field !== undefined && [field, begun].every((one) => one && takesOtherMoments(one, to));
  const wanted = field !== undefined && (field.type !== type || moved);
  const debounced = useDebounced(template, 300);
  const { timeZone, locale } = session.env;
  const query = useQuery({
    queryKey: ['conversion', session.client.basePublicId, tableId, field?.id, field?.type, type, debounced],
    // Links lead nowhere before a table is chosen.
    enabled: wanted && (debounced === null || readShape(type, debounced).ok),
    gcTime: 0,
    queryFn: ({ signal }) =>
      rpc.call(
        'fields.previewConversion',
        {
          basePublicId: session.client.basePublicId,
          ...{ tableId, fieldId: field?.id ?? '', type },
          ...(debounced !== null && { template: { ...debounced } }),
          conversionContext: { timezone: timeZone, locale },
        },
        { signal },
      ),
  });
  return {
    wanted,
    losesTimes: wanted && leavesOutTimes(field, to),
    preview: wanted ? (query.data ?? null) : null,
    error: wanted && query.error instanceof AppError ? query.error : null,
  };
}
