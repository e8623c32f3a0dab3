// The names of the tools that kinds have, for the tables of UI strings.

import { kinds } from '@tessera/contract'
import type { Language } from '@tessera/contract/languages'
import { type AddToolName, type KindToolName, workspaceKindEntries } from './index.ts'

export const toolLabels = (language: Language): Readonly<Record<KindToolName, string>> =>
  fromTools(entry => labelOf(entry, language))

/** In the menu of the board. */
export const addToolLabels = (
  language: Language,
  add: (label: string) => string,
): Readonly<Record<AddToolName, string>> =>
  fromTools(entry => entry.tool.addLabel?.[language] ?? add(labelOf(entry, language)))

const toolEntries = workspaceKindEntries.flatMap(([kind, { tools }]) => tools.map(tool => ({ kind, tool })))
type ToolEntry = (typeof toolEntries)[number]

const labelOf = ({ kind, tool }: ToolEntry, language: Language) =>
  tool.label?.[language] ?? kinds[kind].names[language][0]

const fromTools = (labelOf: (entry: ToolEntry) => string) =>
  Object.fromEntries(toolEntries.map(entry => [entry.tool.name, labelOf(entry)])) as Record<KindToolName, string>
