import { Icon, type IconType } from '@weft/ui';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly icon: IconType;
  readonly title: string;
  readonly text: string;
}

interface BeginChoiceProps<Value extends string> {
  readonly chosen: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChoose: (value: Value) => void;
}

/** What an app is made of. */
export function BeginChoice<Value extends string>({ chosen, choices, onChoose }: BeginChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-base">Begin with</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {choices.map(({ value, icon, title, text }) => (
          <label
            key={value}
            className="flex cursor-pointer items-center gap-3 rounded-lg border p-3 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-tint"
          >
            <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-hover text-text-muted">
              <Icon of={icon} size={20} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-body">{title}</span>
              <span className="block text-base text-text-muted">{text}</span>
            </span>
            <input
              type="radio"
              name="begin"
              className="size-4 accent-accent"
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
