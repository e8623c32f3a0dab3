import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importLimits } from '../board-content.ts'
import { readMiro } from './read-miro.ts'

const board = readMiro(readFileSync(join(import.meta.dirname, '../testing/boards/miro-board.json')), importLimits)
const find = (text: string) => {
  const found = board.objects.find(({ data }) => [data.text, data.name, data.label].includes(text))
  assert.ok(found, text)
  return found
}
const factor = 280 / 199

test('[IMP-35] items of Miro: notes, shapes, texts, cards, frames, images and pages', () => {
  const note = find('Went **well**')
  assert.deepEqual([note.kind, note.data.scale, note.data.backgroundColor], ['note', 0.5, 'Yellow'])
  const shape = find('Decide & act').data
  assert.deepEqual([shape.form, shape.fill, shape.borderStyle, shape.rotation], ['diamond', '#8fd14f80', 'dashed', 15])
  assert.ok(Math.abs((shape.x as number) - factor * (-400 + 500 - 80)) < 0.01)
  assert.equal(find('Notes of the team').kind, 'text')
  assert.equal(find('**Fix the build**\nIt fails on Mondays').data.borderColor, '#2d9bf0')
  assert.equal(find('Retro').kind, 'canvas')
  assert.equal(find('logo.png').file, board.files[0]?.name)
  assert.ok(board.objects.some(({ data }) => String(data.url).includes('youtube')))
  assert.equal(find('mindmap_node').data.borderStyle, 'dashed')
})

test('[IMP-35] connectors of Miro are attached; the report names one with a free end', () => {
  const { from, to, path, line, endCap } = find('leads to').data
  assert.deepEqual(from, { id: { ref: find('Went **well**').ref }, anchor: [1, 0.5] })
  assert.deepEqual(to, { id: { ref: find('Decide & act').ref }, anchor: 'auto' })
  assert.deepEqual([path, line, endCap], ['curve', 'dotted', 'triangle'])
  assert.deepEqual(board.left_out.map(({ code }) => code), ['connector_without_end']) // biome-ignore format: short
  assert.deepEqual(board.adapted.map(({ code }) => code).sort(), ['board_enlarged', 'object_unknown']) // biome-ignore format: short
})
