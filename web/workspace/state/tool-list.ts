// The tools in the order of the toolbar: those of the page itself, and those of the kinds of objects.

import type { KindName } from '@tessera/client'
import type { IconName } from '../icons/icon.tsx'
import { type KindToolName, workspaceKindEntries } from '../kinds/index.ts'
import type { ToolUse } from '../kinds/kind-definition.ts'
import type { Rights } from './rights.ts'

interface ToolLook {
  readonly icon: IconName
  readonly key: string
  /** The right that a user needs to see it. */
  readonly needs: 'nothing' | 'edit' | 'comment'
  /** Tools of one group stand together. */
  readonly group: number
}

// biome-ignore format: a table
const firstTools = [
  { name: 'select',  icon: 'select',  key: 'v', needs: 'nothing', group: 0 },
  { name: 'hand',    icon: 'hand',    key: 'h', needs: 'nothing', group: 0 },
] as const satisfies readonly (ToolLook & { name: string })[]

// biome-ignore format: a table
const lastTools = [
  { name: 'laser',   icon: 'laser',   key: 'k', needs: 'nothing', group: 9 },
  { name: 'comment', icon: 'comment', key: 'c', needs: 'comment', group: 9 },
] as const satisfies readonly (ToolLook & { name: string })[]

/** The tools of the page itself. */
export type PageToolName = (typeof firstTools | typeof lastTools)[number]['name']
export type ToolName = KindToolName | PageToolName

export interface ToolRow extends ToolLook {
  readonly name: ToolName
  /** The tool whose button in the toolbar stands for this one, too. */
  readonly partOf?: ToolName
  /** Set for tools that create objects. */
  readonly creates?: { readonly kind: KindName; readonly use: ToolUse }
}

const kindTools = workspaceKindEntries.flatMap(([kind, { tools }]) =>
  tools.map(
    ({ name, icon, key, group, partOf, use }): ToolRow => ({
      name: name as KindToolName,
      icon,
      key,
      needs: 'edit',
      group,
      ...(partOf ? { partOf: partOf as KindToolName } : {}),
      creates: { kind, use },
    }),
  ),
)

export const toolList: readonly ToolRow[] = [...firstTools, ...kindTools, ...lastTools]

export const getTool = (name: ToolName): ToolRow => toolList.find(tool => tool.name === name) as ToolRow

/** The kind of object that a click with the tool places. */
export function kindPlacedBy(name: ToolName): KindName | null {
  const { creates } = getTool(name)
  return creates?.use.type === 'place' ? creates.kind : null
}

export const allowedTools = ({ canEdit, canComment }: Pick<Rights, 'canEdit' | 'canComment'>) =>
  toolList.filter(({ needs }) => needs === 'nothing' || (needs === 'edit' ? canEdit : canComment))
