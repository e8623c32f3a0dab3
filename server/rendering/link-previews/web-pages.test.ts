// Checking the web pages that browser objects show.

import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { test } from 'node:test'
import sharp from 'sharp'
import { removeErasedFiles } from '../../platform/files/index.ts'
import { refused } from '../../testing/assert-refused.ts'
import { redirectTo, withServer } from '../../testing/local-server.ts'
import { newOrganization } from '../../testing/people.ts'
import { readSample } from '../../testing/sample-file.ts'
import { until } from '../../testing/until.ts'
import { type World, world, worldWith } from '../../testing/world.ts'
import { sweepWebPages } from './web-pages.ts'

interface Site {
  readonly origin: string
  readonly requests: string[]
}

/** A site that responds by path and records its requests. */
const withSite = (routes: Record<string, RequestListener>, run: (site: Site) => Promise<void>) => {
  const requests: string[] = []
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request.url ?? '')
    const known = routes[request.url ?? '']
    if (known) known(request, response)
    else response.writeHead(404).end()
  }
  return withServer(respond, ({ origin }) => run({ origin, requests }))
}

const page =
  (html: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html)

async function checkPage({ ann, board }: World, url: string) {
  const { browser } = await ann.browsers.create(board, { url })
  return (await ann.browsers.getPage(board, browser.id)).page
}

const age = (made: World, checked_at: string) =>
  made.dependencies.db.write(tx => tx.updateTable('web_pages').set({ checked_at }).execute())

test('[FIL-21] [FIL-22] the page of a browser has a title and whether it may be framed', async () => {
  const made = await world()
  const routes = {
    '/open': page('<title>Open &amp; kind</title>'),
    '/closed': page('<title>Closed</title>', { 'x-frame-options': 'DENY' }),
    '/from': redirectTo(302, '/closed'),
    '/latin': page(Buffer.from('<title>Caf\xe9</title>', 'latin1'), {
      'content-type': 'text/html; charset=iso-8859-1',
    }),
  }
  await withSite(routes, async ({ origin }) => {
    const open = await checkPage(made, `${origin}/open`)
    assert.deepEqual(
      [open.title, open.framing, open.reason, open.url],
      ['Open & kind', 'allowed', '', `${origin}/open`],
    )
    assert.deepEqual([open.picture, open.icon], [null, null])
    for (const path of ['/closed', '/from']) {
      const closed = await checkPage(made, origin + path)
      assert.deepEqual([closed.title, closed.framing, closed.url], ['Closed', 'refused', `${origin}/closed`])
      assert.match(closed.reason, /frame/)
    }
    assert.equal((await checkPage(made, `${origin}/latin`)).title, 'Café')
  })
})

test('[FIL-21] a page that cannot be checked is unknown, with a reason', async () => {
  const made = await world()
  const routes: Record<string, RequestListener> = {
    '/unavailable': (_request, response) => response.writeHead(503, { 'x-frame-options': 'DENY' }).end(),
    '/circle': redirectTo(302, '/circle'),
    '/inward': redirectTo(302, 'http://169.254.169.254/'),
    '/broken': (_request, response) => void response.destroy(),
  }
  await withSite(routes, async ({ origin }) => {
    for (const url of [...Object.keys(routes).map(path => origin + path), 'http://no-such-host.invalid/']) {
      const found = await checkPage(made, url)
      assert.equal(found.framing, 'unknown', url)
      assert.notEqual(found.reason, '', url)
    }
  })
})

test('[FIL-13] [FIL-21] a public server does not fetch pages of its own network', async () => {
  const made = await worldWith({ publicUrl: 'https://board.example.com' })
  await withSite({ '/': page('<title>Secret</title>') }, async ({ origin, requests }) => {
    const found = await checkPage(made, `${origin}/`)
    assert.deepEqual([found.framing, found.title, requests], ['unknown', '', []])
  })
})

