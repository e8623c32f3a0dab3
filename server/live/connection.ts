// One client of a workspace, from hello to goodbye: what it sends is checked, counted and passed on, and what it may do is
// asked in the database as for every other door.

import { can, Problem, type Role, viewerRole, type WorkspaceFlag } from '@tessera/contract'
import { type ClientMessages, closeCodes, type LivePerson, liveLimits } from '@tessera/contract/live'
import { type Caller, type Claim, forbidden, notFound } from '../access/access.ts'
import type { WorkspaceRow } from '../access/access-store.ts'
import { errorView } from '../error-view.ts'
import { rateLimitExceeded } from '../http/rate-limit.ts'
import { newObjectId } from '../ids.ts'
import { catchUp } from './catch-up.ts'
import { type ReadMessage, readChanges, readMessage, type UncheckedChange } from './client-message.ts'
import { closeCodeOf } from './close-code.ts'
import type { House } from './live-hub.ts'
import { Allowance } from './message-rate-limit.ts'
import { newlyPresent, type Whereabouts } from './presence.ts'
import type { Member, Room } from './room.ts'
import type { Wire } from './socket-writer.ts'

/** Of answers that wait for a client to catch up, in characters. */
const mostHeld = 16_777_216
const uidShape = /^[A-Za-z0-9]{20}$/

export interface Access {
  readonly caller: Caller
  readonly workspace: WorkspaceRow
  readonly workspaceRole: Role<WorkspaceFlag>
}

export class Connection implements Member {
  readonly connection = newObjectId()
  readonly wire: Wire
  readonly uid: string
  seesOriginals = false
  isLive = false
  missesPeople = false
  claim: Claim | undefined
  token: string
  readonly #house: House
  readonly #allowance = new Allowance()
  readonly #helloTimer: NodeJS.Timeout
  /** What came before the welcome. */
  #early: ReadMessage[] = []
  #as: 'browser' | 'app' = 'app'
  #wasGreeted = false
  #role: Role<WorkspaceFlag> | undefined
  #room: Room | undefined
  /** The last question about rights whose answer counts. */
  #question = 0
  /** How often the lead was asked for or given up. */
  #leads = 0
  #changesUnderWay = 0
  #heldAnswers: string[] = []
  #heldLength = 0

  constructor(wire: Wire, { house, uid, token }: { house: House; uid: string; token: string }) {
    this.wire = wire
    this.uid = uid
    this.token = token
    this.#house = house
    this.#helloTimer = setTimeout(() => this.#endSilent(), house.timing.helloMs)
  }

  get changesUnderWay(): number {
    return this.#changesUnderWay
  }

  get room(): Room | undefined {
    return this.#room
  }

