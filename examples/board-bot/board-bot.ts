// A bot that lives on a board: it is among the people there, and when someone writes /count into a note, it moves its
// cursor to that note and replaces the text with the votes. After a lost connection it catches up by itself.

import { type Note, openLive } from '@tessera/client'
import { botToken } from './bot-token.ts'
import { countVotes, formatRanking, isCommand, listCandidates } from './count-votes.ts'

const { TESSERA_URL: url = 'http://localhost:8080', BOARD: workspaceId = '' } = process.env
const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env

const live = openLive({ url, workspaceId, token: botToken(url, clientId, clientSecret) })

live.onState(state => {
  console.log(`The connection is ${state}.`)
  if (state === 'closed') console.log(live.closeReason?.message ?? 'Stopped.')
})
live.onRefused(({ error }) => console.error(`Refused: ${error.message}`))

// Called for every change, and with all objects after a snapshot: so commands written while the bot was away count too.
live.onChange(({ ids }) => {
  if (live.state === 'connecting') return
  for (const id of ids) answer(id)
})
live.onState(state => {
  if (state === 'live') for (const id of live.objects.keys()) answer(id)
})

function answer(id: string): void {
  const command = live.get(id)
  if (command?.kind !== 'note' || !isCommand(command.text)) return
  showAt(command)
  const counted = listCandidates(live, command).map(note => ({
    title: note.text.split('\n', 1)[0] ?? '',
    votes: countVotes(live.commentsOn(note.id)),
  }))
  // With the version, the change is refused if someone edits the note at the same moment: their text wins.
  live.change([{ op: 'update', id: command.id, version: command.version, data: { text: formatRanking(counted) } }])
}

/** The others see the bot's cursor at the note, and the note as selected by it. */
function showAt({ id, x, y, width, height, scale }: Note): void {
  live.sendPresence({ cursor: { x: x + width * scale, y: y + height * scale }, selection: [id] })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void live.close())
