import { useSyncExternalStore } from 'react';

const listen = (hear: () => void) => {
  addEventListener('hashchange', hear);
  return () => removeEventListener('hashchange', hear);
};

/**
 * The code of a mail's link: it stands behind `#`, so that it is in no log on the way. Whoever opened half a link and
 * pastes the whole one into the same tab loads no new page: the code changes here.
 */
export const useCodeInAddress = (): string =>
  useSyncExternalStore(listen, () => location.hash.replace(/^#/, ''));
