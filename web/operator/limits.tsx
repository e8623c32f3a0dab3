// The limits on what one person or organization may use, with the highest use of the moment, and the organizations that
// store the most.

import { formatBytes } from '../ui/format-amount.ts'
import { Panel } from '../ui/panel.tsx'
import { useLanguage } from '../words/language.ts'
import { type OperatorWords, useOperatorWords } from './operator-words.ts'
import type { Installation } from './use-stats.ts'

type Limit = Installation['limits'][number]

export function Limits({ installation }: { installation: Installation }) {
  const words = useOperatorWords()
  const { limits, largest_organizations } = installation
  return (
    <>
      <Panel title={words.limits} lead={words.limitsLead}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className="queue-around" tabIndex={0} aria-label={words.limitsTable}>
          <table className="queue limits">
            <thead>
              <tr>
                <th scope="col">{words.limit}</th>
                <th scope="col">{words.highestUse}</th>
                <th scope="col">{words.allowed}</th>
              </tr>
            </thead>
            <tbody>
              {limits.map(limit => (
                <LimitRow key={limit.setting} limit={limit} words={words} />
              ))}
            </tbody>
          </table>
        </section>
      </Panel>
      {largest_organizations.length > 0 && (
        <Panel title={words.largest} lead={words.largestLead}>
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

function LimitRow({ limit: { setting, value, used }, words }: { limit: Limit; words: OperatorWords }) {
  const language = useLanguage()
  const amount = (number: number) =>
    setting.endsWith('_BYTES') ? formatBytes(number) : number.toLocaleString(language)
  const isReached = value > 0 && used !== null && used >= value
  return (
    <tr>
      <th scope="row">
        {words.limitNames[setting as keyof typeof words.limitNames] ?? setting}
        <code className="limit-setting">{setting}</code>
      </th>
      <td className={isReached ? 'queue-dead' : undefined}>{used === null ? words.nothingWaits : amount(used)}</td>
      <td className={value === 0 ? 'queue-none' : undefined}>{value === 0 ? words.noLimit : amount(value)}</td>
    </tr>
  )
}
