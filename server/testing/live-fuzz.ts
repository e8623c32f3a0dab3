// One run of the live fuzz test: players with live connections that are cut now and then, and REST requests in between.

import { setTimeout as delay } from 'node:timers/promises'
import { type ChaosProxy, chaosProxy } from './chaos-proxy.ts'
import { comparePlayers } from './live-comparison.ts'
import { LivePlayer } from './live-player.ts'
import { randomArrangement } from './random-arrangement.ts'
import { changeComments } from './random-comments.ts'
import { type Random, seededRandom } from './seeded-random.ts'
import type { Person, World } from './world.ts'

const steps = 40

export async function runLiveFuzz(there: World, seed: number): Promise<void> {
  const random = seededRandom(seed)
  const { ann, bob } = there
  const users = [{ email: bob.email, workspace_role_id: 3 }]
  const made = await ann.workspaces.create(there.organization, { name: `Fuzz ${seed}`, users })
  const board = made.workspace.properties.uid
  const proxy = await chaosProxy(there.url, seed)
  const players = [ann, bob, ann].map((person, index) => new LivePlayer(`p${index}`, person, { board, proxy, random }))
  try {
    for (let step = 0; step < steps; step += 1) {
      await takeStep(players, { there, board, proxy, random, step })
      await delay(random.pick([0, 0, 2, 10, 40]))
    }
    proxy.calm()
    await comparePlayers(there, board, players)
  } finally {
    for (const player of players) await player.live.close()
    await proxy.close()
  }
}

interface Scene {
  readonly there: World
  readonly board: string
  readonly proxy: ChaosProxy
  readonly random: Random
  readonly step: number
}

async function takeStep(players: readonly LivePlayer[], { there, board, proxy, random, step }: Scene): Promise<void> {
  const dice = random.below(100)
  const player = random.pick(players)
  if (dice < 70) player.makeChange()
  else if (dice < 90) await writeByRest(random.pick([there.ann, there.bob]), board, random, step)
  else if (dice < 96) await player.reload()
  else proxy.cutAll()
}

async function writeByRest(person: Person, board: string, random: Random, step: number): Promise<void> {
  const { objects } = await person.objects.list(board)
  const object = objects[random.below(objects.length + 3)]
  if (!object) await person.notes.create(board, { text: `rest-${step}`, x: random.below(5) })
  else if (random.below(4) === 0) {
    await ignoreErrors(person.objects.change(board, { changes: [{ op: 'delete', id: object.id }] }))
    if (random.below(3) === 0)
      await ignoreErrors(person.objects.change(board, { changes: [{ op: 'restore', id: object.id }] }))
  } else {
    const data = { x: random.below(5), pin: random.below(5) === 0 }
    const arrangement = randomArrangement(random, objects)
    if (arrangement && random.below(3) === 0)
      await ignoreErrors(person.objects.change(board, { changes: [arrangement] }))
    await ignoreErrors(person.objects.change(board, { changes: [{ op: 'update', id: object.id, data }] }))
    await ignoreErrors(changeComments(person, board, random, object))
  }
}

/** Ignores errors: another player may have deleted the object or the comment in the meantime. */
const ignoreErrors = (call: Promise<unknown>) => call.catch(() => {})
