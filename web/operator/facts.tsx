// The server in numbers: process, database, storage, deliveries and totals.

import type { ReactNode } from 'react'
import { formatBytes } from '../ui/format-amount.ts'
import { Panel } from '../ui/panel.tsx'
import { Ago } from '../ui/times.tsx'
import { useLanguage } from '../words/language.ts'
import { useOperatorWords } from './operator-words.ts'
import type { Installation } from './use-stats.ts'

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export function Facts({
  installation: { version, process, database, storage, deliveries, counts },
}: {
  installation: Installation
}) {
  const words = useOperatorWords()
  const language = useLanguage()
  return (
    <>
      <Panel title={words.installation}>
        <dl className="facts">
          <Fact name={words.version}>
            {version} · Node {process.node}
          </Fact>
          <Fact name={words.started}>
            <Ago at={process.started_at} />
          </Fact>
          <Fact name={words.memory}>{formatBytes(process.memory_bytes)}</Fact>
          <Fact name={words.database}>
            {engines[database.engine]} {database.version}, {formatBytes(database.bytes)}
          </Fact>
          <Fact name={words.storage}>
            {words.kinds[storage.kind]}: {words.files(storage.files)}, {formatBytes(storage.bytes)}
          </Fact>
          <Fact name={words.free}>{storage.free_bytes === null ? words.unknown : formatBytes(storage.free_bytes)}</Fact>
        </dl>
      </Panel>
      <Panel title={words.deliveries} lead={words.deliveriesLead}>
        <dl className="facts facts-counts">
          <Fact name={words.active}>{deliveries.active}</Fact>
          <Fact name={words.inactive}>{deliveries.paused}</Fact>
          <Fact name={words.suspended}>{deliveries.suspended}</Fact>
          <Fact name={words.eventsWaiting}>{deliveries.events_waiting}</Fact>
          <Fact name={words.oldestEvent}>
            {deliveries.oldest_at === null ? words.nothingWaits : <Ago at={deliveries.oldest_at} />}
          </Fact>
        </dl>
      </Panel>
      <Panel title={words.howMuch}>
        <dl className="facts facts-counts">
          {(['users', 'organizations', 'workspaces', 'objects', 'listeners'] as const).map(name => (
            <Fact key={name} name={words.counts[name]}>
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
