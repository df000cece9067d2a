/** What a token may do. Each includes those before it; the person's role holds besides. */
export const scopes = ['read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** `open`: the call answers whoever asks, so a token makes no difference. `none`: a session's alone. */
export type CallScope = Scope | 'open' | 'none';
