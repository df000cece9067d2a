import type { Field, FieldEnv } from '@weft/core';

/** What every editor of an operand is given. */
export interface OperandProps {
  readonly field: Field;
  readonly env: FieldEnv;
  /** Read aloud. */
  readonly label: string;
  readonly value: unknown;
  /** Undefined: nothing is filled in. */
  readonly onChange: (value: unknown) => void;
}
