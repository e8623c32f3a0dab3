// Arguments that several tools take.

import { type Static, Type } from 'typebox'

export const workspaceId = () =>
  Type.String({ minLength: 1, maxLength: 64, description: 'The id of a workspace, from list_workspaces' })

export const objectIdInput = (description: string) =>
  Type.String({ pattern: '^[0-9a-f]{24}$', description: `${description}: 24 hex characters` })

export const cursorInput = () =>
  Type.Optional(Type.String({ maxLength: 200, description: 'From the previous response' }))

const coordinate = () => Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 })
const length = () => Type.Integer({ minimum: 1, maximum: 2_000_000_000 })

export const boxInput = (description: string) =>
  Type.Object({ x: coordinate(), y: coordinate(), width: length(), height: length() }, { description })

export type BoxInput = Static<ReturnType<typeof boxInput>>

/** The arguments as the API takes them. */
export const boxText = ({ x, y, width, height }: BoxInput): string =>
  [x, y, x + width, y + height].map(Math.round).join(',')
