// The table of kinds on the workspace page. Tools, menus, the text editor, the toolbar at the selection, paste and
// upload follow from it. The order is that of the tools in the toolbar, and that in which uploads look for a kind.

import type { BoardObject, KindName } from '@tessera/client'
import { browser } from './browser.ts'
import { canvas } from './canvas.ts'
import { connector } from './connector.ts'
import { document } from './document.ts'
import { image } from './image.ts'
import type { KindTool, WorkspaceKind } from './kind-definition.ts'
import { note } from './note.ts'
import { shape } from './shape.ts'
import { stroke } from './stroke.ts'
import { text } from './text.ts'

const table = { note, text, shape, connector, stroke, canvas, browser, image, document } satisfies {
  [K in KindName]: WorkspaceKind<K>
}

export const workspaceKinds = table as { readonly [K in KindName]: WorkspaceKind<K> }

/** Calls the functions of the object's own kind, which therefore accept the object. */
export const workspaceKindOf = ({ kind }: Pick<BoardObject, 'kind'>) => workspaceKinds[kind] as WorkspaceKind

export const workspaceKindEntries = Object.entries(table) as [KindName, WorkspaceKind][]

/** The names of all tools that kinds have. */
export type KindToolName = (typeof table)[KindName]['tools'][number]['name']

/** The names of the tools that add an object, including those in a menu. */
export type AddToolName = Exclude<ToolIn<(typeof table)[KindName]['tools'][number]>, never>
type ToolIn<Tool extends KindTool> = Tool extends { use: { type: 'draw' | 'connect' } } ? never : Tool['name']

export const kindPlacedByDoubleClick = find(({ isPlacedByDoubleClick }) => isPlacedByDoubleClick)
export const kindPastedFromText = find(({ pastedFrom }) => pastedFrom === 'text')
export const kindPastedFromAddress = find(({ pastedFrom }) => pastedFrom === 'web-address')

/** The kind that a file becomes. The last kind with uploads takes every file. */
export const kindUploadedFrom = (file: File): KindName => find(({ upload }) => upload?.takes(file))

export const acceptedFiles = workspaceKindEntries.flatMap(([, { upload }]) => upload?.accept ?? []).join(',')

function find(isWanted: (kind: WorkspaceKind) => boolean | undefined): KindName {
  return (workspaceKindEntries.find(([, kind]) => isWanted(kind)) as [KindName, WorkspaceKind])[0]
}
