/** An id beside another, that no clock and chance make: its last digit is the next. */
const nextOf = (rest: string): string =>
  rest.slice(0, -1) + ((Number.parseInt(rest.slice(-1), 36) + 1) % 36).toString(36);

/** The ids of what every form's base has. They follow from the form's, so that making them twice makes them once. */
export function answerIdsOf(flowId: string): {
  readonly tableId: string;
  readonly viewId: string;
  readonly submittedId: string;
  /** Of a quiz. */
  readonly scoreId: string;
  /** What people who read the results mark answers with. */
  readonly starredId: string;
  readonly tagsId: string;
  /** The address that was proved, where the form asks for a code by mail. */
  readonly verifiedId: string;
  /** The language that was answered in, where the form has several. */
  readonly languageId: string;
} {
  const rest = flowId.slice(3);
  const score = nextOf(rest);
  const starred = nextOf(score);
  const tags = nextOf(starred);
  const verified = nextOf(tags);
  return {
    tableId: `tbl${rest}`,
    viewId: `viw${rest}`,
    submittedId: `fld${rest}`,
    scoreId: `fld${score}`,
    starredId: `fld${starred}`,
    tagsId: `fld${tags}`,
    verifiedId: `fld${verified}`,
    languageId: `fld${nextOf(verified)}`,
  };
}

/** The fields that only the form itself writes: when an answer was sent, by whom it was proved to be, in which language, and its score. */
export function ownFieldIds(flowId: string): readonly string[] {
  const { submittedId, verifiedId, languageId, scoreId } = answerIdsOf(flowId);
  return [submittedId, verifiedId, languageId, scoreId];
}
