// A workspace as users name it: by its uid, or by the address of its page.

import { UsageError } from './command.ts'

export function workspaceIdOf(text: string): string {
  const id = /^https?:\/\/[^/]+\/w\/([^/?#]+)/i.exec(text)?.[1] ?? text
  if (!/^[\w-]+$/.test(id)) throw new UsageError(`"${text}" is neither the uid nor the address of a workspace.`)
  return id
}
