// The types of the introduction, shared by all languages.

export interface Section {
  readonly id: string
  readonly title: string
  readonly parts: readonly (string | { readonly label: string; readonly code: string })[]
}

/** The code samples, which are the same in every language. */
export interface IntroductionCodes {
  readonly tokenCall: string
  readonly error: string
  readonly page: string
  readonly repeatable: string
  readonly flowchart: string
}
