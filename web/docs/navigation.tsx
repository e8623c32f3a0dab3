// The navigation of the documentation: the guides by section, and the nouns of the reference by group.

import type { DocsPlace } from './docs-address.ts'
import { useDocsMessages } from './docs-messages.ts'
import { type GuideSection, type GuideSummary, guideSections } from './guides/guide.ts'
import { groupNouns } from './noun-groups.ts'
import type { NounSummary } from './reference/description.ts'
import './navigation.css'

interface NavigationProps {
  readonly place: DocsPlace
  readonly guides: readonly GuideSummary[]
  readonly nouns: readonly NounSummary[]
}

export function Navigation({ place, guides, nouns }: NavigationProps) {
  const messages = useDocsMessages()
  return (
    <nav className="navigation" aria-label={messages.navigation}>
      <ul className="navigation-list">
        <Entry href="/docs" isCurrent={place.page === 'start'}>
          {messages.start}
        </Entry>
        <Entry href="/docs/reference" isCurrent={place.page === 'reference'}>
          {messages.reference}
        </Entry>
      </ul>
      {guideSections.map(section => (
        <Guides key={section} section={section} place={place} guides={guides} />
      ))}
      {groupNouns(nouns).map(({ group, nouns: inGroup }) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{messages.groups[group]}</h2>
          <ul className="navigation-list" lang="en">
            {inGroup.map(({ name, label }) => (
              <Entry
                key={name}
                href={`/docs/reference/${name}`}
                isCurrent={place.page === 'noun' && place.noun === name}
              >
                {label}
              </Entry>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Guides({ section, place, guides }: { section: GuideSection } & Omit<NavigationProps, 'nouns'>) {
  const messages = useDocsMessages()
  const shown = guides.filter(guide => guide.section === section)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby={`section-${section}`}>
      <h2 id={`section-${section}`}>{messages.sections[section]}</h2>
      <ul className="navigation-list" lang="en">
        {shown.map(({ slug, title }) => (
          <Entry key={slug} href={`/docs/${slug}`} isCurrent={place.page === 'guide' && place.slug === slug}>
            {title}
          </Entry>
        ))}
      </ul>
    </section>
  )
}

const Entry = ({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) => (
  <li>
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  </li>
)