test('[FIL-21] only readers of the workspace get the result, and only for browsers', async () => {
  const made = await world()
  const { ann, vic, eve, board } = made
  await withSite({ '/': page('<title>Ours</title>') }, async ({ origin, requests }) => {
    const { browser } = await ann.browsers.create(board, { url: origin })
    const { note } = await ann.notes.create(board, { text: 'no page' })
    await refused(eve.browsers.getPage(board, browser.id), 404, 'ResourceNotFound')
    await refused(ann.browsers.getPage(board, note.id), 404, 'ResourceNotFound')
    assert.deepEqual(requests, [])
    assert.equal((await vic.browsers.getPage(board, browser.id)).page.title, 'Ours')
  })
})

test('[FIL-24] a page is checked once a day, an unavailable one again after minutes, with its last known preview', async () => {
  const made = await world()
  const { ann, board } = made
  let isAway = false
  const routes: Record<string, RequestListener> = {
    '/': (request, response) =>
      isAway ? response.writeHead(500).end() : page('<title>Here</title>')(request, response),
  }
  await withSite(routes, async ({ origin, requests }) => {
    const { browser } = await ann.browsers.create(board, { url: `${origin}/` })
    const readPage = async () => (await ann.browsers.getPage(board, browser.id)).page
    await Promise.all([readPage(), readPage(), checkPage(made, `${origin}/`)])
    await readPage()
    assert.equal(requests.length, 1)
    isAway = true
    await age(made, new Date(Date.now() - 25 * 3_600_000).toISOString())
    const failed = await readPage()
    assert.deepEqual([failed.title, failed.framing, requests.length], ['Here', 'unknown', 2])
    await readPage()
    assert.equal(requests.length, 2)
    isAway = false
    await age(made, new Date(Date.now() - 6 * 60_000).toISOString())
    assert.deepEqual([(await readPage()).framing, requests.length], ['allowed', 3])
    await ann.browsers.update(board, browser.id, { url: `${origin}/gone` })
    assert.deepEqual([(await readPage()).title, requests.at(-1)], ['', '/gone'])
  })
})

test('[FIL-27] the result for a page does not tell whether other workspaces show it', async () => {
  const made = await world()
  const { eve, vic, ann, dependencies, board } = made
  const own = await newOrganization(dependencies, eve.id)
  const other = (await eve.workspaces.create(own, { name: 'Other' })).workspace.properties.uid
  const second = (await ann.workspaces.create(made.organization, { name: 'Second' })).workspace.properties.uid
  await withSite({ '/': page('<title>Ours</title>') }, async ({ origin, requests }) => {
    const { browser } = await ann.browsers.create(board, { url: `${origin}/` })
    await ann.browsers.getPage(board, browser.id)
    await age(made, new Date(Date.now() - 3_600_000).toISOString())
    for (const [person, id] of [
      [eve, other],
      [ann, second],
    ] as const) {
      const started = new Date().toISOString()
      const { checked_at } = await checkPage({ ...made, ann: person, board: id }, `${origin}/`)
      assert.equal(checked_at >= started, true, checked_at)
    }
    assert.deepEqual(requests, ['/', '/', '/'])
    const known = await vic.browsers.getPage(board, browser.id)
    assert.equal(Date.parse(known.page.checked_at) < Date.now() - 3_000_000, true)
  })
  // The site is away: the title that another workspace has seen is not shown.
  const url = 'http://no-such-host.invalid/'
  await checkPage(made, url)
  await dependencies.db.write(tx =>
    tx.updateTable('web_pages').set({ title: 'Secret' }).where('url', '=', url).execute(),
  )
  assert.equal((await checkPage({ ...made, ann: eve, board: other }, url)).title, '')
})

