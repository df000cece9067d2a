/**
 * JSON that PostgreSQL's `jsonb` takes: texts of strangers lose what it cannot hold, NUL and halves of surrogate pairs. Of
 * texts that are no answers yet: an answer that holds any is refused, in words, beside its question.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  );
