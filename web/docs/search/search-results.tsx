// The entries below the search box: results with the words of the query highlighted, or suggestions before typing.

import { useDocsMessages } from '../docs-messages.ts'
import type { GuideSummary } from '../guides/guide.ts'
import { MethodBadge } from '../reference/method-badge.tsx'
import { excerptOf, markWords } from './mark-words.ts'
import type { SearchEntry } from './search-entry.ts'

interface ListProps {
  readonly id: string
  readonly active: number
  readonly onOpen: (href: string) => void
}

export function SearchResults({
  id,
  results,
  query,
  active,
  onOpen,
}: ListProps & { readonly results: readonly SearchEntry[]; readonly query: string }) {
  const messages = useDocsMessages()
  return (
    <div className="search-results" id={`${id}-list`} role="listbox" aria-label={messages.results}>
      {results.map((entry, index) => (
        <Option
          key={`${entry.kind} ${entry.title} ${entry.href}`}
          id={`${id}-${index}`}
          isActive={index === active}
          onOpen={() => onOpen(entry.href)}
        >
          <span className="search-kind">
            {entry.method ? <MethodBadge method={entry.method} /> : messages.kinds[entry.kind]}
          </span>
          <span className="search-title" lang="en">
            <strong>
              <Marked text={entry.title} query={query} />
            </strong>
            {entry.place && <span className="search-place">{entry.place}</span>}
          </span>
          <span className="search-text" lang="en">
            <Marked text={excerptOf(entry.text.replaceAll('`', ''), query)} query={query} />
          </span>
        </Option>
      ))}
    </div>
  )
}

export function Suggestions({ id, guides, active, onOpen }: ListProps & { readonly guides: readonly GuideSummary[] }) {
  const messages = useDocsMessages()
  if (guides.length === 0) return null
  return (
    <div className="search-results" id={`${id}-list`} role="listbox" aria-label={messages.suggestions}>
      {guides.map(({ slug, title, summary }, index) => (
        <Option key={slug} id={`${id}-${index}`} isActive={index === active} onOpen={() => onOpen(`/docs/${slug}`)}>
          <span className="search-kind">{messages.kinds.guide}</span>
          <span className="search-title" lang="en">
            <strong>{title}</strong>
          </span>
          <span className="search-text" lang="en">
            {summary}
          </span>
        </Option>
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly isActive: boolean
  readonly onOpen: () => void
  readonly children: React.ReactNode
}

const Option = ({ id, isActive, onOpen, children }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the box
  <div id={id} role="option" tabIndex={-1} aria-selected={isActive} onClick={onOpen}>
    {children}
  </div>
)

const Marked = ({ text, query }: { text: string; query: string }) =>
  markWords(text, query).map(({ text: piece, isMatch }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no identity but their place
    isMatch ? <mark key={index}>{piece}</mark> : <span key={index}>{piece}</span>,
  )
