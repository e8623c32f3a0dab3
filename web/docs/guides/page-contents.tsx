// The headings of a page. The one being read is marked.

import { useReadSection } from '../browser-state.ts'
import { useDocsMessages } from '../docs-messages.ts'
import type { GuideHeading } from './guide.ts'

export function PageContents({ headings }: { headings: readonly GuideHeading[] }) {
  const messages = useDocsMessages()
  const current = useReadSection(headings[0]?.id ?? '')
  if (headings.length < 2) return null
  return (
    <nav className="page-contents" aria-labelledby="on-this-page">
      <h2 id="on-this-page">{messages.onThisPage}</h2>
      <ul className="page-contents-list" lang="en">
        {headings.map(({ id, title, level }) => (
          <li key={id} className={`page-contents-${level}`}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
