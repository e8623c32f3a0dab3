// The health summary: whether jobs are late or failed, and the totals over all jobs.

import { ButtonLink } from '../ui/button.tsx'
import { formatDuration } from '../ui/format-amount.ts'
import { useOperatorMessages } from './operator-messages.ts'
import type { JobStats } from './use-stats.ts'

const lateMs = 60_000

export function Health({ jobs }: { jobs: readonly JobStats[] }) {
  const messages = useOperatorMessages()
  const sum = (name: 'waiting' | 'retrying' | 'running' | 'done' | 'dead') =>
    jobs.reduce((total, job) => total + job[name], 0)
  const oldest = jobs.flatMap(({ oldest_at }) => oldest_at ?? []).sort()[0]
  const waitedMs = oldest === undefined ? 0 : Math.max(0, Date.now() - Date.parse(oldest))
  const dead = sum('dead')
  const isLate = waitedMs > lateMs
  const isWell = dead === 0 && !isLate
  return (
    <section className={isWell ? 'health health-good' : 'health health-bad'} aria-labelledby="health">
      <div className="health-text" role="status">
        <h2 id="health">{isWell ? messages.well : messages.needsYou}</h2>
        <p>
          {isWell && messages.wellHint}
          {dead > 0 && messages.deadHint(dead)} {isLate && messages.lateHint(Math.floor(waitedMs / 60_000))}
        </p>
        {dead > 0 && <ButtonLink href="#dead">{messages.seeDead}</ButtonLink>}
      </div>
      <dl className="health-figures">
        {(['waiting', 'retrying', 'running', 'done', 'dead'] as const).map(name => (
          <div key={name}>
            <dt>{messages.figures[name]}</dt>
            <dd>{sum(name)}</dd>
          </div>
        ))}
        <div>
          <dt>{messages.figures.oldest}</dt>
          <dd>{oldest === undefined ? messages.nothingWaits : formatDuration(waitedMs)}</dd>
        </div>
      </dl>
      <p className="health-note">{messages.refreshed}</p>
    </section>
  )
}
