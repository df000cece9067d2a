import { type RefObject, useEffect, useRef, useState } from 'react';

/** Narrower pages are laid out as on a phone: what shows a desktop is drawn this wide, and shown smaller. */
const desktopWidth = 768;

interface FrameScale {
  /** Around the frame. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** 1 where there is room. */
  readonly scale: number;
}

export function useFrameScale(device: 'desktop' | 'phone'): FrameScale {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(desktopWidth);
  useEffect(() => {
    const around = box.current;
    if (around === null) return;
    const sizes = new ResizeObserver(() => setWidth(around.clientWidth));
    sizes.observe(around);
    return () => sizes.disconnect();
  }, []);
  return { box, scale: device === 'desktop' && width > 0 ? Math.min(1, width / desktopWidth) : 1 };
}
