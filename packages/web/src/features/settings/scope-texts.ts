import type { Scope } from '@weft/protocol';

export const scopeTexts: { readonly [S in Scope]: { readonly label: string; readonly hint: string } } = {
  read: { label: 'Read', hint: 'Looks at everything you can see, and changes nothing.' },
  write: { label: 'Read and write', hint: 'Also creates, changes and deletes what you can.' },
  admin: {
    label: 'Everything',
    hint: 'Also your account, tokens and invitations, and what you see as an admin.',
  },
};

/** The widest of a token's scopes, in words. */
export const scopeLabel = (scopes: readonly Scope[]): string =>
  scopeTexts[scopes.includes('admin') ? 'admin' : scopes.includes('write') ? 'write' : 'read'].label;
