import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { streamOfOrder } from './interrupted-imports.ts';
import type { ServiceWizardProps } from './service-wizard.ts';
import { useServiceImport } from './use-service-import.ts';

/** The wizard of a service: what is imported is chosen, then matched with a table that is there, then it runs. */
export function useServiceWizard(props: ServiceWizardProps) {
  const { onClose, onBack = onClose, onImported, resuming = null, connectError = null } = props;
  const [matches, setMatches] = useState(false);
  const service = useServiceImport({ onFinished: onImported, onCancelled: onBack });
  const { run, base, clear, ask, isRunning, resume } = service;

  const started = useRef(false);
  useEffect(() => {
    if (resuming === null || started.current) return;
    // Not in the effect itself: in development React mounts twice, and leaving cancels.
    const timer = setTimeout(() => {
      started.current = true;
      void resume(resuming.importId, resuming.order.basePublicId, streamOfOrder(resuming.order));
    });
    return () => clearTimeout(timer);
  });

  // The browser's own way back would leave the import as Escape would: it asks first, like Escape.
  useBlocker({
    shouldBlockFn: () => {
      if (!isRunning()) return false;
      ask(true);
      return true;
    },
    enableBeforeUnload: false,
  });

  const isIdle = run.at === 'idle' && resuming === null;
  return {
    ...service,
    /** What is imported is being chosen. */
    chooses: isIdle && !matches,
    /** What was chosen is being matched with the table. */
    reviews: isIdle && matches,
    error: run.at === 'idle' ? (run.error ?? connectError) : null,
    review: () => {
      clear();
      setMatches(true);
    },
    back: () => {
      clear();
      if (!matches) onBack();
      setMatches(false);
    },
    dismiss: () => {
      if (run.at === 'running') ask(true);
      else if (run.at === 'finished' && base !== null) onImported(base);
      else onClose();
    },
  };
}
