// Records when personal tokens were last used: in batches, every two minutes, never while a request waits. A crash loses
// the uses of that time.

import type { Logger } from 'pino'
import type { Database } from '../../platform/sql/index.ts'
import { setLastUses } from '../grants/index.ts'
import type { AccessTokens } from './access-token.ts'

interface Uses {
  readonly db: Database
  readonly tokens: Pick<AccessTokens, 'takeUses'>
}

const intervalMs = 2 * 60_000

export function startTokenUseRecorder({ log, ...uses }: Uses & { log: Logger }): { close(): Promise<void> } {
  const record = () =>
    recordTokenUses(uses).catch(error => log.warn({ err: error }, 'failed to record uses of tokens; dropping them'))
  const timer = setInterval(record, intervalMs).unref()
  return {
    async close() {
      clearInterval(timer)
      await record()
    },
  }
}

export async function recordTokenUses({ db, tokens }: Uses): Promise<void> {
  const used = tokens.takeUses()
  if (used.length > 0) await db.write(tx => setLastUses(tx, used))
}
