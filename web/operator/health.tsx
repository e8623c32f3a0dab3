// The health summary: whether jobs are late or failed, and the totals over all jobs.

import { ButtonLink } from '../ui/button.tsx'
import { formatDuration } from '../ui/format-amount.ts'
import { useOperatorWords } from './operator-words.ts'
import type { JobStats } from './use-stats.ts'

const lateMs = 60_000

export function Health({ jobs }: { jobs: readonly JobStats[] }) {
  const words = useOperatorWords()
  const sum = (name: 'waiting' | 'retrying' | 'running' | 'done' | 'dead') =>
    jobs.reduce((total, job) => total + job[name], 0)
  const oldest = jobs.flatMap(({ oldest_at }) => oldest_at ?? []).sort()[0]
  const waitedMs = oldest === undefined ? 0 : Math.max(0, Date.now() - Date.parse(oldest))
  const dead = sum('dead')
  const isLate = waitedMs > lateMs
  const isWell = dead === 0 && !isLate
  return (
    <section className={isWell ? 'health health-good' : 'health health-bad'} aria-labelledby="health">
      <div className="health-words" role="status">
        <h2 id="health">{isWell ? words.well : words.needsYou}</h2>
        <p>
          {isWell && words.wellHint}
          {dead > 0 && words.deadHint(dead)} {isLate && words.lateHint(Math.floor(waitedMs / 60_000))}
        </p>
        {dead > 0 && <ButtonLink href="#dead">{words.seeDead}</ButtonLink>}
      </div>
      <dl className="health-figures">
        {(['waiting', 'retrying', 'running', 'done', 'dead'] as const).map(name => (
          <div key={name}>
            <dt>{words.figures[name]}</dt>
            <dd>{sum(name)}</dd>
          </div>
        ))}
        <div>
          <dt>{words.figures.oldest}</dt>
          <dd>{oldest === undefined ? words.nothingWaits : formatDuration(waitedMs)}</dd>
        </div>
      </dl>
      <p className="health-note">{words.refreshed}</p>
    </section>
  )
}
