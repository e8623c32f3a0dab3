// The secrets of a sign-in with PKCE (RFC 7636).

import { createHash, randomBytes } from 'node:crypto'

export function newPkce() {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return {
    code_verifier,
    code_challenge,
    code_challenge_method: 'S256' as const,
    state: randomBytes(16).toString('base64url'),
  }
}
