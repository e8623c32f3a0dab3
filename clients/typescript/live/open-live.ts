// Opens a workspace live: connects the board, the queue of changes, presence and the socket.

import type { ListedChange } from '@tessera/contract'
import type { ServerMessage } from '@tessera/contract/live'
import { loadWebSocket } from '#web-socket'
import { baseOf } from '../rest/base-url.ts'
import type { Event, WorkspaceRole } from '../rest/records.ts'
import { Board } from './board.ts'
import { withTemporaryIds } from './change-names.ts'
import { ChangeQueue } from './change-queue.ts'
import { chooseWebSocket } from './choose-web-socket.ts'
import { LiveSocket } from './live-socket.ts'
import type {
  BoardChange,
  CloseReason,
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
import { LogReceiver } from './log-receiver.ts'
import { OwnPresence, People } from './presence.ts'
import { defaultTiming } from './reconnect-delay.ts'
import { refusal } from './refusal.ts'
import { Subscribers } from './subscribers.ts'
import { watchNetwork } from './watch-network.ts'

/** Throws a TypeError if `url` is not an address, or if the runtime has no WebSocket and none was passed. */
export function openLive(options: LiveOptions): LiveWorkspace {
  return new OpenWorkspace(options)
}

class OpenWorkspace implements LiveWorkspace {
  state: LiveState = 'connecting'
  closeReason: CloseReason | null = null
  me: LiveSelf | null = null
  role: WorkspaceRole | null = null

  readonly #options: LiveOptions
  readonly #board: Board
  readonly #people = new People()
  readonly #socket: LiveSocket
  readonly #queue: ChangeQueue
  readonly #receiver: LogReceiver
  readonly #presence = new OwnPresence(message => this.#socket.send(message))
  readonly #loaded: Promise<void>
  readonly #stopWatching: () => void
  /** The sequence number that the current connection must reach to be live. */
  #goal: number | null = null
  #isNotifyScheduled = false

  readonly #changes = new Subscribers<BoardChange>()
  readonly #comments = new Subscribers<ReadonlySet<string | null>>()
  readonly #states = new Subscribers<LiveState>()
  readonly #pendingSubscribers = new Subscribers<number>()
  readonly #peopleSubscribers = new Subscribers<ReadonlyMap<string, LivePerson>>()
  readonly #roles = new Subscribers<WorkspaceRole>()
  readonly #events = new Subscribers<readonly Event[]>()
  readonly #refusals = new Subscribers<RefusedChange>()

  readonly onChange = this.#changes.add
  readonly onComments = this.#comments.add
  readonly onState = this.#states.add
  readonly onPending = this.#pendingSubscribers.add
  readonly onPeople = this.#peopleSubscribers.add
  readonly onRole = this.#roles.add
  readonly onEvents = this.#events.add
  readonly onRefused = this.#refusals.add

  constructor(options: LiveOptions) {
    this.#options = options
    this.#board = new Board(options.complete, options.follow)
    this.#socket = this.#makeSocket()
    this.#queue = new ChangeQueue({
      board: this.#board,
      storage: options.storage ?? null,
      isConnected: () => this.#goal !== null,
      send: message => this.#socket.send(message),
      retryMs: 3 * (options.timing?.firstRetryMs ?? defaultTiming.firstRetryMs),
      onPending: () => this.#pendingSubscribers.notify(this.pending),
      onRefused: refused => this.#refusals.notify(refused),
    })
    this.#receiver = new LogReceiver({
      board: this.#board,
      queue: this.#queue,
      isMine: event => event.actor.id === this.me?.id,
      onEvents: events => this.#events.notify(events),
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

  get isStored() {
    return this.#queue.isStored
  }

  get people() {
    return this.#people.people
  }

  get peopleTotal() {
    return this.#people.total
  }

  get leader() {
    return this.#people.leader
  }

  get = (id: string) => this.#board.get(id)
  idOf = (id: string) => this.#board.idOf(id)
  commentsOn = (id: string | null) => this.#board.commentsOn(id)

  change = (changes: readonly ListedChange[]): PendingChange => {
    if (this.state === 'closed') return this.#refuse(changes)
    const pending = this.#queue.add(changes)
    this.#scheduleNotify()
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

  /** Loads the stored changes before it connects. */
  async #start(): Promise<void> {
    const { storage } = this.#options
    const restore = (stored: readonly StoredChange[]) => {
      this.#queue.restore(stored)
      this.#scheduleNotify()
    }
    storage?.watch?.(restore)
    restore((await storage?.load().catch(() => [])) ?? [])
    if (this.state !== 'closed') this.#socket.connect()
  }

  #makeSocket(): LiveSocket {
    const { url, workspaceId, token, as = 'app', timing } = this.#options
    return new LiveSocket({
      address: `${baseOf(url).replace(/^http/, 'ws')}/workspaces/${encodeURIComponent(workspaceId)}/live`,
      token,
      webSocket: chooseWebSocket(this.#options.WebSocket, loadWebSocket),
      timing: { ...defaultTiming, ...timing },
      hello: () => ({ after: this.#receiver.hasSnapshot ? this.seq : null, as }),
      onMessage: message => this.#receive(message),
      onDown: () => this.#down(),
      onBadMessage: error => {
        this.#presence.clear()
        this.#queue.unreadable(error?.message ?? 'The service could not read the message')
      },
      onClosed: closed => {
        this.#down()
        this.closeReason = closed
        this.#stop()
      },
    })
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.me = { connection: message.connection, ...message.user }
        this.#people.welcome(message)
        this.#presence.setRoomSize(this.peopleTotal)
        this.#goal = message.seq
        this.#receiver.connected(message.seq)
        this.#setRole(message.role)
        this.#presence.connected(message.user.id, message.leader)
        this.#queue.sendAll()
        this.#peopleSubscribers.notify(this.people)
        break
      case 'snapshot':
        this.#receiver.snapshot(message)
        break
      case 'events':
        this.#receiver.events(message)
        break
      case 'done':
        this.#queue.done(message)
        this.#onResponse()
        break
      case 'refused':
        this.#queue.refused(message)
        this.#onResponse()
        break
      case 'presence':
        this.#people.presence(message)
        this.#presence.setRoomSize(this.peopleTotal)
        this.#peopleSubscribers.notify(this.people)
        break
      case 'leader':
        this.#people.leader = message.user_id
        this.#presence.setLeader(this.me?.id ?? 0, message.user_id)
        this.#peopleSubscribers.notify(this.people)
        break
      case 'role':
        this.#setRole(message.role)
        break
    }
    this.#scheduleNotify()
    if (this.#goal !== null && this.#receiver.hasSnapshot && this.seq >= this.#goal) this.#setState('live')
  }

  #onResponse(): void {
    this.#receiver.applyReceived()
    this.#queue.sendAll()
  }

  #down(): void {
    this.#goal = null
    this.#receiver.disconnected()
    this.#queue.disconnected()
    this.#people.welcome({ people: [], leader: null })
    this.#peopleSubscribers.notify(this.people)
    this.#setState('offline')
  }

  #stop(): void {
    this.#stopWatching()
    this.#socket.close()
    this.#queue.stop()
    this.#presence.stop()
    this.#setState('closed')
  }

  #refuse(listed: readonly ListedChange[]): PendingChange {
    const changes = withTemporaryIds(
      listed,
      listed.map(() => ''),
    )
    const error = refusal('ForbiddenError', this.closeReason?.message ?? 'The workspace is closed')
    this.#refusals.notify({ changes, error })
    const results = Promise.reject(error)
    results.catch(() => {})
    return { ids: changes.map(change => ('id' in change ? change.id : '')), results }
  }

  #setRole(role: WorkspaceRole): void {
    this.role = role
    this.#roles.notify(role)
  }

  #setState(state: LiveState): void {
    if (this.state === state || this.state === 'closed') return
    this.state = state
    this.#states.notify(state)
  }

  /** Called once for everything that happens in the same task. */
  #scheduleNotify(): void {
    if (this.#isNotifyScheduled) return
    this.#isNotifyScheduled = true
    queueMicrotask(() => {
      this.#isNotifyScheduled = false
      const changes = this.#board.takeChanges()
      if (!changes) return
      const { commented, ids, renamed, isFullReload } = changes
      if (ids.size > 0 || renamed.size > 0 || isFullReload) this.#changes.notify({ ids, renamed, isFullReload })
      if (commented.size > 0) this.#comments.notify(commented)
    })
  }
}
