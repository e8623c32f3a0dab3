// One client connection to a workspace, from hello to close. Its messages are validated and rate limited; its access is
// checked in the database, as for HTTP requests.

import { setTimeout as delay } from 'node:timers/promises'
import { can, hasScope, Problem, type Role, viewerRole, type WorkspaceFlag } from '@tessera/contract'
import { type ClientMessages, closeCodes, type LivePerson, liveLimits } from '@tessera/contract/live'
import {
  type Caller,
  type Claim,
  forbidden,
  insufficientScope,
  notFound,
  type WorkspaceRow,
} from '../../accounts/access/index.ts'
import { costOfBody, costOfEntries, MessageRateLimit, rateLimitExceeded } from '../../platform/limits/index.ts'
import { errorView } from '../../platform/problems/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { catchUp } from './catch-up.ts'
import { type ReadMessage, readChanges, readMessage, type UncheckedChange } from './client-message.ts'
import { closeCodeOf } from './close-code.ts'
import type { LiveHub } from './live-hub.ts'
import { peopleFields, wholePresence } from './paged-presence.ts'
import { newParticipant, type PresenceState } from './presence.ts'
import { type PresencePage, type Viewport, viewportOf } from './presence-page.ts'
import type { Room } from './room.ts'
import type { Member } from './room-member.ts'
import type { SocketWriter } from './socket-writer.ts'
import { findChangeId } from './unread-message.ts'

/** The maximum size of the replies that wait until a client has caught up, in characters. */
const maxQueuedLength = 4_194_304
/** What a waiting reply takes besides its text. */
const queuedReplyLength = 64
/** How long a stopping server waits for the pending changes of a connection. */
const pendingTimeoutMs = 3_000
const uidPattern = /^[A-Za-z0-9]{20}$/

export interface Access {
  readonly caller: Caller
  readonly workspace: WorkspaceRow
  readonly workspaceRole: Role<WorkspaceFlag>
}

export class Connection implements Member {
  readonly connection = newObjectId()
  readonly writer: SocketWriter
  readonly uid: string
  seesOriginals = false
  isLive = false
  missesPresence = false
  viewport: Viewport | null = null
  page: PresencePage | null = null
  claim: Claim | undefined
  token: string
  readonly #hub: LiveHub
  readonly #rateLimit = new MessageRateLimit()
  readonly #helloTimer: NodeJS.Timeout
  /** Messages received before the welcome was sent. They are parsed when it is known who is charged for them. */
  #earlyMessages: Buffer[] = []
  #as: 'browser' | 'app' | 'bot' = 'app'
  #saidHello = false
  #role: Role<WorkspaceFlag> | undefined
  /** The scopes of the token. They do not change. */
  #scope = ''
  #room: Room | undefined
  /** The latest access check whose result was applied. */
  #accessCheck = 0
  /** The number of requests to take or give up the lead. */
  #leadRequests = 0
  #pendingChanges = 0
  #onChangesDone = () => {}
  #isRestarting = false
  #queuedReplies: string[] = []
  #queuedLength = 0

  constructor(writer: SocketWriter, { hub, uid, token }: { hub: LiveHub; uid: string; token: string }) {
    this.writer = writer
    this.uid = uid
    this.token = token
    this.#hub = hub
    this.#helloTimer = setTimeout(() => this.#closeWithoutHello(), hub.timing.helloMs)
  }

  get user_id(): number {
    return this.claim?.user_id ?? 0
  }

  get room(): Room | undefined {
    return this.#room
  }

