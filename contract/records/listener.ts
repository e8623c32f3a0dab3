// A listener, and what Create and Update answer with.

import { Type } from 'typebox'
import { oneOf, optional, orNull } from '../values.ts'

export const listenerStates = ['ACTIVE', 'IN_ACTIVE', 'SUSPENDED'] as const

export const Listener = Type.Object({
  id: Type.String(),
  workspaceId: Type.String(),
  targetId: orNull(Type.String()),
  targetType: Type.String(),
  eventTypes: Type.Array(Type.String()),
  url: Type.String(),
  status: Type.Array(oneOf(listenerStates)),
  secret: optional(Type.String({ description: 'Signs the notifications; told by Create and Get only' })),
})

export const OneListener = Type.Object({ listeners: Listener })
export const Listeners = Type.Object({ listeners: Type.Array(Listener) })
