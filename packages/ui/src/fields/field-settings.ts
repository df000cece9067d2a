import type { FieldKind, Template } from '@weft/core';

/** What the settings of a kind are given. Every change is a whole new template. */
export interface FieldSettingsProps<K extends FieldKind = FieldKind> {
  readonly template: Template<K>;
  readonly onChange: (template: Template<K>) => void;
}
