import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { shapeForms } from '@tessera/contract/kinds/shape'
import { importLimits } from '../board-content.ts'
import { sampleContent } from '../testing/sample-content.ts'
import { readExcalidraw } from './read-excalidraw.ts'
import { writeExcalidraw } from './write-excalidraw.ts'

type WrittenElement = Record<string, unknown> & {
  id: string
  type: string
  containerId?: string
  boundElements: { id: string }[] | null
}

const content = sampleContent()
const written = await writeExcalidraw(content)
const file = JSON.parse(written) as {
  type: string
  elements: WrittenElement[]
  files: Record<string, { dataURL: string }>
}
const byId = new Map(file.elements.map(element => [element.id, element]))

test('[EXP-40] every object is an element with the same id, in the same order, canvases as frames at the end', () => {
  const ids = content.objects.map(({ id }) => id)
  const written = file.elements.map(({ id }) => id).filter(id => ids.includes(id))
  assert.deepEqual(written, [...ids.slice(1), ids[0]])
  assert.equal(byId.get(ids[0] as string)?.type, 'frame')
  const inside = file.elements.filter(({ frameId }) => frameId === ids[0])
  assert.ok(inside.length >= 8)
  assert.ok(inside.every(({ y }) => (y as number) < 380))
})

test('[EXP-40] texts are bound to their shapes, and name each other', () => {
  for (const text of file.elements.filter(({ containerId }) => containerId)) {
    const container = byId.get(text.containerId as string)
    assert.ok(
      container?.boundElements?.some(({ id }) => id === text.id),
      text.id,
    )
  }
  const texts = file.elements.filter(({ type }) => type === 'text').map(({ originalText }) => originalText)
  for (const form of shapeForms) assert.ok(texts.includes(form), form)
  assert.ok(texts.includes('A note with marks and a link'))
  const note = file.elements.find(({ originalText }) => originalText === 'A note with marks and a link')
  assert.match(String(note?.text), /\n/)
})

test('[EXP-40] connectors are arrows bound to the elements at their ends', () => {
  const arrows = file.elements.filter(({ type }) => type === 'arrow')
  assert.equal(arrows.length, 3)
  for (const arrow of arrows) {
    for (const name of ['startBinding', 'endBinding']) {
      const binding = arrow[name] as { elementId: string } | null
      if (binding === null) continue
      assert.ok(
        byId.get(binding.elementId)?.boundElements?.some(({ id }) => id === arrow.id),
        `${arrow.id} ${name}`,
      )
    }
  }
  const [elbow, straight, curve] = arrows
  assert.deepEqual([elbow?.elbowed, straight?.elbowed, curve?.roundness], [true, false, { type: 2 }])
  assert.equal(curve?.startBinding, null)
})

test('[EXP-40] an image has its file', () => {
  const image = file.elements.find(({ type }) => type === 'image')
  assert.match(file.files[image?.fileId as string]?.dataURL ?? '', /^data:image\/png;base64,iVBOR/)
})

test('[EXP-40] what was written is read again: texts, forms, sizes, attachments', () => {
  const { objects } = readExcalidraw(Buffer.from(written), importLimits)
  const read = new Map(objects.map(object => [String(object.data.text ?? object.data.label), object]))
  for (const form of ['rectangle', 'rounded', 'ellipse', 'diamond']) {
    const data = read.get(form)?.data
    assert.deepEqual([data?.form, data?.width, data?.height, data?.fontFamily], [form, 240, 160, 'Dosis'])
  }
  const arrow = read.get('next')?.data as { from: { id: { ref: string } }; to: { id: { ref: string } } }
  assert.equal(arrow.from.id.ref, read.get('First step')?.ref)
  assert.equal(arrow.to.id.ref, read.get('Ready?')?.ref)
  assert.equal(objects.filter(({ kind }) => kind === 'canvas')[0]?.data.name, 'Plan')
})

test('[EXP-40] the loader of Excalidraw keeps every element: what it saved after loading this file', () => {
  // Written by Excalidraw 0.18.1: loadFromBlob of the file above, then serializeAsJSON.
  const path = join(import.meta.dirname, '../testing/boards/loaded-by-excalidraw.json')
  const saved = JSON.parse(readFileSync(path, 'utf8')) as typeof file
  const kept = (one: WrittenElement) => [one.id, one.type, one.text, one.points, one.startBinding, one.endBinding, one.fileId, one.frameId, one.angle] // biome-ignore format: fields
  assert.deepEqual(file.elements.map(kept), saved.elements.map(kept))
})
