import type { Field, FieldEnv } from '@weft/core';
import type { GridActions } from '@weft/ui/grid';

/** What every editor of an operand is given. */
export interface OperandProps {
  readonly field: Field;
  readonly env: FieldEnv;
  readonly linkSource: GridActions['linkSource'];
  /** Read aloud. */
  readonly label: string;
  readonly value: unknown;
  /** Undefined: nothing is filled in. */
  readonly onChange: (value: unknown) => void;
}