  receive(bytes: Buffer, isBinary: boolean): void {
    if (!this.wire.isOpen || this.#house.isClosing) return
    this.wire.heard()
    try {
      if (!this.#allowance.take(bytes.length)) throw new Problem('TooManyRequests', 'Too many messages at once')
      if (isBinary) throw new Problem('BadRequest', 'Messages are text, not binary')
      this.#take(readMessage(bytes))
    } catch (error) {
      this.fail(error)
    }
  }

  /** The socket is closed. */
  gone(): void {
    clearTimeout(this.#helloTimer)
    this.isLive = false
    const room = this.#room
    if (!room) return
    this.#room = undefined
    room.members.delete(this)
    this.#house.leave(room, this.connection)
  }

  /** Says what is wrong and closes. */
  fail(error: unknown, code?: number): void {
    const problem = this.#house.problemOf(error, this.connection)
    this.#say('error', { error: errorView(problem, this.connection) })
    this.wire.end(code ?? closeCodeOf(problem), problem.message)
  }

  /** Whether the answer to a question about rights counts: not where a later one is answered already. */
  isNews(question: number): boolean {
    if (question < this.#question) return false
    this.#question = question
    return true
  }

  /** What the person may do was asked anew. */
  renew({ workspace, workspaceRole }: Access): void {
    if (workspaceRole === this.#role || !this.#room) return
    this.#role = workspaceRole
    this.seesOriginals = can(workspaceRole, 'can_download_assets')
    this.#say('role', { role: this.#house.domain.roleView(workspaceRole, workspace.organization_id) })
    const isEditor = can(workspaceRole, 'can_edit_workspace')
    this.#house.moved(this.#room, this.connection, { type: this.#type, ...(isEditor ? {} : { moving: [] }) })
    if (!isEditor) this.#house.stopLeading(this.#room, this.connection)
  }

  fallBehind(): void {
    this.isLive = false
    this.wire.ready().then(() => this.#catchUp(null))
  }

  #take(message: ReadMessage): void {
    if (message.type === 'hello') {
      if (this.#wasGreeted) throw new Problem('BadRequest', 'hello is said once')
      this.#wasGreeted = true
      clearTimeout(this.#helloTimer)
      this.#enter(message).catch(error => this.fail(error))
    } else if (this.#room) this.#act(message, this.#room)
    else if (this.#wasGreeted) this.#early.push(message)
    else throw new Problem('BadRequest', 'The first message must be hello')
  }

  #act(message: Exclude<ReadMessage, { type: 'hello' }>, room: Room): void {
    if (message.type === 'change') this.#change(message, room).catch(error => this.fail(error))
    else if (message.type === 'presence') this.#house.moved(room, this.connection, this.#whereabouts(message))
    else if (message.type === 'lead') this.#lead(message.on, room).catch(error => this.fail(error))
    else if (message.type === 'follow') this.#house.moved(room, this.connection, { following: message.user_id })
    else this.wire.send('{"type":"pong"}')
  }

  async #enter({ token, after, as }: ClientMessages['hello']): Promise<void> {
    if (token !== undefined) this.token = token
    if (as) this.#as = as
    const claim = await this.#house.domain.verify(this.token)
    if (!uidShape.test(this.uid)) throw notFound('workspace')
    this.#question = this.#house.nextQuestion()
    const access = await this.#house.ask(claim, this.uid)
    if (!this.wire.isOpen) return
    this.claim = claim
    this.#role = access.workspaceRole
    this.seesOriginals = can(access.workspaceRole, 'can_download_assets')
    const room = this.#house.enter(access.workspace)
    this.#room = room
    this.#house.put(room, newlyPresent({ ...identityOf(this.connection, access.caller), type: this.#type }))
    this.#welcome(access, room)
    if (this.#as === 'browser') this.#house.domain.noteVisit(access.caller.id, access.workspace.id)
    room.members.add(this)
    this.#house.askIfChanged(room, access.workspace.seq)
    for (const message of this.#early.splice(0)) this.#act(message as never, room)
    await this.#catchUp(after ?? null, access.workspace.seq)
  }

  #welcome({ caller, workspace, workspaceRole }: Access, room: Room): void {
    const { id, email, first_name, last_name } = caller
    const role = JSON.stringify(this.#house.domain.roleView(workspaceRole, workspace.organization_id))
    const user = JSON.stringify({ id, email, first_name, last_name })
    const leader = room.people.leader?.id ?? null
    const who = `"connection":"${this.connection}","seq":${Math.max(workspace.seq, room.seq)},"user":${user},"role":${role}`
    this.wire.send(`{"type":"welcome",${who},"people":${room.people.allText()},"leader":${leader}}`)
  }

  async #catchUp(after: number | null, seq?: number): Promise<void> {
    const room = this.#room
    if (!room) return
    try {
      const { boards, domain } = this.#house
      const readEvents = (from: number, limit: number) => domain.readEvents(room.workspace_id, from, limit)
      await catchUp(this, after, seq ?? room.seq, { room, boards, readEvents })
    } catch (error) {
      return this.fail(error)
    }
    for (const text of this.#heldAnswers.splice(0)) this.wire.send(text)
    this.#heldLength = 0
    if (!this.missesPeople) return
    this.missesPeople = false
    this.wire.send(`{"type":"presence","people":${room.people.allText()},"left":[],"all":true}`)
    this.#say('leader', { user_id: room.people.leader?.id ?? null })
  }

  async #change(message: UncheckedChange, room: Room): Promise<void> {
    this.#changesUnderWay += 1
    try {
      if (this.#changesUnderWay > liveLimits.changesUnderWay)
        throw new Problem('TooManyRequests', 'Too many changes wait for their answer', { retryAfterSeconds: 1 })
      const claim = this.claim as Claim
      const allowance = this.#house.domain.limit.take(claim.user_id)
      if (allowance?.isExceeded) throw rateLimitExceeded(allowance)
      const changes = readChanges(message)
      const call = { claim, workspace_uid: this.uid, key: message.id, changes }
      await room.turnToChange()
      const { reply, isReplay } = await this.#house.domain.change(call)
      // Of what was committed here the room has heard; of what was committed elsewhere, perhaps not yet.
      const seq = await new Promise<number>(resolve =>
        isReplay ? room.afterEvents(resolve) : room.afterHeard(resolve),
      )
      this.#answer(`{"type":"done","id":${JSON.stringify(message.id)},${reply.slice(1, -1)},"seq":${seq}}`)
    } catch (error) {
      const problem = this.#house.problemOf(error, this.connection)
      this.#say('refused', { id: message.id, error: errorView(problem, this.connection) })
    } finally {
      this.#changesUnderWay -= 1
      this.#house.changeEnded()
    }
  }

  /** After the events before it, so those who catch up are answered afterwards. */
  #answer(text: string): void {
    if (this.isLive) {
      this.wire.send(text)
      return
    }
    this.#heldAnswers.push(text)
    this.#heldLength += text.length
    if (this.#heldLength > mostHeld) this.wire.cut()
  }

  async #lead(on: boolean, room: Room): Promise<void> {
    this.#leads += 1
    const lead = this.#leads
    if (!on) return this.#house.stopLeading(room, this.connection)
    const question = this.#house.nextQuestion()
    const access = await this.#house.ask(this.claim as Claim, this.uid)
    if (lead !== this.#leads || this.#room !== room) return
    if (this.isNews(question)) this.renew(access)
    if (this.#role && can(this.#role, 'can_edit_workspace')) return this.#house.lead(room, this.connection)
    // Not a reason to part: the person may go on reading.
    this.#say('error', { error: errorView(forbidden('can_edit_workspace'), this.connection) })
  }

  /** Only who may move things shows them moving. */
  #whereabouts({ cursor, view, selection, moving }: ClientMessages['presence']): Partial<Whereabouts> {
    const where: Partial<Whereabouts> = {}
    if (cursor !== undefined) where.cursor = cursor
    if (view !== undefined) where.view = view
    if (selection !== undefined) where.selection = selection
    if (moving && this.#role !== undefined && can(this.#role, 'can_edit_workspace')) where.moving = moving
    return where
  }

  get #type(): LivePerson['type'] {
    const role = this.#role as Role<WorkspaceFlag>
    return role.id === viewerRole && !can(role, 'can_edit_workspace') ? 'viewer' : this.#as
  }

  #endSilent(): void {
    const problem = new Problem('BadRequest', `No hello within ${this.#house.timing.helloMs / 1000} seconds`)
    this.fail(problem, closeCodes.noHello)
  }

  #say(type: string, fields: object): void {
    this.wire.send(JSON.stringify({ type, ...fields }))
  }
}

const identityOf = (connection: string, { id, email, first_name, last_name }: Caller) => ({
  connection,
  id,
  email,
  first_name,
  last_name,
})
