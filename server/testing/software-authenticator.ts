// A passkey in software, as a browser and its authenticator would make and use it (WebAuthn, ES256, no attestation).

import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

export interface SoftwarePasskey {
  readonly id: string
  /** The fields with which a passkey is added. */
  register(options: { challenge: string }): {
    id: string
    client_data_json: string
    attestation_object: string
    transports: string[]
  }
  /** The response to the options of a page, as JSON. */
  use(options: { challenge: string }, more?: { isUserVerified?: boolean; origin?: string }): string
}

export function softwarePasskey(publicUrl: string): SoftwarePasskey {
  const { origin, hostname } = new URL(publicUrl)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin: from, crossOrigin: false }))
  const authenticatorData = (flags: number, attested = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5)
    head[0] = flags
    counter += 1
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(hostname), head, attested])
  }
  return {
    id: id.toString('base64url'),
    register({ challenge }) {
      const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
      const [left, right] = [x, y].map(part => Buffer.from(part, 'base64url')) as [Buffer, Buffer]
      // COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
      const key = [Buffer.from('a5010203262001215820', 'hex'), left, Buffer.from('225820', 'hex'), right]
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, ...key])
      const data = authenticatorData(present | verified | hasCredential, attested)
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        id: this.id,
        client_data_json: clientData('create', challenge).toString('base64url'),
        attestation_object: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    use({ challenge }, { isUserVerified = true, origin: from } = {}) {
      const client = clientData('get', challenge, from)
      const data = authenticatorData(present | (isUserVerified ? verified : 0))
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return JSON.stringify({
        id: this.id,
        rawId: this.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      })
    },
  }
}

const [present, verified, hasCredential] = [0x01, 0x04, 0x40] as const

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
