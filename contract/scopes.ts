// What a token may be used for. A scope never gives more rights than its user has.

export const scopes = ['read', 'comment', 'write', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** The default of authorizations and personal tokens. */
export const allScopes = scopes.join(' ')
