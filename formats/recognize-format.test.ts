import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { recognizeFormat } from './recognize-format.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'testing/boards', name))

test('[IMP-36] a format is recognized by its content, whatever the name', () => {
  const files: [Uint8Array | string, string | null][] = [
    [sample('all-elements.excalidraw'), 'excalidraw'],
    [sample('library.excalidrawlib'), 'excalidraw'],
    [sample('all-shapes.tldr'), 'tldraw'],
    [sample('flowchart.mmd'), 'mermaid'],
    [sample('two-pages.drawio'), 'drawio'],
    ['{"nodes":[],"edges":[]}', 'jsoncanvas'],
    ['{"appState":{},"elements":[]}', 'excalidraw'],
    ['PK\x03\x04....', 'tessera'],
    ['\x1f\x8b\x08....', 'tessera'],
    ['graph LR; a-->b', 'mermaid'],
    ['%% a comment\nsequenceDiagram\n a->>b: x', 'mermaid'],
    ['name;color\nOne;red\nTwo;blue\n', 'csv'],
    ['# Title\n\n- one\n- two\n', 'markdown'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', null],
    ['<html></html>', null],
    ['{"a":1}', null],
    ['{broken', null],
    ['\x89PNG\r\n\x1a\n\x00\x00', null],
    ['', null],
  ]
  for (const [content, expected] of files) {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
    assert.equal(recognizeFormat(bytes, 'file.bin'), expected, String(content).slice(0, 40))
  }
})

test('[IMP-36] the name decides between formats that are plain text', () => {
  assert.equal(recognizeFormat(Buffer.from('one, two'), 'list.csv'), 'csv')
  assert.equal(recognizeFormat(Buffer.from('one, two'), 'list.md'), 'markdown')
  assert.equal(recognizeFormat(Buffer.from('one, two'), 'list.exe'), null)
  assert.equal(recognizeFormat(sample('all-shapes.tldr'), 'list.csv'), 'tldraw')
})
