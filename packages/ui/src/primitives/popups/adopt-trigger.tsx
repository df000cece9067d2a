import { type ReactElement, type RefCallback, type RefObject, useLayoutEffect } from 'react';

interface AdoptProps {
  readonly element: RefObject<HTMLElement | null>;
  readonly into: RefCallback<HTMLElement>;
}

function Adopt({ element, into }: AdoptProps) {
  useLayoutEffect(() => {
    into(element.current);
    return () => void into(null);
  }, [element, into]);
  return null;
}

/** For `render` of a trigger of Base UI: it takes the button that is in the page already, and draws none. */
export const adopting =
  (element: RefObject<HTMLElement | null>) =>
  (props: object): ReactElement => (
    <Adopt element={element} into={(props as { readonly ref: RefCallback<HTMLElement> }).ref} />
  );
