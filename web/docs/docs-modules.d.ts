// The modules that the build makes of the guides and the OpenAPI spec (build/docs-plugin.ts).

declare module 'virtual:docs-contents' {
  export const guides: readonly import('./guides/guide.ts').GuideSummary[]
  export const nouns: readonly import('./reference/description.ts').NounSummary[]
}

declare module 'virtual:docs-guides' {
  export const guideModules: Readonly<
    Record<string, () => Promise<{ readonly guide: import('./guides/guide.ts').Guide }>>
  >
}

declare module 'virtual:docs-search' {
  export const guideTexts: readonly import('./search/search-entry.ts').GuideText[]
}
