// Browsers in which a person has signed in before, recognized by a cookie that stays after they sign out. They are only
// used to tell their attempts from those of strangers, and to send mail about a sign-in in a new browser. A known
// device never replaces a factor.

import { emailKey } from '../../accounts/identity/index.ts'
import type { Cookie, PageCall } from '../../platform/pages/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import { hashSecret, newSecret } from '../../tools/index.ts'
import { deleteOldDevices, hasDevice, insertDevice } from './known-device-store.ts'

/** The maximum lifetime that browsers allow for a cookie. */
const lifeSeconds = 400 * 24 * 60 * 60
const secretShape = /^[\w-]{43}$/

type Browser = Pick<PageCall, 'cookies' | 'address' | 'userAgent' | 'now'>

/** Returns the secret of the browser if it was used to sign in to this account before. */
export async function findKnownDevice(
  db: Reader,
  { email, publicUrl, cookies }: { email: string; publicUrl: string; cookies: PageCall['cookies'] },
): Promise<string | null> {
  const secret = deviceSecret(publicUrl, cookies)
  return secret !== null && (await hasDevice(db, emailKey(email), hashSecret(secret))) ? secret : null
}

/** Called at a completed sign-in. `isNew` is true if the person has not signed in with this browser before. */
export async function rememberDevice(
  tx: Tx,
  user_id: number,
  { publicUrl, browser }: { publicUrl: string; browser: Browser },
): Promise<{ isNew: boolean; cookie: Cookie }> {
  const { cookies, address, userAgent: user_agent, now } = browser
  // Several people may use one browser: it has one secret, and a row for each of them.
  const secret = deviceSecret(publicUrl, cookies) ?? newSecret()
  await deleteOldDevices(tx, user_id, new Date(Date.parse(now) - lifeSeconds * 1000).toISOString())
  const row = { user_id, hash: hashSecret(secret), user_agent, address, created_at: now, last_seen_at: now }
  const isNew = await insertDevice(tx, row)
  return { isNew, cookie: { name: cookieName(publicUrl), value: secret, maxAgeSeconds: lifeSeconds } }
}

function deviceSecret(publicUrl: string, cookies: PageCall['cookies']): string | null {
  const secret = cookies.get(cookieName(publicUrl)) ?? ''
  return secretShape.test(secret) ? secret : null
}

// The __Host- prefix keeps sibling domains from setting the cookie. Browsers accept it over https only.
const cookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-tessera-device' : 'tessera-device')
