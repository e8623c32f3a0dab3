// The token in an Authorization header (RFC 6750): the word Bearer in any case, a space, the token.

import { Problem } from '@tessera/contract'

export const findBearerToken = (authorization = ''): string | null =>
  /^bearer /i.test(authorization) ? authorization.slice(7).trimStart() : null

export function getBearerToken(authorization: string | undefined): string {
  const token = findBearerToken(authorization)
  if (token === null)
    throw new Problem('Unauthorized', 'An access token is required: Authorization: Bearer <ACCESS_TOKEN>')
  return token
}
