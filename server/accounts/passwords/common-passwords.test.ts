// The list of common passwords.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommonPassword } from './common-passwords.ts'

test('[SGN-1] common passwords are recognized in any case, others are not', () => {
  for (const common of ['password', 'PassWord1', '12345678', 'iloveyou', 'ｐａｓｓｗｏｒｄ'])
    assert.equal(isCommonPassword(common), true, common)
  for (const other of ['mosaic floor', 'correct horse battery staple', '', '# Source'])
    assert.equal(isCommonPassword(other), false, other)
})
