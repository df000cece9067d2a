import { useQuery } from '@tanstack/react-query';
import type { Field, FieldKind } from '@weft/core';
import type { ConversionPreview } from '@weft/protocol';
import { AppError } from '@weft/std';
import { rpc } from '../../rpc.ts';
import { useDebounced } from '../../shell/use-debounced.ts';
import type { BaseSession } from './base-session.ts';
import { leavesOutTimes, takesOtherMoments } from './moment-conversion.ts';

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
  /** The settings that are being changed: a colleague's change of them is not this person's. */
  readonly from: Field['template'] | undefined;
  readonly type: FieldKind;
  /** Null: the server proposes the settings, for a select the options of the column. */
  readonly template: Field['template'] | null;
}

/** What becomes of a field's cells if it takes another type; asked of the server, which knows them all. */
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
    enabled: wanted,
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
