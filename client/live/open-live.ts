// Opens a workspace live: the board, the queue of changes, the people and the connection, put together.

import type { Change } from '@tessera/contract'
import type { ServerMessage } from '@tessera/contract/live'
import { baseOf } from '../rest/base-url.ts'
import { Board } from './board.ts'
import type {
  BoardChange,
  LiveClosed,
  LiveOptions,
  LivePerson,
  LiveSelf,
  LiveState,
  LiveWorkspace,
  PendingChange,
  Presence,
  RefusedChange,
  StoredChange,
} from './live-workspace.ts'
import { LiveIntake } from './log-receiver.ts'
import { Listeners } from './subscribers.ts'
import { watchNetwork } from './watch-network.ts'
import { defaultTiming } from './reconnect-delay.ts'
import { LivePeople, OwnPresence } from './presence.ts'
import { LiveQueue } from './change-queue.ts'
import { refusal } from './refusal.ts'
import { LiveSocket } from './live-socket.ts'
import type { Event, WorkspaceRole } from '../rest/records.ts'

export const openLive = (options: LiveOptions): LiveWorkspace => new OpenWorkspace(options)

class OpenWorkspace implements LiveWorkspace {
  state: LiveState = 'connecting'
  closedBecause: LiveClosed | null = null
  me: LiveSelf | null = null
  role: WorkspaceRole | null = null

  readonly #options: LiveOptions
  readonly #board: Board
  readonly #people = new LivePeople()
  readonly #socket: LiveSocket
  readonly #queue: LiveQueue
  readonly #intake: LiveIntake
  readonly #presence = new OwnPresence(message => this.#socket.send(message))
  readonly #loaded: Promise<void>
  readonly #stopWatching: () => void
  /** What the present connection has to reach to be live. */
  #goal: number | null = null
  #isToldSoon = false

  readonly #changes = new Listeners<BoardChange>()
  readonly #comments = new Listeners<ReadonlySet<string>>()
  readonly #states = new Listeners<LiveState>()
  readonly #pendings = new Listeners<number>()
  readonly #crowds = new Listeners<ReadonlyMap<string, LivePerson>>()
  readonly #roles = new Listeners<WorkspaceRole>()
  readonly #events = new Listeners<readonly Event[]>()
  readonly #refusals = new Listeners<RefusedChange>()

  readonly onChange = this.#changes.add
  readonly onComments = this.#comments.add
  readonly onState = this.#states.add
  readonly onPending = this.#pendings.add
  readonly onPeople = this.#crowds.add
  readonly onRole = this.#roles.add
  readonly onEvents = this.#events.add
  readonly onRefused = this.#refusals.add

