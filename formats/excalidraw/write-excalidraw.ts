// Writes a board as an Excalidraw drawing that Excalidraw's own loader accepts: texts bound to their shapes, arrows
// bound to the objects at their ends, images with their files, canvases as frames. Other kinds are pictures of themselves.

import type { BoardContent, ContentObject } from '../board-content.ts'
import { Sketch } from './excalidraw-sketch.ts'
import { writeConnector } from './write-connector.ts'
import { objectWriters, writeAsPicture } from './write-objects.ts'

export async function writeExcalidraw(content: BoardContent): Promise<string> {
  const sketch = new Sketch()
  const objects = new Map(content.objects.map(object => [object.id, object]))
  const connectors: ContentObject[] = []
  for (const object of content.objects) {
    if ('from' in object && 'to' in object) connectors.push(object)
    // The place of a connector in the stack is kept, but it is written when the elements at its ends are known.
    if (connectors.at(-1) === object) sketch.reserve(object.id)
    else await (objectWriters[object.kind] ?? writeAsPicture)(object as never, { sketch, content, objects })
  }
  for (const connector of connectors) writeConnector(connector as never, sketch)
  const { elements, files } = sketch.finish()
  const file = {
    type: 'excalidraw',
    version: 2,
    source: 'tessera',
    elements,
    appState: { gridSize: 20, gridStep: 5, gridModeEnabled: false, viewBackgroundColor: '#ffffff' },
    files,
  }
  return JSON.stringify(file, null, 1)
}
