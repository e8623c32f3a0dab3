// The template function of the pages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { field } from './form-parts.ts'
import { html } from './html.ts'

test('every value put into a page is escaped', () => {
  const evil = `"><script>alert('x')</script>&`
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;'
  assert.equal(html`<p title="${evil}">${evil}</p>`.text, `<p title="${escaped}">${escaped}</p>`)
  assert.equal(html`${[html`<b>${evil}</b>`, evil, 1, null, false, undefined]}`.text, `<b>${escaped}</b>${escaped}1`)
})

test('[SGN-3] an invalid field is announced to screen readers and has the focus', () => {
  const { text } = field(
    { name: 'email', label: 'Email', autocomplete: 'username', hint: 'h' },
    { email: 'is missing' },
  )
  assert.match(text, /<label for="email">Email<\/label>/)
  assert.match(text, /aria-describedby="email-hint email-fault" aria-invalid="true"[^>]* autofocus/)
  assert.match(text, /id="email-fault">is missing</)
})
