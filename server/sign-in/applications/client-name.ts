// The name under which an application asks for consent. Nobody verifies the names of applications that register or
// describe themselves, so at least they must be shown as they are written.

const maxNameLength = 255

/**
 * Characters that are invisible or change the order of the characters around them. Joiners are part of some scripts and
 * emoji.
 */
const deceptive = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

/** Returns the name without surrounding spaces, or null if it is not a valid name. */
export function readClientName(value: unknown): string | null {
  const name = typeof value === 'string' ? value.trim() : ''
  return name === '' || name.length > maxNameLength || deceptive.test(name) ? null : name
}

export const clientNameRule = `client_name must be 1 to ${maxNameLength} visible characters`
