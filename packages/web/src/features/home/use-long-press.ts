import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Milliseconds a finger rests before it selects. */
const restsFor = 500;
/** Pixels it may move meanwhile; beyond them it scrolls. */
const mayMove = 10;

/**
 * Handlers of an item for a finger that rests on it. The click that follows is swallowed; so is the browser's own
 * menu, which some show at that moment. With a mouse `onMenu` opens the item's menu by the other button.
 */
export function useLongPress(onLongPress: () => void, onMenu: (event: MouseEvent) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const isTouch = useRef(false);
  const isDone = useRef(false);
  const cancel = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  const finish = () => {
    if (isDone.current) return;
    isDone.current = true;
    cancel();
    onLongPress();
  };
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      isTouch.current = pointerType !== 'mouse';
      isDone.current = false;
      cancel();
      if (isTouch.current) press.current = { timer: setTimeout(finish, restsFor), x: clientX, y: clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const at = press.current;
      if (at !== null && Math.hypot(clientX - at.x, clientY - at.y) > mayMove) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onClickCapture: (event: MouseEvent) => {
      if (!isTouch.current || !isDone.current) return;
      isDone.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      if (isTouch.current) finish();
      else onMenu(event);
    },
  };
}
