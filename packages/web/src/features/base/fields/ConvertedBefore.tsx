import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Field, type FieldKind, fieldType } from '@weft/core';
import { Button, toast } from '@weft/ui';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { rpc } from '../../../rpc.ts';
import { newId } from '../../../session/new-id.ts';
import { stepText } from '../edits/step-text.ts';
import type { BaseSession } from '../open/base-session.ts';
import { conversionFrom } from './conversion-from.ts';

export interface ConvertedBeforeProps {
  readonly session: BaseSession;
  readonly tableId: string;
  readonly field: Field;
  /** The type that is chosen for it. */
  readonly type: FieldKind;
  readonly onUndone: () => void;
}

/** Where a field is to get the type back that it was converted from: offers to undo that conversion instead. */
export function ConvertedBefore({ session, tableId, field, type, onUndone }: ConvertedBeforeProps) {
  const { basePublicId } = session.client;
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['own-conversions', basePublicId, field.id, field.type],
    gcTime: 0,
    queryFn: ({ signal }) =>
      rpc.call('history.list', { basePublicId, tableId, userId: session.person.id, limit: 100 }, { signal }),
  });
  const entryId = conversionFrom(data?.actions ?? [], field, type);
  if (entryId === null) return null;
  const undo = async () => {
    setBusy(true);
    try {
      const result = await rpc.call('history.undo', { basePublicId, entryId, actionId: newId('act') });
      const said = stepText('undo', result, session.state.metadata);
      if (said !== null) toast(said.text, { tone: said.tone });
      onUndone();
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
      setBusy(false);
    }
    void queries.invalidateQueries({ queryKey: ['base-history', basePublicId] });
  };
  return (
    <div className="flex flex-col items-start gap-2 text-small text-text-muted">
      <p>
        {`This field was of type ${fieldType(type).label}. Undo brings its values back as they were written; converting writes them anew.`}
      </p>
      <Button size="sm" loading={busy} onClick={() => void undo()}>
        Undo the conversion
      </Button>
    </div>
  );
}
