// What the claims of a provider say about a person. Claims come from outside: nothing is assumed about their types.

import { adminRole, guestRole, organizationRoles } from '@tessera/contract'
import type { OidcConfig } from '../../platform/config/index.ts'

export type Claims = Readonly<Record<string, unknown>>

/** What an address may be called verified by. It counts only together with the address that it came with. */
const addressClaims = ['email', 'email_verified', 'xms_edov']
const nameClaims = ['given_name', 'family_name', 'name']

/**
 * The claims of the ID token, with what only userinfo says about the person. Userinfo is not about this sign-in, so its
 * times and sessions do not count.
 */
export function combineClaims<IdToken extends Claims>(
  idToken: IdToken,
  userInfo: Claims,
  { roleClaim }: Pick<OidcConfig, 'roleClaim'>,
): IdToken {
  const source = idToken.email === undefined ? userInfo : idToken
  const added = [...nameClaims, ...(roleClaim === undefined ? [] : [roleClaim])]
  return { ...pick(userInfo, added), ...idToken, ...pick(source, addressClaims) }
}

const pick = (claims: Claims, names: readonly string[]): Claims =>
  Object.fromEntries(names.map(name => [name, claims[name]]))

/**
 * When the person signed in at the provider: null if the ID token does not say, undefined if it says something else than a
 * time that has been.
 */
export function authenticationTime({ auth_time }: Claims, nowSeconds: number): number | null | undefined {
  if (auth_time === undefined) return null
  return typeof auth_time === 'number' && auth_time >= 0 && auth_time <= nowSeconds ? auth_time : undefined
}

/** Returns the address if the provider says that it has verified that it belongs to this person. */
export function verifiedEmail(claims: Claims): string | null {
  const { email, email_verified } = claims
  if (typeof email !== 'string' || email.length > 254 || !/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/.test(email))
    return null
  // Some providers send booleans as strings.
  const isVerified = email_verified === true || email_verified === 'true' || isVerifiedByEntra(claims)
  return isVerified ? email : null
}

/** Microsoft has a claim of its own, which says that the owner of the domain has verified it. */
const isVerifiedByEntra = ({ iss, xms_edov, email_verified }: Claims): boolean =>
  email_verified === undefined &&
  typeof iss === 'string' &&
  new URL(iss).origin === 'https://login.microsoftonline.com' &&
  [true, 'true', 1, '1'].includes(xms_edov as boolean)

export const isAllowedDomain = ({ domains }: Pick<OidcConfig, 'domains'>, email: string): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

export function personName(claims: Claims): { first_name: string; last_name: string } {
  const [first, last, name] = ['given_name', 'family_name', 'name'].map(key => textOf(claims[key]))
  if (first || last) return { first_name: first ?? '', last_name: last ?? '' }
  const [start = '', ...rest] = (name ?? '').split(/\s+/)
  return { first_name: start, last_name: rest.join(' ') }
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim.trim().slice(0, 255) : '')

const rolesByClaim: Readonly<Record<string, number>> = {
  admin: adminRole,
  user: organizationRoles.standard.id,
  guest: guestRole,
}

/** Returns the organization role with the most rights among the claim's values, or null if it names none. */
export function claimedRole({ roleClaim }: Pick<OidcConfig, 'roleClaim'>, claims: Claims): number | null {
  if (roleClaim === undefined) return null
  const values = [claims[roleClaim]].flat().map(value => String(value).trim().toLowerCase())
  const found = Object.keys(rolesByClaim).find(name => values.includes(name))
  return found === undefined ? null : (rolesByClaim[found] as number)
}
