// Shows agents that use the tools of the service in the presence of the boards that they work on. An agent has no
// connection: it is shown when it calls a tool, and for a while after its last call. Only participants in the room of
// the board see it.

import type { LiveAgent } from '@tessera/contract/live'
import type { Claim } from '../../accounts/access/index.ts'
import { newObjectId } from '../../tools/index.ts'
import type { LiveHub } from './live-hub.ts'
import { newParticipant } from './presence.ts'

export interface AgentTiming {
  /** How long an agent is shown after its last call. */
  readonly agentMs: number
}

const defaultAgentMs = 30_000

export interface AgentCall {
  readonly claim: Claim
  readonly workspace_uid: string
  /** The program's name; null for a personal token. */
  readonly name: string | null
  /** The region that it reads or changes. Undefined if it stays where it was. */
  readonly at?: LiveAgent['at'] | undefined
}

interface ShownAgent {
  readonly connection: string
  readonly workspace_id: number
  at: LiveAgent['at']
  timer: NodeJS.Timeout
}

export class AgentsAtWork {
  readonly #hub: LiveHub
  readonly #agentMs: number
  /** Shown agents by the grant of the token and the workspace. */
  readonly #shown = new Map<string, ShownAgent>()

  constructor(hub: LiveHub, { agentMs = defaultAgentMs }: Partial<AgentTiming> = {}) {
    this.#hub = hub
    this.#agentMs = agentMs
  }

  /** The tool checks the access of its caller as well: this check is for agents that name a board they must not see. */
  show(call: AgentCall): void {
    this.#show(call).catch(error =>
      this.#hub.domain.log.debug(
        { err: error, workspace: call.workspace_uid },
        'failed to show an agent on a board; its work continues',
      ),
    )
  }

  close(): void {
    for (const { timer } of this.#shown.values()) clearTimeout(timer)
    this.#shown.clear()
  }

  async #show({ claim, workspace_uid, name, at }: AgentCall): Promise<void> {
    const { caller, workspace } = await this.#hub.requireAccess(claim, workspace_uid)
    if (this.#hub.isClosing) return
    const key = `${claim.grant_id} ${workspace.id}`
    const known = this.#shown.get(key)
    const timer = setTimeout(() => this.#hide(key), this.#agentMs).unref()
    if (known) {
      clearTimeout(known.timer)
      known.timer = timer
      if (at === undefined) return
      known.at = at
      this.#hub.updatePresence(known, known.connection, { agent: { name, at } })
      return
    }
    const shown = { connection: newObjectId(), workspace_id: workspace.id, at: at ?? null, timer }
    this.#shown.set(key, shown)
    const { id, email, first_name, last_name, type } = caller
    const identity = { connection: shown.connection, id, email, first_name, last_name }
    const present = newParticipant({ ...identity, type: type === 'bot' ? 'bot' : 'app' })
    this.#hub.join(shown, { ...present, agent: { name, at: shown.at } })
  }

  #hide(key: string): void {
    const shown = this.#shown.get(key)
    this.#shown.delete(key)
    if (shown) this.#hub.leaveWithoutRoom(shown.workspace_id, shown.connection)
  }
}
