// For Node, whose versions before 22 have no global WebSocket: the package ws takes its place. It is loaded only if needed.

import type { LoadWebSocket } from './choose-web-socket.ts'

export const loadWebSocket: LoadWebSocket | null = async () =>
  (await import('ws')).WebSocket as unknown as typeof WebSocket