  receive(bytes: Buffer, isBinary: boolean): void {
    if (!this.writer.isOpen || this.#isRestarting) return
    this.writer.markAlive()
    try {
      if (!this.#rateLimit.take(bytes.length) || !this.#takeOfUser(bytes.length))
        throw new Problem('TooManyRequests', 'Too many messages at once')
      if (isBinary) throw new Problem('BadRequest', 'Messages must be text, not binary')
      if (this.#saidHello && !this.#room) this.#earlyMessages.push(bytes)
      else this.#read(bytes)
    } catch (error) {
      this.fail(error)
    }
  }

  /** Called when the socket was closed. */
  onClose(): void {
    clearTimeout(this.#helloTimer)
    this.isLive = false
    if (this.claim) this.#hub.disconnect(this.claim.user_id)
    const room = this.#room
    if (!room) return
    this.#room = undefined
    room.members.delete(this)
    this.#hub.leave(room, this.connection)
  }

  /** Sends the error and closes. */
  fail(error: unknown, code?: number): void {
    const problem = this.#hub.problemOf(error, this.connection)
    this.#send('error', { error: errorView(problem, this.connection) })
    this.writer.close(code ?? closeCodeOf(problem), problem.message)
  }

  /** Called before the server stops: takes no more messages, replies to pending changes, and closes. */
  async askToReconnect(): Promise<void> {
    this.#isRestarting = true
    if (this.#pendingChanges > 0) {
      const done = new Promise<void>(resolve => {
        this.#onChangesDone = resolve
      })
      await Promise.race([done, delay(pendingTimeoutMs, undefined, { ref: false })])
    }
    this.fail(new Problem('ServiceUnavailable', 'The server is restarting'))
  }

  /** Whether the result of an access check may be applied: not if the result of a later check was applied. */
  isLatestCheck(accessCheck: number): boolean {
    if (accessCheck < this.#accessCheck) return false
    this.#accessCheck = accessCheck
    return true
  }

  /** Applies the result of an access check. */
  updateAccess({ workspace, workspaceRole }: Access): void {
    if (workspaceRole === this.#role || !this.#room) return
    this.#role = workspaceRole
    this.seesOriginals = can(workspaceRole, 'can_download_assets')
    this.#send('role', { role: this.#hub.domain.roleView(workspaceRole, workspace.organization_id) })
    const isEditor = can(workspaceRole, 'can_edit_workspace')
    this.#hub.updatePresence(this.#room, this.connection, { type: this.#type, ...(isEditor ? {} : { moving: [] }) })
    if (!isEditor) this.#hub.stopLeading(this.#room, this.connection)
  }

  fallBehind(): void {
    this.isLive = false
    this.writer.drained().then(() => this.#catchUp(null))
  }

  #takeOfUser(size: number): boolean {
    return this.claim === undefined || this.#hub.bytesOfUsers.take(this.claim.user_id, size)
  }

  /** A large message is charged before it is parsed. */
  #read(bytes: Buffer): void {
    const cost = costOfBody(bytes.length)
    if (cost > 0 && !this.claim) throw new Problem('BadRequest', 'The first message is too large')
    const allowance = cost > 0 && this.claim ? this.#hub.domain.limit.take(this.claim.user_id, cost) : null
    if (allowance?.isExceeded) this.#refuseUnread(bytes, rateLimitExceeded(allowance))
    else this.#onMessage(readMessage(bytes), cost)
  }

  #refuseUnread(bytes: Buffer, problem: Problem): void {
    const id = findChangeId(bytes)
    if (id === null) throw problem
    this.#refuse(id, problem)
  }

  #onMessage(message: ReadMessage, cost: number): void {
    if (message.type === 'hello') {
      if (this.#saidHello) throw new Problem('BadRequest', 'hello can be sent only once')
      this.#saidHello = true
      clearTimeout(this.#helloTimer)
      this.#enter(message).catch(error => this.fail(error))
    } else if (this.#room) this.#handle(message, this.#room, cost)
    else throw new Problem('BadRequest', 'The first message must be hello')
  }

  #handle(message: Exclude<ReadMessage, { type: 'hello' }>, room: Room, cost: number): void {
    if (message.type === 'change') this.#change(message, room, cost).catch(error => this.fail(error))
    else if (message.type === 'presence')
      this.#hub.updatePresence(room, this.connection, this.#presenceStateOf(message))
    else if (message.type === 'lead') this.#lead(message.on, room).catch(error => this.fail(error))
    else if (message.type === 'follow') this.#hub.updatePresence(room, this.connection, { following: message.user_id })
    else this.writer.send('{"type":"pong"}')
  }

  async #enter({ token, after, as }: ClientMessages['hello']): Promise<void> {
    if (token !== undefined) this.token = token
    if (as) this.#as = as
    const claim = await this.#hub.domain.verify(this.token)
    if (!uidPattern.test(this.uid)) throw notFound('workspace')
    this.#accessCheck = this.#hub.nextAccessCheck()
    const access = await this.#hub.requireAccess(claim, this.uid)
    if (!this.writer.isOpen || !this.#connect(claim)) return
    this.#role = access.workspaceRole
    this.#scope = access.caller.scope
    if (access.caller.type === 'bot') this.#as = 'bot'
    this.seesOriginals = can(access.workspaceRole, 'can_download_assets')
    const room = this.#hub.enter(access.workspace)
    this.#room = room
    this.#hub.join(room, newParticipant({ ...identityOf(this.connection, access.caller), type: this.#type }))
    this.#welcome(access, room)
    if (this.#as === 'browser') this.#hub.domain.recordVisit(access.caller.id, access.workspace.id)
    room.members.add(this)
    this.#hub.recheckIfChanged(room, access.workspace.seq)
    for (const bytes of this.#earlyMessages.splice(0)) this.#read(bytes)
    await this.#catchUp(after ?? null, access.workspace.seq)
  }

  /** Returns false if the connection was closed, because the user has too many. */
  #connect(claim: Claim): boolean {
    try {
      this.#hub.connect(claim.user_id)
    } catch (error) {
      this.fail(error, closeCodes.tooManyConnections)
      return false
    }
    this.claim = claim
    return true
  }

  #welcome({ caller, workspace, workspaceRole }: Access, room: Room): void {
    const { id, email, first_name, last_name } = caller
    const role = JSON.stringify(this.#hub.domain.roleView(workspaceRole, workspace.organization_id))
    const user = JSON.stringify({ id, email, first_name, last_name })
    const leader = room.presence.leader?.id ?? null
    const who = `"connection":"${this.connection}","seq":${Math.max(workspace.seq, room.seq)},"user":${user},"role":${role}`
    this.writer.send(`{"type":"welcome",${who},${peopleFields(room.presence, this)},"leader":${leader}}`)
  }

  async #catchUp(after: number | null, seq?: number): Promise<void> {
    const room = this.#room
    if (!room) return
    try {
      const { boards, boardTurns, domain } = this.#hub
      const readEvents = (from: number, limit: number) => domain.readEvents(room.workspace_id, from, limit)
      await catchUp(this, after, seq ?? room.seq, { room, boards, boardTurns, readEvents })
    } catch (error) {
      return this.fail(error)
    }
    for (const text of this.#queuedReplies.splice(0)) this.writer.send(text)
    this.#queuedLength = 0
    if (!this.missesPresence) return
    this.missesPresence = false
    this.writer.send(wholePresence(room.presence, this))
    this.#send('leader', { user_id: room.presence.leader?.id ?? null })
  }

  /** `cost` is what the message has counted before. */
  async #change(message: UncheckedChange, room: Room, cost: number): Promise<void> {
    this.#pendingChanges += 1
    try {
      if (this.#pendingChanges > liveLimits.pendingChanges)
        throw new Problem('TooManyRequests', 'Too many changes are pending', { retryAfterSeconds: 1 })
      const claim = this.claim as Claim
      const allowance = this.#hub.domain.limit.take(claim.user_id, 1 + costOfEntries(message.changes), cost)
      if (allowance?.isExceeded) throw rateLimitExceeded(allowance)
      const changes = readChanges(message)
      const call = { claim, workspace_uid: this.uid, key: message.id, changes }
      await room.waitForChangeBatch()
      const { results, isReplay } = await this.#hub.domain.change(call)
      // The room knows the events of this process; those of another process may not have been read yet.
      const seq = await new Promise<number>(resolve =>
        isReplay ? room.afterEvents(resolve) : room.afterLocalEvents(resolve),
      )
      this.#reply(`{"type":"done","id":${JSON.stringify(message.id)},${results},"seq":${seq}}`)
    } catch (error) {
      this.#refuse(message.id, error)
    } finally {
      this.#pendingChanges -= 1
      if (this.#pendingChanges === 0) this.#onChangesDone()
    }
  }

  #refuse(id: string, error: unknown): void {
    const problem = this.#hub.problemOf(error, this.connection)
    this.#send('refused', { id, error: errorView(problem, this.connection) })
  }

  /** A reply follows the events before it, so a client that is catching up gets it afterwards. */
  #reply(text: string): void {
    if (this.isLive) {
      this.writer.send(text)
      return
    }
    this.#queuedReplies.push(text)
    this.#queuedLength += text.length + queuedReplyLength
    if (this.#queuedLength > maxQueuedLength) this.writer.terminate()
  }

  async #lead(on: boolean, room: Room): Promise<void> {
    this.#leadRequests += 1
    const lead = this.#leadRequests
    if (!on) return this.#hub.stopLeading(room, this.connection)
    const accessCheck = this.#hub.nextAccessCheck()
    const access = await this.#hub.requireAccess(this.claim as Claim, this.uid)
    if (lead !== this.#leadRequests || this.#room !== room) return
    if (this.isLatestCheck(accessCheck)) this.updateAccess(access)
    if (this.#isEditor) return this.#hub.lead(room, this.connection)
    // The connection stays open: the user may still read.
    this.#send('error', { error: errorView(this.#reasonNotEditor(), this.connection) })
  }

  /** Whether both the role and the token allow changes. */
  get #isEditor(): boolean {
    return this.#role !== undefined && can(this.#role, 'can_edit_workspace') && hasScope(this.#scope, 'write')
  }

  #reasonNotEditor(): Problem {
    return hasScope(this.#scope, 'write') ? forbidden('can_edit_workspace') : insufficientScope(['write'])
  }

  /** Only editors show objects in motion. */
  #presenceStateOf({ cursor, view, selection, moving }: ClientMessages['presence']): Partial<PresenceState> {
    const state: Partial<PresenceState> = {}
    if (cursor !== undefined) state.cursor = cursor
    if (view !== undefined) {
      this.viewport = view && viewportOf(view)
      state.view = view && { x: view.x, y: view.y, zoom: view.zoom }
    }
    if (selection !== undefined) state.selection = selection
    if (moving && this.#isEditor) state.moving = moving
    return state
  }

  get #type(): LivePerson['type'] {
    const role = this.#role as Role<WorkspaceFlag>
    const isViewer = role.id === viewerRole && !can(role, 'can_edit_workspace')
    return isViewer && this.#as !== 'bot' ? 'viewer' : this.#as
  }

  #closeWithoutHello(): void {
    const problem = new Problem('BadRequest', `No hello within ${this.#hub.timing.helloMs / 1000} seconds`)
    this.fail(problem, closeCodes.noHello)
  }

  #send(type: string, fields: object): void {
    this.writer.send(JSON.stringify({ type, ...fields }))
  }
}

const identityOf = (connection: string, { id, email, first_name, last_name }: Caller) => ({
  connection,
  id,
  email,
  first_name,
  last_name,
})
