// look: a picture of a part of a board, small enough for a model, with numbered marks that lead to ids.

import { type Box, boxAround } from '@tessera/drawing'
import { Type } from 'typebox'
import { takeWhatFits } from './answer-size.ts'
import { asData } from './board-data.ts'
import { type BoardObject, boxOf, describeBox, isGround, isTextless, objectLine, ownerOf } from './board-object.ts'
import { canvasBox, roundedOut } from './board-page.ts'
import { overlaps, sectionsOf } from './sections.ts'
import { defineTool, readingTool, type ToolContext, ToolProblem } from './tool.ts'
import { boxInput, boxText, objectIdInput, workspaceId } from './tool-input.ts'

/** Models scale larger pictures down. */
const maxSide = 1_536
const maxScale = 2
const maxMarks = 100
const margin = 40
const listSize = 1_000
const maxListed = 20_000

export const lookTool = defineTool({
  name: 'look',
  title: 'Look at a board',
  description:
    'Draws a picture (PNG) of a board: all of it, a box, a canvas, or some objects. With marks, each object has a number, and the response says which id has which number. Look before you arrange things, and after you change them.',
  input: Type.Object({
    workspace_id: workspaceId(),
    box: Type.Optional(boxInput('Only this part of the board')),
    canvas: Type.Optional(objectIdInput('Only this canvas')),
    objects: Type.Optional(Type.Array(objectIdInput('An object'), { minItems: 1, maxItems: 200 })),
    marks: Type.Optional(Type.Boolean({ default: false, description: 'Draw a number on each object, at most 100' })),
    theme: Type.Optional(Type.Unsafe<'light' | 'dark'>({ type: 'string', enum: ['light', 'dark'], default: 'light' })),
  }),
  scope: 'read',
  annotations: readingTool,
  async run(context, args) {
    const { workspace_id, marks = false, theme = 'light' } = args
    if ([args.box, args.canvas, args.objects].filter(one => one !== undefined).length > 1)
      throw new ToolProblem('Send at most one of box, canvas and objects.')
    const { box, objects } = await findView(context, args, marks)
    const marked = marks ? markable(objects).slice(0, maxMarks) : []
    const zoom = Math.min(maxScale, maxSide / Math.max(box.width, box.height))
    const width = Math.max(1, Math.round(box.width * zoom))
    const picture = await context.client.pictures.get(workspace_id, {
      // Excludes the empty space between the objects.
      ...(args.objects ? { objects: args.objects.join(',') } : { box: boxText(box) }),
      ...(marked.length > 0 ? { marks: marked.map(({ id }) => id).join(',') } : {}),
      width,
      padding: args.objects ? margin : 0,
      theme,
    })
    context.presence.seen(workspace_id, box)
    const legend = takeWhatFits([...marked.entries()], 0, ([index, one]) => `${index + 1}: ${objectLine(one)}`, 30_000)
    const unnamed = marks && objects.length > maxMarks ? `\nOnly the first ${maxMarks} objects are marked.` : ''
    const named = legend.lines.length > 0 ? `\n${asData(legend.lines.join('\n'))}` : ''
    return {
      text: `The picture shows ${describeBox(box)} (x,y width x height); a pixel is ${round(1 / zoom)} board units.${named}${unnamed}`,
      images: [{ data: new Uint8Array(await picture.arrayBuffer()), mime: 'image/png' }],
    }
  },
})

/** Sorts objects as people read: canvas by canvas, each from the top. */
const markable = (objects: readonly BoardObject[]): BoardObject[] =>
  sectionsOf(
    objects.filter(one => ownerOf(one) === null && !isTextless(one)),
    objects.filter(isGround),
  ).flatMap(({ canvas, objects: inside }) => (canvas === null ? inside : [canvas, ...inside]))

interface View {
  readonly box: ReturnType<typeof roundedOut>
  /** Only if the view needs them. */
  readonly objects: readonly BoardObject[]
}

interface ViewInput {
  readonly workspace_id: string
  readonly box?: ReturnType<typeof roundedOut>
  readonly canvas?: string
  readonly objects?: readonly string[]
}

async function findView({ client }: ToolContext, args: ViewInput, isMarked: boolean): Promise<View> {
  const { workspace_id } = args
  if (args.objects) {
    const objects = await findObjects(client, workspace_id, new Set(args.objects))
    return { box: pad(boxAround(objects.filter(one => ownerOf(one) === null).map(boxOf))), objects }
  }
  const area = args.canvas ? pad(await canvasBox(client, workspace_id, args.canvas)) : args.box
  if (!area) {
    const objects = await listUpTo(client, workspace_id, {})
    return { box: pad(boxAround(objects.filter(one => ownerOf(one) === null).map(boxOf))), objects }
  }
  const found = isMarked ? await listUpTo(client, workspace_id, { box: boxText(area) }) : []
  return { box: area, objects: found.filter(object => overlaps(area, boxOf(object))) }
}

async function listUpTo(client: ToolContext['client'], workspace_id: string, query: { box?: string }) {
  const objects: BoardObject[] = []
  for await (const object of client.objects.list.all(workspace_id, { ...query, limit: listSize })) {
    objects.push(object)
    if (objects.length > maxListed)
      throw new ToolProblem(
        'There are more than 20,000 objects. Send a box or a canvas; read_board returns where the objects are.',
      )
  }
  return objects
}

async function findObjects(client: ToolContext['client'], workspace_id: string, ids: ReadonlySet<string>) {
  const found: BoardObject[] = []
  for await (const object of client.objects.list.all(workspace_id, { limit: listSize })) {
    if (ids.has(object.id)) found.push(object)
    if (found.length === ids.size) break
  }
  const missing = [...ids].filter(id => !found.some(one => one.id === id))
  if (missing.length > 0) throw new ToolProblem(`These objects are not on the board: ${missing.join(', ')}.`)
  return found
}

function pad(box: Box | null): ReturnType<typeof roundedOut> {
  if (box === null) throw new ToolProblem('The board is empty.')
  const { x, y, width, height } = box
  return roundedOut({ x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin })
}

const round = (value: number) => Number(value.toPrecision(3))
