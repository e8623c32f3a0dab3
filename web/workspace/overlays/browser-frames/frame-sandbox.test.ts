// Which frames keep the origin of their page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameSandbox } from './frame-sandbox.ts'

const own = 'https://board.example.com'
const keepsOrigin = (...urls: (string | undefined)[]) => frameSandbox(urls, own).includes('allow-same-origin')

test('[WEB-20] a frame does not keep its origin if its page is ours or redirects to one of ours', () => {
  assert.equal(keepsOrigin('https://site.example/', 'https://site.example/home'), true)
  assert.equal(keepsOrigin('https://site.example/', undefined), true)
  assert.equal(keepsOrigin(`${own}/view/abc`, undefined), false)
  assert.equal(keepsOrigin('https://site.example/', `${own}/view/abc`), false)
  assert.equal(keepsOrigin('https://BOARD.example.com:443/', undefined), false)
})
