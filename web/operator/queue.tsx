// The job queue by type of job.

import { formatDuration } from '../ui/format-amount.ts'
import { Empty, Panel } from '../ui/panel.tsx'
import { useOperatorMessages } from './operator-messages.ts'
import type { JobStats } from './use-stats.ts'

const columns = ['waiting', 'retrying', 'scheduled', 'running', 'done'] as const

export function Queue({ jobs }: { jobs: readonly JobStats[] }) {
  const messages = useOperatorMessages()
  return (
    <Panel title={messages.queue} lead={messages.queueLead}>
      {jobs.length === 0 ? (
        <Empty title={messages.queueEmpty} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="queue-around" tabIndex={0} aria-label={messages.queueTable}>
          <table className="queue">
            <thead>
              <tr>
                <th scope="col">{messages.job}</th>
                {columns.map(name => (
                  <th key={name} scope="col">
                    {messages[name]}
                  </th>
                ))}
                <th scope="col">{messages.deadColumn}</th>
                <th scope="col">{messages.oldest}</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map(job => (
                <tr key={job.name}>
                  <th scope="row">
                    <code>{job.name}</code>
                  </th>
                  {columns.map(name => (
                    <td key={name} className={job[name] === 0 ? 'queue-none' : undefined}>
                      {job[name]}
                    </td>
                  ))}
                  <td className={job.dead === 0 ? 'queue-none' : 'queue-dead'}>{job.dead}</td>
                  <td className={job.oldest_at === null ? 'queue-none' : undefined}>
                    {job.oldest_at === null
                      ? messages.nothingWaits
                      : formatDuration(Math.max(0, Date.now() - Date.parse(job.oldest_at)))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  )
}
