// What the command palette offers: every action and tool, the objects of the board by their text, and the workspaces of
// the user. Pure, except for what an entry does when it is chosen.

import type { BoardObject } from '@tessera/client'
import type { ActionContext } from '../../actions/action-context.ts'
import { iconOfAction, labelOfAction } from '../../actions/action-label.ts'
import { type ActionName, actions, runAction } from '../../actions/action-table.ts'
import { chooseTool } from '../../actions/placing/choose-tool.ts'
import { keyLabelOf } from '../../actions/shortcuts/shortcut-list.ts'
import type { IconName } from '../../icons/icon.tsx'
import { workspaceKindOf } from '../../kinds/index.ts'
import { plainTextOf } from '../../objects/abilities.ts'
import type { OpenBoard } from '../../state/board.ts'
import { select } from '../../state/selection.ts'
import { allowedTools } from '../../state/tool-list.ts'
import type { WorkspaceMessages } from '../../workspace-messages.ts'
import { matchScore } from './fuzzy-match.ts'

export interface PaletteEntry {
  /** Unique, and the same whenever the palette is opened. */
  readonly key: string
  readonly label: string
  /** Its type: an action, a kind of object, a workspace. */
  readonly sort: string
  readonly icon: IconName
  readonly keys: string | undefined
  readonly isEnabled: boolean
  readonly run: (board: OpenBoard) => void
}

/** Actions whose label means nothing without the object or the place that they refer to. */
const leftOut: ReadonlySet<string> = new Set<ActionName>(['palette', 'openComments'])

/** Users who cannot edit see only what they can do now, because they can never do most of the rest. */
export function actionEntries(context: ActionContext, messages: WorkspaceMessages): PaletteEntry[] {
  const isListed = (name: ActionName) =>
    !leftOut.has(name) && (context.rights.canEdit || actions[name].isAvailable(context))
  const named = (Object.keys(actions) as ActionName[]).filter(isListed)
  const tools = allowedTools(context.rights).filter(({ name }) => !(name in actions))
  return [
    ...named.map(name => ({
      key: `action ${name}`,
      label: labelOfAction(name, context, messages),
      sort: messages.palette.action,
      icon: iconOfAction(name, context),
      keys: keyLabelOf(name),
      isEnabled: actions[name].isAvailable(context),
      run: (board: OpenBoard) => void runAction(board, name),
    })),
    ...tools.map(({ name, icon }) => ({
      key: `tool ${name}`,
      label: messages.tools[name],
      sort: messages.palette.tool,
      icon,
      keys: keyLabelOf(name),
      isEnabled: true,
      run: (board: OpenBoard) => chooseTool(board, name),
    })),
  ]
}

export const workspaceEntry = (uid: string, name: string, messages: WorkspaceMessages): PaletteEntry => ({
  key: `workspace ${uid}`,
  label: name,
  sort: messages.palette.workspace,
  icon: 'canvas',
  keys: undefined,
  isEnabled: true,
  run: () => window.location.assign(`/w/${uid}`),
})

const maxObjects = 20
const maxLabelLength = 120

/** Objects whose text contains all words of the query. A board is too large for fuzzy matching. */
export function objectEntries(
  query: string,
  objects: Iterable<BoardObject>,
  messages: WorkspaceMessages,
): PaletteEntry[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  const found: PaletteEntry[] = []
  for (const object of objects) {
    const text = plainTextOf(object)
    const letters = text.toLowerCase()
    if (!wanted.every(word => letters.includes(word))) continue
    found.push(objectEntry(object, text, messages))
    if (found.length === maxObjects) break
  }
  return found
}

const objectEntry = (object: BoardObject, text: string, messages: WorkspaceMessages): PaletteEntry => ({
  key: `object ${object.id}`,
  label: text.length > maxLabelLength ? `${text.slice(0, maxLabelLength)}…` : text,
  sort: messages.kinds[object.kind],
  icon: workspaceKindOf(object).icon,
  keys: undefined,
  isEnabled: true,
  run(board) {
    select(board, [object.id])
    board.view.get()?.goTo(object.id, { animate: true })
  },
})

/** The matching entries, best first. Without a query, those that were chosen last come first. */
export function rankEntries(
  query: string,
  entries: readonly PaletteEntry[],
  recent: readonly string[],
): readonly PaletteEntry[] {
  const isAsked = query.trim() !== ''
  const scored = entries.flatMap(entry => {
    const score = matchScore(query, entry.label)
    if (score === null) return []
    const place = recent.indexOf(entry.key)
    const isRecent = place >= 0
    const bonus = isRecent ? (isAsked ? 200 : 10_000) - place : 0
    return [{ entry, score: score + bonus - (entry.isEnabled ? 0 : 5_000) }]
  })
  return scored.sort((a, b) => b.score - a.score).map(({ entry }) => entry)
}
