// What every agent is told about boards when it connects: what it needs for good use of the tools, on one page.

import { dataNotice } from './board-data.ts'

export const instructions = `Tessera is a collaborative whiteboard. People see your changes at once, and see you at work on the board.

${dataNotice}

Start with list_workspaces, then read_board for what is on a board, then look for a picture of it. Look again after you changed it.

Coordinates: integers in board units; x grows to the right, y downwards. x, y is the top-left corner. A note is 560 x 320 units, times its scale. Leave 40 units between objects. The board has no end.
Kinds: note (sticky note), text, shape (forms rectangle, rounded, ellipse, diamond, triangle, parallelogram, hexagon, cylinder, cloud, star, callout, arrow), connector (a line between two objects), canvas (a named area that holds objects; the parts of a presentation), image, document, browser (a web page), stroke (drawn by hand).
Colors: notes have backgroundColor Beige, Blue, Gold, Grey, Red, Teal or Yellow; canvases have borderColor Red, Yellow, Green, Blue or Gray. Shapes (fill, borderColor, fontColor), text (fontColor, backgroundColor) and connectors (color) take hex colors such as #1f2937. The default of text is white on red.
Ids: 24 hex characters. In one list of changes, "ref" names a new object, and later entries use {"ref":"name"} instead of its id; at the end of a connector it is {"id":{"ref":"name"}}.
seq: the number of the last change of a board. changes_since tells what happened after it.

Prefer one change_board with many entries over many calls. Use arrange instead of computing rows and columns. Do not move or delete what other people made unless you were asked to. Answers that are cut name a cursor: call again with it for the rest.`
