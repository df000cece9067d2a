interface OpenSettings {
  readonly disabledForm: boolean;
  readonly maxSubmissions: number | null;
  /** ISO 8601 in UTC with milliseconds: the order of such texts is that of the moments. */
  readonly expirationDate: string | null;
  readonly openDate: string | null;
}

/** Whether a flow that strangers answer is closed by hand, or expired (specification 3, section 4); null: neither. */
export function flowStatus(
  { disabledForm, maxSubmissions, expirationDate, openDate }: OpenSettings,
  now: string,
): 'closed' | 'expired' | null {
  const isOver = expirationDate !== null && now >= expirationDate;
  const isEarly = openDate !== null && now < openDate;
  if (isOver || isEarly || (disabledForm && maxSubmissions !== null)) return 'expired';
  return disabledForm ? 'closed' : null;
}
