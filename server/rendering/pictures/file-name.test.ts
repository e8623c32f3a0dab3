import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileNameOf } from './file-name.ts'

test('[PIC-43] a file name has no separators, no dots at its ends and a limited length', () => {
  assert.equal(fileNameOf('Pläne', 'png'), 'Pläne.png')
  assert.equal(fileNameOf('../../etc/passwd', 'pdf'), '-..-etc-passwd.pdf')
  assert.equal(fileNameOf('a\r\nb:c', 'svg'), 'a-b-c.svg')
  assert.equal(fileNameOf(' . ', 'png'), 'board.png')
  assert.equal([...fileNameOf('😀'.repeat(300), 'png')].length, 124)
})
