// What a token may be used for. A scope never gives more rights than its user has, and none includes another.

export const scopes = ['read', 'comment', 'write', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** The default of authorizations and personal tokens. */
export const allScopes = scopes.join(' ')

/** `granted` is a list separated by spaces. No name of a scope is part of another, so searching the text is enough. */
export const hasScope = (granted: string, needed: Scope): boolean => granted.includes(needed)

/** Without duplicates and in the order of the table; null if it names no scope or one that does not exist. */
export function normalizeScope(text: string): string | null {
  const words = text.split(/\s+/).filter(word => word !== '')
  if (words.length === 0 || words.some(word => !(scopes as readonly string[]).includes(word))) return null
  return scopes.filter(scope => words.includes(scope)).join(' ')
}
