import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOfText } from './diagram-text.ts'
import { isBoardFile } from './recognize-board-file.ts'

const chunk = (type: string, content: string) => {
  const bytes = Buffer.alloc(12 + content.length)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type + content, 4, 'latin1')
  return bytes
}
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const png = (...chunks: Buffer[]) => new File([Buffer.concat([signature, ...chunks])], 'a.png', { type: 'image/png' })
const svg = (inside: string) => new File([`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`], 'a.svg')
const pixels = [chunk('IHDR', 'x'.repeat(13)), chunk('IDAT', 'tessera'), chunk('IEND', '')]

test('[WEB-124] files of other programs are imported, images and documents are uploaded', async () => {
  for (const name of ['a.excalidraw', 'a.tldr', 'a.canvas', 'A.CSV', 'a.md', 'a.mmd', 'a.drawio', 'a.xml', 'a.tessera'])
    assert.equal(await isBoardFile(new File(['x'], name)), true, name)
  for (const name of ['a.jpg', 'a.pdf', 'a.docx', 'csv'])
    assert.equal(await isBoardFile(new File(['x'], name)), false, name)
})

test('[WEB-124] a PNG or SVG is imported only if it carries objects', async () => {
  assert.equal(await isBoardFile(png(...pixels)), false)
  assert.equal(await isBoardFile(png(chunk('iTXt', 'tessera\0\0\0\0\0{}'), ...pixels)), true)
  assert.equal(await isBoardFile(png(chunk('tEXt', 'application/vnd.excalidraw+json\0{}'), ...pixels)), true)
  assert.equal(await isBoardFile(png(chunk('tEXt', 'Comment\0tessera'), ...pixels)), false)
  assert.equal(await isBoardFile(new File(['tessera'], 'broken.png')), false)
  assert.equal(await isBoardFile(svg('<text>tessera</text>')), false)
  assert.equal(await isBoardFile(svg('<!-- payload-type:application/vnd.excalidraw+json -->')), true)
})

test('[WEB-122] [WEB-124] text on the clipboard is imported if it is a diagram', () => {
  const diagrams = ['{"type":"excalidraw/clipboard"}', 'flowchart LR\nA --> B', '<svg><metadata id="tessera">']
  assert.deepEqual(diagrams.map(formatOfText), ['excalidraw', 'mermaid', 'svg'])
  for (const text of ['<svg>', 'graph of a function', '{}']) assert.equal(formatOfText(text), null)
})
