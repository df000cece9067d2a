import { Icon, lazyPart, optionStyle } from '@weft/ui';

const Drawing = lazyPart(
  () =>
    import('./workspace-icons.ts').then(({ workspaceDrawings }) => ({ name }: { readonly name: string }) => {
      const of = Object.hasOwn(workspaceDrawings, name)
        ? workspaceDrawings[name as keyof typeof workspaceDrawings]
        : undefined;
      return of === undefined ? null : <Icon of={of} size={14} />;
    }),
  () => null,
);

export interface WorkspaceTileProps {
  readonly name: string;
  readonly icon: string | null;
  readonly color: string | null;
}

/** A workspace as a small square of its colour; without an icon, its first letter. Its name stands beside it. */
export function WorkspaceTile({ name, icon, color }: WorkspaceTileProps) {
  return (
    <span
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-sm font-semibold text-micro"
      style={optionStyle(color ?? 'Gray')}
    >
      {icon === null ? (Array.from(name)[0] ?? '').toUpperCase() : <Drawing name={icon} />}
    </span>
  );
}
