// For browsers and other runtimes: nothing takes the place of the global WebSocket.

import type { LoadWebSocket } from './choose-web-socket.ts'

export const loadWebSocket: LoadWebSocket | null = null
