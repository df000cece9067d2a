import type { App, AppBlock, Setting } from '@weft/apps';
import type { Field } from '@weft/core';
import type { Json } from '@weft/documents';
import type { AppEditing } from '../app-editing.ts';

/** What the control of a setting works with. */
export interface SettingProps<K extends Setting['kind'] = Setting['kind']> {
  readonly editing: AppEditing;
  /** The block that it is of, also where it is a setting of its action. */
  readonly block: AppBlock;
  readonly setting: Extract<Setting, { readonly kind: K }>;
  /** The fields it chooses from. */
  readonly fields: readonly Field[];
  readonly value: Json | undefined;
  /** Null takes it away; `typed`: a letter of a text. */
  readonly onChange: (value: Json, how?: { readonly typed: boolean }) => void;
}

/** Blocks of the same page that list records. */
export const targetsOf = (app: App, page: string): readonly AppBlock[] =>
  [...app.blocks.values()].filter((block) => block.page === page && block.type.reads === 'many');
