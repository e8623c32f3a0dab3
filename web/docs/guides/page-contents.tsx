// The headings of a page. The one being read is marked.

import { useReadSection } from '../browser-state.ts'
import { useDocsWords } from '../docs-words.ts'
import type { GuideHeading } from './guide.ts'

export function PageContents({ headings }: { headings: readonly GuideHeading[] }) {
  const words = useDocsWords()
  const current = useReadSection(headings[0]?.id ?? '')
  if (headings.length < 2) return null
  return (
    <nav className="page-contents" aria-labelledby="on-this-page">
      <h2 id="on-this-page">{words.onThisPage}</h2>
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
