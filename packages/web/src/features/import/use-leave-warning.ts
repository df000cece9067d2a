import { useEffect, useRef } from 'react';

const leaveWarning = 'Are you sure you want to leave? Your progress may be lost.';

/** While an import runs, whoever closes the page is asked; `leave` is called as it goes. */
export function useLeaveWarning(running: boolean, leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (!running) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Browsers that still show a text of the page show this one.
      event.returnValue = leaveWarning;
    };
    const gone = () => latest.current();
    window.addEventListener('beforeunload', warn);
    window.addEventListener('pagehide', gone);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('pagehide', gone);
    };
  }, [running]);
}
