// Passwords: argon2id with the parameters OWASP names, kept as a PHC string that carries its own. A few are computed at a
// time, so that many sign-ins at once cannot take the machine; beyond a bounded queue the caller is asked to come later.

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '@tessera/contract'
import { semaphore } from '../semaphore.ts'

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32
const mostAtOnce = 2
const mostWaiting = 100

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await inTurn(() => derive(password, salt, cost, tagBytes))
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Takes the same time whether there is a hash to compare with or not. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const { salt, tag, ...used } = parse(hash ?? standIn)
  const derived = await inTurn(() => derive(password, salt, used, tag.length))
  return timingSafeEqual(derived, tag) && hash !== null
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
const standIn = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

function parse(hash: string): Cost & { salt: Buffer; tag: Buffer } {
  const found = phc.exec(hash)
  if (!found) throw new Error('a stored password hash is not one of ours')
  const [, memory, passes, parallelism, salt, tag] = found as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const run = promisify(argon2)

// The same password typed on another keyboard may come composed differently.
const derive = (password: string, nonce: Buffer, used: Cost, tagLength: number): Promise<Buffer> =>
  run('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...used })

const inOrder = semaphore(mostAtOnce)
let asked = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (asked >= mostAtOnce + mostWaiting)
    throw new Problem('ServiceUnavailable', 'Too many passwords are being checked', { retryAfterSeconds: 5 })
  asked += 1
  try {
    return await inOrder(work)
  } finally {
    asked -= 1
  }
}
