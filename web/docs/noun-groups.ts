// The nouns of the reference in groups, as the navigation and the overview show them. The description says which are kinds.

const nounGroups = {
  boards: ['workspaces', 'objects', 'comments', 'events'],
  kinds: [],
  files: ['pictures', 'exports', 'imports', 'published'],
  people: ['organizations', 'users'],
  programs: ['listeners', 'applications', 'authorizations', 'tokens'],
  account: ['sessions', 'passkeys', 'secondFactors'],
  operators: ['installation', 'jobs'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type NounGroup = keyof typeof nounGroups | 'others'

/** Every noun is in one group: those without one are among the others. */
export function groupNouns<Noun extends { readonly name: string; readonly isKind: boolean }>(
  nouns: readonly Noun[],
): { readonly group: NounGroup; readonly nouns: readonly Noun[] }[] {
  const named = Object.entries(nounGroups).map(([group, names]) => ({
    group: group as NounGroup,
    nouns:
      group === 'kinds'
        ? nouns.filter(noun => noun.isKind)
        : names.flatMap(name => nouns.find(noun => noun.name === name) ?? []),
  }))
  const grouped = new Set(named.flatMap(one => one.nouns))
  const others = nouns.filter(noun => !grouped.has(noun))
  return [...named, { group: 'others' as const, nouns: others }].filter(one => one.nouns.length > 0)
}
