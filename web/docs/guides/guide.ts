// A guide as the pages show it. Guides are Markdown files (docs/guides/), read when the pages are built.

export const guideSections = ['Start', 'Guides', 'Reference', 'About'] as const

export type GuideSection = (typeof guideSections)[number]

export interface GuideSummary {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly section: GuideSection
  readonly order: number
}

export interface GuideHeading {
  readonly id: string
  readonly title: string
  readonly level: 2 | 3
}

export interface CodeSample {
  /** The name of its tab, or of its language if it is alone. */
  readonly label: string
  readonly code: string
}

/** Text, or samples that are shown as tabs if there are several. */
export type GuideBlock =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'code'; readonly samples: readonly CodeSample[] }

export interface Guide extends GuideSummary {
  readonly headings: readonly GuideHeading[]
  readonly blocks: readonly GuideBlock[]
}

/** The text below one heading, for the search. The text before the first heading has an empty id. */
export interface GuidePart {
  readonly id: string
  readonly title: string
  readonly text: string
}

/** The address of the server in guides. Pages and raw files show the real one instead. */
export const exampleOrigin = 'http://localhost:8080'
