// The tools, in the order of the bar: the key that takes each, and what one must be allowed to do to see it.

export type ToolName =
  | 'select'
  | 'hand'
  | 'note'
  | 'text'
  | 'pen'
  | 'eraser'
  | 'canvas'
  | 'browser'
  | 'upload'
  | 'comment'

export interface ToolRow {
  readonly name: ToolName
  readonly key: string
  readonly needs: 'nothing' | 'edit' | 'comment'
  /** Tools of one group stand together. */
  readonly group: number
}

// biome-ignore format: a table
export const toolList: readonly ToolRow[] = [
  { name: 'select',  key: 'v', needs: 'nothing', group: 0 },
  { name: 'hand',    key: 'h', needs: 'nothing', group: 0 },
  { name: 'note',    key: 'n', needs: 'edit',    group: 1 },
  { name: 'text',    key: 't', needs: 'edit',    group: 1 },
  { name: 'pen',     key: 'p', needs: 'edit',    group: 2 },
  { name: 'eraser',  key: 'e', needs: 'edit',    group: 2 },
  { name: 'canvas',  key: 'a', needs: 'edit',    group: 3 },
  { name: 'browser', key: 'b', needs: 'edit',    group: 3 },
  { name: 'upload',  key: 'u', needs: 'edit',    group: 3 },
  { name: 'comment', key: 'c', needs: 'comment', group: 4 },
]

/** The kind of object that a click with the tool places. */
export const placedBy = (name: ToolName): 'note' | 'text' | 'canvas' | null =>
  name === 'note' || name === 'text' || name === 'canvas' ? name : null

export const allowedTools = ({ canEdit, canComment }: { canEdit: boolean; canComment: boolean }) =>
  toolList.filter(({ needs }) => needs === 'nothing' || (needs === 'edit' ? canEdit : canComment))
