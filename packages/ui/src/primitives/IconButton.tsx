import { PlainIconButton, type PlainIconButtonProps } from './PlainIconButton.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends PlainIconButtonProps {
  /** Without the tooltip, for example when a menu opens from it. */
  readonly plain?: boolean | undefined;
}

/** A quiet square button without a word; what it does is shown on hover too. */
export function IconButton({ plain = false, ...button }: IconButtonProps) {
  if (plain) return <PlainIconButton {...button} />;
  return (
    <Tooltip content={button.label}>
      <PlainIconButton {...button} />
    </Tooltip>
  );
}
