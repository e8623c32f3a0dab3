// Code that verifies the signature of a notification, in two languages and without packages. A test runs both on real
// notifications.

export const typescriptCode = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** Throws unless the notification was signed with this secret within the last five minutes. */
export function verify(secret: string, headers: Record<string, string | undefined>, body: string): void {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(ageSeconds < 300)) throw new Error('the notification is too old')

  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(id + '.' + timestamp + '.' + body).digest()
  const given = (headers['webhook-signature'] ?? '').split(' ')
  const isSigned = given.some(one => {
    const signature = Buffer.from(one.split(',')[1] ?? '', 'base64')
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
  if (!isSigned) throw new Error('the signature is wrong')
}
`

export const pythonCode = `import base64
import hashlib
import hmac
import time


def verify(secret: str, headers: dict[str, str], body: bytes) -> None:
    """Raises unless the notification was signed with this secret within the last five minutes."""
    message_id = headers["webhook-id"]
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("the notification is too old")

    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = message_id.encode() + b"." + timestamp.encode() + b"." + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = [one.partition(",")[2].encode() for one in headers["webhook-signature"].split()]
    if not any(hmac.compare_digest(one, expected) for one in given):
        raise ValueError("the signature is wrong")
`
