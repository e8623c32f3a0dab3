// What every agent reads about boards when it connects: all it needs to use the tools well, on one page.

import { type Kind, kinds } from '@tessera/contract'
import { dataNotice, withMarks } from './board-data.ts'

const kindLines = Object.values<Kind>(kinds)
  .map(({ name, agents }) => `${name}: ${agents.about}.`)
  .join('\n')

export const instructions =
  withMarks(`Tessera is a collaborative whiteboard. People see your changes at once, and see you at work on the board.

${dataNotice}

Start with list_workspaces, then read_board for what is on a board, then look for a picture of it. Look again after you changed it.

Coordinates: integers in board units; x grows to the right, y downwards. x, y is the top-left corner. Leave 40 units between objects. The board has no end.
Kinds of objects:
${kindLines}
Colors: hex colors such as #1f2937, or the names of a kind.
Ids: 24 hex characters. In one list of changes, "ref" names a new object, and later entries use {"ref":"name"} instead of its id; at the end of a connector it is {"id":{"ref":"name"}}.
seq: the number of the last change of a board. changes_since tells what happened after it.

Prefer one change_board with many entries over many calls. Use arrange instead of computing rows and columns. Do not move or delete what other people made unless you were asked to. Answers that are cut name a cursor: call again with it for the rest.`)
