import assert from 'node:assert/strict'
import { test } from 'node:test'
import { downloadMenu, pngScale } from './viewer-download.ts'
import { viewerMessages } from './viewer-messages.ts'

const board = { uid: 'abc', can_download: 1, objects_count: 3, left_x: 0, top_y: 0, right_x: 936, bottom_y: 936 }

test('[WEB-126] the menu is omitted if downloads are off or there is nothing to draw', () => {
  const menu = downloadMenu(board, viewerMessages.en)
  assert.match(menu ? menu.text : '', /\/api\/published\/abc\/picture\?format=pdf/)
  assert.equal(downloadMenu({ ...board, can_download: 0 }, viewerMessages.en), false)
  assert.equal(downloadMenu({ ...board, objects_count: 0 }, viewerMessages.en), false)
})

test('[WEB-126] a PNG of a large board has a scale that fits', () => {
  assert.equal(pngScale(board), 2)
  assert.equal(pngScale({ ...board, right_x: 59_936, bottom_y: 9_936 }), 0.31)
  assert.equal(pngScale({ ...board, right_x: 9_999_999, bottom_y: 9_999_999 }), 0.05)
})
