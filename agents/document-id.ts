// The ids of search results: a workspace, or a workspace and an object on it.

import { ToolProblem } from './tool.ts'

export const documentId = (workspaceId: string, objectId: string): string => `${workspaceId}:${objectId}`

export function readDocumentId(id: string): { workspaceId: string; objectId: string | null } {
  const [, workspaceId, objectId] = /^([A-Za-z0-9_-]{1,64})(?::([0-9a-f]{24}))?$/.exec(id) ?? []
  if (workspaceId === undefined)
    throw new ToolProblem('id must be one of a search result: a workspace id, or "<workspace id>:<object id>".')
  return { workspaceId, objectId: objectId ?? null }
}

export const addressOf = (publicUrl: string, workspaceId: string, objectId?: string): string =>
  `${publicUrl}/w/${workspaceId}${objectId === undefined ? '' : `#${objectId}`}`
