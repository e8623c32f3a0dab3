// A live service in memory: it speaks the protocol over a fake WebSocket, and disconnects, stays silent or refuses when
// a test requests it. Its rules for objects are those of PlainBoard.

import type { Change, ChangeResult, LiveOptions, ProblemCode } from '@tessera/client'
import type { ClientMessage } from '@tessera/contract/live'
import type { BoardObject } from '../live/live-workspace.ts'
import { isArrangement } from '../live/predict-change.ts'
import { PlainBoard } from './plain-board.ts'

type Refusal = { code: ProblemCode; message: string; index?: number; place?: string }
type SentMessage = ClientMessage & Record<string, unknown>

export class LiveService {
  readonly board = new PlainBoard()
  readonly log: Record<string, unknown>[] = []
  /** Everything that arrived, over all connections. */
  readonly received: SentMessage[] = []
  readonly sockets = new Set<ServiceSocket>()
  tokens = new Set(['good'])
  /** Messages are received and ignored. */
  isSilent = false
  /** Changes are applied, and their responses and events never sent. */
  losesResponses = false
  /** Refuses a change with a code, or closes the connection with a number. */
  refuses: (changes: readonly Change[]) => ProblemCode | number | null = () => null
  /** More missed events than this are sent as a snapshot. */
  maxMissedEvents = 100
  readonly #responses = new Map<string, readonly ChangeResult[]>()

  /** The options to open a workspace on it. */
  options(more: Partial<LiveOptions> = {}): LiveOptions {
    const service = this
    class WebSocket extends ServiceSocket {
      constructor() {
        super(service)
      }
    }
    return {
      url: 'http://service.test',
      workspaceId: 'w',
      token: () => 'good',
      WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
      timing: { firstRetryMs: 1, maxRetryMs: 2, pingAfterMs: 60_000, timeoutMs: 60_000 },
      ...more,
    }
  }

  /** The lists of changes that arrived, with their keys. */
  get changes(): { id: string; changes: readonly Change[] }[] {
    return this.received.filter(one => one.type === 'change') as { id: string; changes: readonly Change[] }[]
  }

  /** Another user makes changes. */
  changeAsOther(changes: readonly Change[], actor = 2): void {
    this.#make(changes, actor)
  }

  deliver(message: object): void {
    for (const socket of this.sockets) if (socket.isGreeted) socket.deliver(message)
  }

  cut(code = 1006): void {
    for (const socket of [...this.sockets]) socket.end(code)
  }

  receive(socket: ServiceSocket, message: SentMessage): void {
    this.received.push(message)
    if (this.isSilent) return
    if (message.type === 'hello') this.#welcome(socket, message)
    else if (message.type === 'change') this.#change(socket, message)
    else if (message.type === 'ping') socket.deliver({ type: 'pong' })
  }

  #welcome(socket: ServiceSocket, { token, after }: SentMessage & { type: 'hello' }): void {
    if (!this.tokens.has(String(token))) {
      socket.deliver({ type: 'error', error: { code: 'Unauthorized', message: 'not that token', request_id: '' } })
      socket.end(4401)
      return
    }
    const seq = this.log.length
    const user = { id: 1, email: 'me@example.org', first_name: 'Me', last_name: '' }
    socket.isGreeted = true
    socket.deliver({ type: 'welcome', connection: 'c1', seq, user, role: { name: 'Editor' }, people: [], leader: null })
    if (typeof after === 'number' && seq - after <= this.maxMissedEvents) this.#events(socket, after)
    else {
      const objects = [...this.board.objects.values()]
      const half = Math.ceil(objects.length / 2)
      socket.deliver({ type: 'snapshot', seq, objects: objects.slice(0, half), comments: [], more: true })
      socket.deliver({ type: 'snapshot', seq, objects: objects.slice(half), comments: [], more: false })
    }
  }

  #events(socket: ServiceSocket, after: number): void {
    const events = this.log.slice(after)
    if (events.length > 0) socket.deliver({ type: 'events', events })
  }

  #change(socket: ServiceSocket, { id, changes }: SentMessage & { type: 'change' }): void {
    const refused = this.#responses.has(id) ? null : this.refuses(changes as Change[])
    if (typeof refused === 'number') {
      socket.end(refused)
      return
    }
    try {
      if (refused) throw Object.assign(new Error(`because of ${refused}`), { code: refused })
      const results = this.#responses.get(id) ?? this.#make(changes as Change[], 1)
      this.#responses.set(id, results)
      if (!this.losesResponses) socket.deliver({ type: 'done', id, results, seq: this.log.length })
    } catch (error) {
      const { code, message, index = 0, place = 'id' } = error as Refusal
      const errors = [{ field: `changes[${index}].${place}`, message }]
      if (!this.losesResponses)
        socket.deliver({ type: 'refused', id, error: { code, message, errors, request_id: 'r' } })
    }
  }

  /** An event for each object that an arrangement changed. */
  #arranged({ ids }: { ids: string[] }, actor: number): void {
    for (const id of ids) {
      const { kind, ...record } = this.board.get(id) as BoardObject
      const seq = this.log.length + 1
      this.log.push({ id: `e${seq}`, seq, type: `${kind.toUpperCase()}_UPDATE`, actor: { id: actor }, [kind]: record })
    }
  }

  #make(changes: readonly Change[], actor: number): readonly ChangeResult[] {
    const before = this.log.length
    const results = this.board.changeNow(changes)
    for (const [index, change] of changes.entries()) {
      const [name, value] = Object.entries(results[index] ?? {})[0] as [string, never]
      if (isArrangement(change)) {
        this.#arranged(results[index] as { ids: string[] }, actor)
        continue
      }
      const [kind, record] = change.op === 'delete' ? this.#deleted(String(value)) : [name, value]
      const changeType = { create: 'CREATE', update: 'UPDATE', delete: 'DELETE', restore: 'CREATE' }[change.op]
      const seq = this.log.length + 1
      this.log.push({
        id: `e${seq}`,
        seq,
        type: `${kind.toUpperCase()}_${changeType}`,
        actor: { id: actor },
        [kind]: record,
      })
    }
    if (!this.losesResponses) for (const socket of this.sockets) if (socket.isGreeted) this.#events(socket, before)
    return results
  }

  #deleted(id: string): [string, object] {
    const made = this.log.findLast(event => Object.values(event).some(value => (value as { id?: string })?.id === id))
    const kind = String(made?.type).split('_')[0]?.toLowerCase() ?? ''
    return [kind, made?.[kind] as object]
  }
}

/** The part of a WebSocket that the client uses; messages arrive in later tasks, as they would over a network. */
class ServiceSocket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  onerror: (() => void) | null = null
  isGreeted = false
  readonly #service: LiveService
  #isOver = false

  constructor(service: LiveService) {
    this.#service = service
    service.sockets.add(this)
    setImmediate(() => this.onopen?.())
  }

  send(text: string): void {
    setImmediate(() => !this.#isOver && this.#service.receive(this, JSON.parse(text)))
  }

  close(): void {
    this.#isOver = true
    this.#service.sockets.delete(this)
  }

  deliver(message: object): void {
    const data = JSON.stringify(message)
    setImmediate(() => !this.#isOver && this.onmessage?.({ data }))
  }

  /** Runs after what was delivered before. */
  end(code: number): void {
    setImmediate(() => {
      const listener = this.onclose
      this.close()
      listener?.({ code, reason: '' })
    })
  }
}
