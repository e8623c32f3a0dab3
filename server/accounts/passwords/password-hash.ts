// Password hashing: argon2id with the parameters OWASP recommends, stored as a PHC string. Concurrency is limited so that
// many sign-ins cannot exhaust the machine; if the queue is full, the caller gets ServiceUnavailable. Sign-in has a queue
// of its own: people who are signed in cannot delay it with password checks.

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '@tessera/contract'
import { Semaphore } from '../../tools/index.ts'

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** `account` is for signed-in people who change or re-enter their password. */
export type HashQueue = 'sign-in' | 'account'

export async function hashPassword(password: string, queue: HashQueue = 'sign-in'): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await queues[queue](() => derive(password, salt, cost, tagBytes))
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encodeUnpadded(salt)}$${encodeUnpadded(tag)}`
}

/** Takes the same time with and without a hash, so that timing does not reveal whether an account exists. */
export async function isPassword(
  password: string,
  hash: string | null,
  queue: HashQueue = 'sign-in',
): Promise<boolean> {
  const { salt, tag, ...used } = parse(hash ?? dummyHash)
  const derived = await queues[queue](() => derive(password, salt, used, tag.length))
  return timingSafeEqual(derived, tag) && hash !== null
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

function parse(hash: string): Cost & { salt: Buffer; tag: Buffer } {
  const found = phc.exec(hash)
  if (!found) throw new Error('a stored password hash is not an argon2id PHC string')
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

const encodeUnpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const run = promisify(argon2)

// NFKC: keyboards differ in how they compose the same characters.
const derive = (password: string, nonce: Buffer, used: Cost, tagLength: number): Promise<Buffer> =>
  run('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...used })

// Stays below the number of threads that Node uses for hashing and for files.
const queues: Readonly<Record<HashQueue, ReturnType<typeof hashQueue>>> = {
  'sign-in': hashQueue({ maxConcurrent: 2, maxQueued: 100 }),
  account: hashQueue({ maxConcurrent: 1, maxQueued: 50 }),
}

function hashQueue({ maxConcurrent, maxQueued }: { maxConcurrent: number; maxQueued: number }) {
  const refusal = () =>
    new Problem('ServiceUnavailable', 'Too many password checks are in progress', { retryAfterSeconds: 5 })
  const concurrency = new Semaphore(maxConcurrent, { queue: { max: maxQueued, refusal } })
  return <T>(work: () => Promise<T>): Promise<T> => concurrency.run(work)
}
