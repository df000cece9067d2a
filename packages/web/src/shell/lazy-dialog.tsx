import { type LazyPart, lazyPart, type PartOnItsWay } from '@weft/ui';
import { type ComponentType, useEffect, useRef } from 'react';
import { sayPartMissing } from './say-part-missing.ts';

interface DialogProps {
  /** Left out: it is open while it is there. */
  readonly open?: boolean;
  readonly onClose: () => void;
}

function Meanwhile({ open = true, onClose, part }: DialogProps & { readonly part: PartOnItsWay }) {
  const { error, retry } = part;
  const close = useRef(onClose);
  close.current = onClose;
  const said = useRef<unknown>(null);
  useEffect(() => {
    if (error === null || !open) return;
    if (said.current === error) return retry();
    said.current = error;
    void sayPartMissing('This dialog');
    close.current();
  }, [error, open, retry]);
  return null;
}

/** A dialog fetched when it is asked for. One that cannot be fetched says so and does not open: pressing again tries again. */
export const lazyDialog = <Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> => lazyPart(load, Meanwhile);
