import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inkOnBoard } from './ink-on-board.ts'
import { themes } from './palette.ts'
import { contrast } from './testing/contrast.ts'

const { light, dark } = themes

test('a color that is readable on the board stays as it is', () => {
  for (const color of ['#1f2937', '#000', '#E5534B', '#2563bd', '#facc15'])
    assert.equal(inkOnBoard(color, light), color)
  for (const color of ['#ffffff', '#fff', '#E5534B', '#2563bd', '#facc15']) assert.equal(inkOnBoard(color, dark), color)
})

test('a dark color on a dark board, and a pale one on a light board, is drawn with its lightness mirrored', () => {
  for (const color of ['#1f2937', '#000000', '#000080', '#7f1d1d', '#14532d', '#1e40af', '#1a1d23']) {
    const ink = inkOnBoard(color, dark)
    assert.ok(contrast(ink, dark.board) >= 4.5, `${color} is drawn as ${ink}`)
  }
  for (const color of ['#ffffff', '#ffff00', '#f4f5f7', '#e0f2fe', '#fef9c3']) {
    const ink = inkOnBoard(color, light)
    assert.ok(contrast(ink, light.board) >= 4.5, `${color} is drawn as ${ink}`)
  }
})

test('mirrored colors keep their hue and their opacity', () => {
  const parts = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
  const [red = 0, green = 0, blue = 0] = parts(inkOnBoard('#7f1d1d', dark))
  assert.ok(red > green + 20 && red > blue + 20, 'red stays red')
  const [navyRed = 0, , navyBlue = 0] = parts(inkOnBoard('#000080', dark))
  assert.ok(navyBlue > navyRed + 20, 'navy becomes a lighter blue')
  assert.match(inkOnBoard('#12345680', dark), /^#[0-9a-f]{6}80$/)
  assert.match(inkOnBoard('#0008', dark), /^#[0-9a-f]{6}88$/)
})

test('what is not a color stays as it is', () => {
  for (const color of ['none', '', 'red', '#12', '#12345']) assert.equal(inkOnBoard(color, dark), color)
})