test('[FIL-23] the picture and the icon of a page are re-encoded, and visible to readers of the board', async () => {
  const made = await world()
  const create = { width: 2_400, height: 1_260, channels: 3, background: '#246' } as const
  const picture = await sharp({ create }).jpeg().withMetadata().toBuffer()
  const icon = await readSample('plain.png')
  const bytes =
    (content: Buffer): RequestListener =>
    (_request, response) =>
      response.setHeader('content-type', 'text/plain').end(content)
  const head = '<meta property="og:image" content="/one"><link rel="icon" href="/icon.png"><title>Rich</title>'
  await withSite(
    { '/': page(head), '/one': bytes(picture), '/icon.png': bytes(icon) },
    async ({ origin, requests }) => {
      const found = await checkPage(made, `${origin}/`)
      assert.deepEqual(requests, ['/', '/one', '/icon.png'])
      assert.deepEqual([found.picture?.width, found.picture?.height], [1_280, 672])
      assert.deepEqual([found.icon?.width, found.icon?.height], [40, 23])
      const { url = '' } = found.picture ?? {}
      const reply = await made.send(url.replace(made.dependencies.config.publicUrl, ''))
      assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'image/webp'])
      const { format, exif } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
      assert.deepEqual([format, exif], ['webp', undefined])
    },
  )
})

test('[FIL-23] [FIL-18] an invalid or malicious picture leaves the page without one', async () => {
  const made = await world()
  const head = (path: string) => page(`<title>Poor</title><meta property="og:image" content="${path}">`)
  const endless: RequestListener = (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
    }
    response.on('drain', more)
    more()
  }
  const routes = {
    '/text': head('/no'),
    '/no': page('no picture'),
    '/svg': head('/drawing'),
    '/drawing': (_request: IncomingMessage, response: ServerResponse) =>
      response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    '/large': head('/endless'),
    '/endless': endless,
    '/inward': head('http://169.254.169.254/picture.png'),
  }
  await withSite(routes, async ({ origin }) => {
    for (const path of ['/text', '/svg', '/large', '/inward']) {
      const found = await checkPage(made, origin + path)
      assert.deepEqual([found.title, found.framing, found.picture], ['Poor', 'allowed', null], path)
    }
  })
})

test('[LIM-25] slow pages of one user do not delay the pages of another', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const held: ServerResponse[] = []
  const hold: RequestListener = (_request, response) => void held.push(response)
  const slow = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`/slow-${index}`, hold]))
  await withSite({ ...slow, '/': page('<title>Fast</title>') }, async ({ origin }) => {
    const { browser } = await bob.browsers.create(board, { url: `${origin}/` })
    const waiting = Object.keys(slow).map(path => checkPage({ ...made, ann }, origin + path))
    await until(async () => held.length >= 4)
    assert.equal((await bob.browsers.getPage(board, browser.id)).page.title, 'Fast')
    assert.equal(held.length, 4)
    const answer = setInterval(() => held.splice(0).map(response => response.end()), 5)
    await Promise.all(waiting)
    clearInterval(answer)
  })
})

async function storedCount({ dependencies: { files } }: World): Promise<number> {
  let count = 0
  for await (const _ of files.list()) count += 1
  return count
}

test('[LIM-25] only the pictures made from a page are stored, within a limit, and removed with the page', async () => {
  const made = await worldWith({})
  const { db, files } = made.dependencies
  const draw = (color: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
      .jpeg()
      .toBuffer()
  const routes: Record<string, RequestListener> = {}
  for (const [index, color] of ['#f00', '#0f0', '#00f'].entries()) {
    const bytes = await draw(color)
    routes[`/${index}`] = page(`<title>${index}</title><meta property="og:image" content="/picture-${index}">`)
    routes[`/picture-${index}`] = (_request, response) => void response.end(bytes)
  }
  await withSite(routes, async ({ origin }) => {
    for (const index of [0, 1, 2]) {
      assert.ok((await checkPage(made, `${origin}/${index}`)).picture)
      assert.equal(await storedCount(made), index + 1)
    }
    await sweepWebPages(db)
    assert.equal(await storedCount(made), 3)
    const sizes = await db.read.selectFrom('files').select('size').orderBy('size').execute()
    await sweepWebPages(db, { maxBytes: sizes.reduce((sum, { size }) => sum + Number(size), 0) - 1 })
    const rows = await db.read.selectFrom('web_pages').select('title').orderBy('title').execute()
    assert.deepEqual(rows, [{ title: '1' }, { title: '2' }])
    await removeErasedFiles({ db, files, clock: () => Date.now() + 1_300_000 })
    assert.equal(await storedCount(made), 2)
  })
})
