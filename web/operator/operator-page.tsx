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
import { useOperatorMessages } from './operator-messages.ts'
import { Queue } from './queue.tsx'
import { useStats } from './use-stats.ts'
import './operator-page.css'

export function OperatorPage() {
  const { me } = useSession()
  const messages = useOperatorMessages()
  if (me.application_role?.can_list_organizations) return <ForOperators />
  return (
    <Shell title={messages.title}>
      <Empty title={messages.notForYou}>
        <p>{messages.notForYouHint}</p>
      </Empty>
    </Shell>
  )
}

function ForOperators() {
  const messages = useOperatorMessages()
  const load = useStats()
  const { loaded } = load
  const dead = loaded.state === 'ready' ? loaded.value.jobs.reduce((sum, job) => sum + job.dead, 0) : 0
  const parts = [
    { hash: '', label: messages.overview },
    { hash: 'dead', label: messages.dead, count: dead },
  ]
  const current = useHash() === 'dead' ? 'dead' : ''
  return (
    <Shell title={messages.title} lead={messages.lead} parts={parts} current={current}>
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
