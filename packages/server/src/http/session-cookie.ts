/** The cookie of a browser's session. */
export const sessionCookie = 'weft.session_token';
