// The server in numbers: process, database, storage, deliveries and totals.

import type { ReactNode } from 'react'
import { useLanguage } from '../messages/language.ts'
import { formatBytes } from '../ui/format-amount.ts'
import { Panel } from '../ui/panel.tsx'
import { Ago } from '../ui/times.tsx'
import { useOperatorMessages } from './operator-messages.ts'
import type { Installation } from './use-stats.ts'

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export function Facts({
  installation: { version, process, database, storage, deliveries, counts },
}: {
  installation: Installation
}) {
  const messages = useOperatorMessages()
  const language = useLanguage()
  return (
    <>
      <Panel title={messages.installation}>
        <dl className="facts">
          <Fact name={messages.version}>
            {version} · Node {process.node}
          </Fact>
          <Fact name={messages.started}>
            <Ago at={process.started_at} />
          </Fact>
          <Fact name={messages.memory}>{formatBytes(process.memory_bytes)}</Fact>
          <Fact name={messages.database}>
            {engines[database.engine]} {database.version}, {formatBytes(database.bytes)}
          </Fact>
          <Fact name={messages.storage}>
            {messages.kinds[storage.kind]}: {messages.files(storage.files)}, {formatBytes(storage.bytes)}
          </Fact>
          <Fact name={messages.free}>
            {storage.free_bytes === null ? messages.unknown : formatBytes(storage.free_bytes)}
          </Fact>
        </dl>
      </Panel>
      <Panel title={messages.deliveries} lead={messages.deliveriesLead}>
        <dl className="facts facts-counts">
          <Fact name={messages.active}>{deliveries.active}</Fact>
          <Fact name={messages.inactive}>{deliveries.paused}</Fact>
          <Fact name={messages.suspended}>{deliveries.suspended}</Fact>
          <Fact name={messages.eventsWaiting}>{deliveries.events_waiting}</Fact>
          <Fact name={messages.oldestEvent}>
            {deliveries.oldest_at === null ? messages.nothingWaits : <Ago at={deliveries.oldest_at} />}
          </Fact>
        </dl>
      </Panel>
      <Panel title={messages.howMuch}>
        <dl className="facts facts-counts">
          {(['users', 'organizations', 'workspaces', 'objects', 'listeners'] as const).map(name => (
            <Fact key={name} name={messages.counts[name]}>
              {counts[name].toLocaleString(language)}
            </Fact>
          ))}
        </dl>
      </Panel>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
