// The limits on what one person or organization may use, with the highest use of the moment, and the organizations that
// store the most.

import { useLanguage } from '../messages/language.ts'
import { formatBytes } from '../ui/format-amount.ts'
import { Panel } from '../ui/panel.tsx'
import { type OperatorMessages, useOperatorMessages } from './operator-messages.ts'
import type { Installation } from './use-stats.ts'

type Limit = Installation['limits'][number]

export function Limits({ installation }: { installation: Installation }) {
  const messages = useOperatorMessages()
  const { limits, largest_organizations } = installation
  return (
    <>
      <Panel title={messages.limits} lead={messages.limitsLead}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className="queue-around" tabIndex={0} aria-label={messages.limitsTable}>
          <table className="queue limits">
            <thead>
              <tr>
                <th scope="col">{messages.limit}</th>
                <th scope="col">{messages.highestUse}</th>
                <th scope="col">{messages.allowed}</th>
              </tr>
            </thead>
            <tbody>
              {limits.map(limit => (
                <LimitRow key={limit.setting} limit={limit} messages={messages} />
              ))}
            </tbody>
          </table>
        </section>
      </Panel>
      {largest_organizations.length > 0 && (
        <Panel title={messages.largest} lead={messages.largestLead}>
          <dl className="facts">
            {largest_organizations.map(({ organization_id, name, bytes }) => (
              <div key={organization_id}>
                <dt>{name}</dt>
                <dd>{formatBytes(bytes)}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      )}
    </>
  )
}

function LimitRow({ limit: { setting, value, used }, messages }: { limit: Limit; messages: OperatorMessages }) {
  const language = useLanguage()
  const amount = (number: number) =>
    setting.endsWith('_BYTES') ? formatBytes(number) : number.toLocaleString(language)
  const isReached = value > 0 && used !== null && used >= value
  return (
    <tr>
      <th scope="row">
        {messages.limitNames[setting as keyof typeof messages.limitNames] ?? setting}
        <code className="limit-setting">{setting}</code>
      </th>
      <td className={isReached ? 'queue-dead' : undefined}>{used === null ? messages.nothingWaits : amount(used)}</td>
      <td className={value === 0 ? 'queue-none' : undefined}>{value === 0 ? messages.noLimit : amount(value)}</td>
    </tr>
  )
}
