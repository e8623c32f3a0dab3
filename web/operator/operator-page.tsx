// The page for operators: health, job queue, failed jobs, storage and limits.

import { useSession } from '../session/session.tsx'
import { Shell } from '../session/shell.tsx'
import { useHash } from '../ui/hash.ts'
import { Empty } from '../ui/panel.tsx'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { Facts } from './facts.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { Health } from './health.tsx'
import { Limits } from './limits.tsx'
import { useOperatorWords } from './operator-words.ts'
import { Queue } from './queue.tsx'
import { useStats } from './use-stats.ts'
import './operator-page.css'

export function OperatorPage() {
  const { me } = useSession()
  const words = useOperatorWords()
  if (me.application_role?.can_list_organizations) return <ForOperators />
  return (
    <Shell title={words.title}>
      <Empty title={words.notForYou}>
        <p>{words.notForYouHint}</p>
      </Empty>
    </Shell>
  )
}

function ForOperators() {
  const words = useOperatorWords()
  const load = useStats()
  const { loaded } = load
  const dead = loaded.state === 'ready' ? loaded.value.jobs.reduce((sum, job) => sum + job.dead, 0) : 0
  const parts = [
    { hash: '', label: words.overview },
    { hash: 'dead', label: words.dead, count: dead },
  ]
  const current = useHash() === 'dead' ? 'dead' : ''
  return (
    <Shell title={words.title} lead={words.lead} parts={parts} current={current}>
      {current === 'dead' ? (
        <FailedJobs onChange={load.reload} />
      ) : (
        <WhenLoaded load={load} lines={6}>
          {figures => (
            <>
              <Health jobs={figures.jobs} />
              <Queue jobs={figures.jobs} />
              <Facts installation={figures.installation} />
              <Limits installation={figures.installation} />
            </>
          )}
        </WhenLoaded>
      )}
    </Shell>
  )
}