  constructor(options: LiveOptions) {
    this.#options = options
    this.#board = new Board(options.complete)
    this.#socket = this.#makeSocket()
    this.#queue = new LiveQueue({
      board: this.#board,
      storage: options.storage ?? null,
      isConnected: () => this.#goal !== null,
      send: message => this.#socket.send(message),
      againMs: 3 * (options.timing?.firstRetryMs ?? defaultTiming.firstRetryMs),
      onPending: () => this.#pendings.tell(this.pending),
      onRefused: refused => this.#refusals.tell(refused),
    })
    this.#intake = new LiveIntake({
      board: this.#board,
      queue: this.#queue,
      isMine: event => event.actor.id === this.me?.id,
      onEvents: events => this.#events.tell(events),
      onGap: () => this.#socket.drop(),
    })
    this.#stopWatching = watchNetwork(this.#socket)
    this.#loaded = this.#start()
  }

  get objects() {
    return this.#board.objects
  }

  get seq() {
    return this.#board.seq
  }

  get pending() {
    return this.#queue.pending
  }

  get isKept() {
    return this.#queue.isKept
  }

  get people() {
    return this.#people.people
  }

  get leader() {
    return this.#people.leader
  }

  get = (id: string) => this.#board.get(id)
  idOf = (id: string) => this.#board.idOf(id)
  commentsOn = (id: string) => this.#board.commentsOn(id)

  change = (changes: readonly Change[]): PendingChange => {
    if (this.state === 'closed') return this.#refuse(changes)
    const pending = this.#queue.add(changes)
    this.#tellSoon()
    return pending
  }

  sendPresence = (presence: Partial<Presence>): void => {
    const { selection, moving } = presence
    this.#presence.show({
      ...presence,
      ...(selection && { selection: selection.map(this.idOf) }),
      ...(moving && { moving: moving.map(one => ({ ...one, id: this.idOf(one.id) })) }),
    })
  }

  lead = (on: boolean): void => this.#presence.lead(on)
  follow = (userId: number | null): void => this.#presence.follow(userId)

  close = async (): Promise<void> => {
    this.#stop()
    await this.#loaded
    await this.#options.storage?.close()
  }

  /** What is left from earlier is there before anything is heard from the service. */
  async #start(): Promise<void> {
    const { storage } = this.#options
    const restore = (stored: readonly StoredChange[]) => {
      this.#queue.restore(stored)
      this.#tellSoon()
    }
    storage?.watch?.(restore)
    restore((await storage?.load().catch(() => [])) ?? [])
    if (this.state !== 'closed') this.#socket.connect()
  }

  #makeSocket(): LiveSocket {
    const { url, workspaceId, token, as = 'app', WebSocket, timing } = this.#options
    return new LiveSocket({
      address: `${baseOf(url).replace(/^http/, 'ws')}/workspaces/${encodeURIComponent(workspaceId)}/live`,
      token,
      ...(WebSocket && { WebSocket }),
      timing: { ...defaultTiming, ...timing },
      hello: () => ({ after: this.#intake.hasPicture ? this.seq : null, as }),
      onMessage: message => this.#receive(message),
      onDown: () => this.#down(),
      onBadMessage: error => {
        this.#presence.forget()
        this.#queue.misunderstood(error?.message ?? 'The service could not read it')
      },
      onGivenUp: closed => {
        this.#down()
        this.closedBecause = closed
        this.#stop()
      },
    })
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.me = { connection: message.connection, ...message.user }
        this.#people.welcome(message)
        this.#goal = message.seq
        this.#intake.connected(message.seq)
        this.#setRole(message.role)
        this.#presence.connected(message.user.id, message.leader)
        this.#queue.sendAll()
        this.#crowds.tell(this.people)
        break
      case 'snapshot':
        this.#intake.snapshot(message)
        break
      case 'events':
        this.#intake.events(message)
        break
      case 'done':
        this.#queue.done(message)
        this.#answered()
        break
      case 'refused':
        this.#queue.refused(message)
        this.#answered()
        break
      case 'presence':
        this.#people.presence(message)
        this.#crowds.tell(this.people)
        break
      case 'leader':
        this.#people.leader = message.user_id
        this.#presence.leaderIs(this.me?.id ?? 0, message.user_id)
        this.#crowds.tell(this.people)
        break
      case 'role':
        this.#setRole(message.role)
        break
    }
    this.#tellSoon()
    if (this.#goal !== null && this.#intake.hasPicture && this.seq >= this.#goal) this.#setState('live')
  }

  #answered(): void {
    this.#intake.proceed()
    this.#queue.sendAll()
  }

  #down(): void {
    this.#goal = null
    this.#intake.disconnected()
    this.#queue.disconnected()
    this.#people.welcome({ people: [], leader: null })
    this.#crowds.tell(this.people)
    this.#setState('offline')
  }

  #stop(): void {
    this.#stopWatching()
    this.#socket.close()
    this.#queue.stop()
    this.#presence.stop()
    this.#setState('closed')
  }

  #refuse(changes: readonly Change[]): PendingChange {
    const error = refusal('ForbiddenError', this.closedBecause?.message ?? 'The workspace was closed')
    this.#refusals.tell({ changes, error })
    const results = Promise.reject(error)
    results.catch(() => {})
    return { ids: changes.map(change => (change.op === 'create' ? '' : change.id)), results }
  }

  #setRole(role: WorkspaceRole): void {
    this.role = role
    this.#roles.tell(role)
  }

  #setState(state: LiveState): void {
    if (this.state === state || this.state === 'closed') return
    this.state = state
    this.#states.tell(state)
  }

  /** Once for all that happens in the same task. */
  #tellSoon(): void {
    if (this.#isToldSoon) return
    this.#isToldSoon = true
    queueMicrotask(() => {
      this.#isToldSoon = false
      const news = this.#board.takeNews()
      if (!news) return
      const { commented, ids, renamed, isWhole } = news
      if (ids.size > 0 || renamed.size > 0 || isWhole) this.#changes.tell({ ids, renamed, isWhole })
      if (commented.size > 0) this.#comments.tell(commented)
    })
  }
}
