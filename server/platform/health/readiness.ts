// Whether this node should get requests: the phase of its lifecycle, and checks of its dependencies. Probes are cheap,
// however frequent: concurrent ones share a run of the checks, and a result is used for up to a second.

import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

export type Phase = 'starting' | 'waiting-for-database' | 'migrating' | 'ready' | 'draining'

export const checkNames = ['database', 'commits', 'redis', 'storage', 'disk'] as const
export type CheckName = (typeof checkNames)[number]

/**
 * Why a part cannot be used. Anyone may read the message, because probes need no token. Other errors are only logged.
 */
export class CheckFailure extends Error {}

/** Resolves with a detail if there is one to report, and rejects if the part cannot be used. */
export type Check = () => Promise<string | undefined>
export type Checks = Readonly<Record<CheckName, Check>>

export interface CheckResult {
  readonly ok: boolean
  readonly detail?: string
}

export interface ReadinessReport {
  readonly ready: boolean
  readonly phase: Phase
  readonly checks: Readonly<Record<CheckName, CheckResult>>
}

interface Timing {
  readonly deadlineMs: number
  readonly cacheMs: number
}

type Results = Readonly<Record<CheckName, CheckResult>>

export class Readiness {
  phase: Phase = 'starting'
  /** Null until the parts to check are open. */
  checks: Checks | null = null
  readonly #log: Logger
  readonly #timing: Timing
  readonly #failing = new Set<CheckName>()
  #results: Results | null = null
  #checkedAt = Number.NEGATIVE_INFINITY
  #running: Promise<Results> | null = null

  /** `timing` is for tests. */
  constructor(log: Logger, timing: Timing = { deadlineMs: 2_000, cacheMs: 1_000 }) {
    this.#log = log
    this.#timing = timing
  }

  /** The excluded parts are checked and reported, but the node is ready without them. */
  async check(exclude: ReadonlySet<CheckName> = new Set()): Promise<ReadinessReport> {
    const checks = this.checks ? await this.#runShared(this.checks) : notStarted
    const isUsable = checkNames.every(name => checks[name].ok || exclude.has(name))
    return { ready: this.phase === 'ready' && isUsable, phase: this.phase, checks }
  }

  async #runShared(checks: Checks): Promise<Results> {
    if (this.#results && performance.now() - this.#checkedAt < this.#timing.cacheMs) return this.#results
    this.#running ??= this.#run(checks).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #run(checks: Checks): Promise<Results> {
    const results = await Promise.all(checkNames.map(async name => [name, await this.#runOne(name, checks[name])]))
    this.#results = Object.fromEntries(results) as Results
    this.#checkedAt = performance.now()
    return this.#results
  }

  async #runOne(name: CheckName, check: Check): Promise<CheckResult> {
    const { deadlineMs } = this.#timing
    const stop = new AbortController()
    const tooLate = delay(deadlineMs, undefined, { signal: stop.signal, ref: false }).then(() => {
      throw new CheckFailure(`no response within ${deadlineMs / 1_000} s`)
    })
    try {
      const detail = await Promise.race([check(), tooLate])
      this.#recovered(name)
      return detail === undefined ? { ok: true } : { ok: true, detail }
    } catch (error) {
      this.#failed(name, error)
      return { ok: false, detail: error instanceof CheckFailure ? error.message : 'failed; the log has the cause' }
    } finally {
      stop.abort()
    }
  }

  #failed(check: CheckName, error: unknown): void {
    if (this.#failing.has(check)) return
    this.#failing.add(check)
    this.#log.warn({ check, err: error }, `readiness check failed: ${check}; checking again on the next probe`)
  }

  #recovered(check: CheckName): void {
    if (this.#failing.delete(check)) this.#log.info({ check }, `readiness check passes again: ${check}`)
  }
}

const notStarted = Object.fromEntries(
  checkNames.map(name => [name, { ok: false, detail: 'not checked yet: the server is starting' }]),
) as unknown as Results
