import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPageHead } from './page-head.ts'

const read = (html: string) => readPageHead(html, 'https://site.test/a/page')

test('[FIL-21] the title is decoded and trimmed', () => {
  assert.equal(
    read('<!doctype html><html><head><title>\n  Fish &amp; Chips\t&#8211; caf&eacute; </title>').title,
    'Fish & Chips – café',
  )
  assert.equal(
    read('<head><!-- <title>No</title> --><script>"<title>No</title>"</script><TITLE lang="en">Yes</TITLE>').title,
    'Yes',
  )
  assert.equal(read('<title></title><meta content="Shared" property="og:title">').title, 'Shared')
  assert.equal(read('<head></head><body><svg><title>An icon</title></svg>').title, '')
  assert.equal(read('<title>never closed').title, 'never closed')
  assert.equal(read(`<title>${'x'.repeat(300)}</title>`).title.length, 255)
})

test('[FIL-23] picture URLs are absolute and only http or https', () => {
  const { pictures } = read(`<head><base href="/b/">
    <meta name="twitter:image" content="https://other.test/two.png"><meta property='og:image' content='one.png?a=1&amp;b=2'>
    <meta property="og:image" content="second.png"><meta property="og:image:secure_url" content="javascript:alert(1)">`)
  assert.deepEqual(pictures, ['https://site.test/b/one.png?a=1&b=2', 'https://other.test/two.png'])
})

test('[FIL-23] the largest supported icon comes first', () => {
  const { icons } =
    read(`<link rel="shortcut icon" href="/favicon.ico"><link rel=icon type="image/svg+xml" href="/i.svg">
    <link rel="icon" sizes="32x32" href="/32.png"><link rel="apple-touch-icon" href="touch.png">
    <link rel="icon" sizes="192x192" href="/192.png"><link rel="stylesheet" href="/icon.png">`)
  assert.deepEqual(icons, ['https://site.test/192.png', 'https://site.test/a/touch.png', 'https://site.test/32.png'])
})

test('[FIL-21] reading a page always ends', () => {
  const beginnings = ['<title ', '<meta content="', "<link rel='", '<!--', '<script>', '<a ', '<meta =" ', '<meta a = ']
  for (const beginning of beginnings)
    for (const filling of ['"', "'", ' ', '=', '<', 'a=" ', '<meta '])
      assert.deepEqual(read(beginning + filling.repeat(20_000)).pictures, [])
})
