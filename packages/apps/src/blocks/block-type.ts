import type { Settings } from '../settings.ts';

/** What a block does with the records of its table. */
type BlockReads =
  /** It lists them a page at a time: what it shows may be searched, sorted and filtered. */
  | 'many'
  /** It shows one. */
  | 'one'
  /** It only tells what they come to. */
  | 'sums';

/** Everything that is known of one kind of block. One module, one line in `block-types.ts`. */
export interface BlockType {
  /** As the editor offers it: 'List'. */
  readonly label: string;
  /** As the editor groups what can be added. */
  readonly group: 'records' | 'content' | 'layout' | 'control';
  readonly settings: Settings;
  /** Settings without which it shows nothing. */
  readonly needs: readonly string[];
  readonly reads?: BlockReads;
  /** It takes what people fill in, into the record that `mode` says. */
  readonly takes?: true;
  /** Other blocks stand in it: any, or sections alone. */
  readonly holds?: 'any' | 'sections';
  /** Settings of a new one. */
  readonly initial?: { readonly [name: string]: string | number | boolean };
}
