import { type LazyPart, lazyPart } from '@weft/ui';
import type { ComponentType } from 'react';
import { PartNotice } from '../../../shell/PartNotice.tsx';

/** A tool's editor, fetched when its button is near. */
function lazyEditor<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  return lazyPart(load, ({ part }) => (
    <div className="p-1">
      <PartNotice what={what} part={part} />
    </div>
  ));
}

export const FilterEditor = lazyEditor('The filter', () =>
  import('./FilterEditor.tsx').then((part) => part.FilterEditor),
);
export const SortEditor = lazyEditor('The sort', () =>
  import('./SortEditor.tsx').then((part) => part.SortEditor),
);
export const GroupEditor = lazyEditor('The groups', () =>
  import('./GroupEditor.tsx').then((part) => part.GroupEditor),
);
export const FieldsEditor = lazyEditor('The list of fields', () =>
  import('./FieldsEditor.tsx').then((part) => part.FieldsEditor),
);
