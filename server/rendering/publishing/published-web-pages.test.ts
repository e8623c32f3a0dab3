// The web pages on a published board, as visitors see them.

import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import sharp from 'sharp'
import { withServer } from '../../testing/local-server.ts'
import { publish, unpublish } from '../../testing/publishing.ts'
import { colorOf, solidPicture } from '../../testing/solid-picture.ts'
import { type World, world } from '../../testing/world.ts'

const [picture, icon] = await Promise.all([solidPicture(1_280, 720, '#c2410c'), solidPicture(64, 64, '#0f766e')])

const heads: Record<string, string> = {
  '/rich': '<title>Rich</title><meta property="og:image" content="/picture.png"><link rel="icon" href="/icon.png">',
  '/poor': '<title>Poor</title><link rel="icon" href="/icon.png">',
  '/bare': '',
}

async function withSite(run: (site: { origin: string; requests: string[] }) => Promise<void>): Promise<void> {
  const requests: string[] = []
  const site: RequestListener = ({ url = '' }, response) => {
    requests.push(url)
    if (url.endsWith('.png')) return response.end(url === '/icon.png' ? icon : picture)
    response.setHeader('content-type', 'text/html').end(heads[url] ?? '<title>Another</title>')
  }
  await withServer(site, ({ origin }) => run({ origin, requests }))
}

async function showPage({ ann, board }: World, url: string, isViewed = true): Promise<string> {
  const { id } = (await ann.browsers.create(board, { url })).browser
  if (isViewed) await ann.browsers.getPage(board, id)
  return id
}

const bytesAt = async (made: World, address = '') => {
  const reply = await made.send(address.replace(made.dependencies.config.publicUrl, ''))
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) }
}

/** Colors after WebP compression. */
const isNearly = (one: string, other: string) =>
  [1, 3, 5].every(at => Math.abs(partOf(one, at) - partOf(other, at)) < 8)
const partOf = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)

test('[PUB-18] visitors get the stored previews of web pages, and nothing is fetched for them', async () => {
  const made = await world()
  const { board, url } = made
  await withSite(async ({ origin, requests }) => {
    const rich = await showPage(made, `${origin}/rich`)
    const poor = await showPage(made, `${origin}/poor`)
    await showPage(made, `${origin}/bare`)
    await showPage(made, `${origin}/never-viewed`, false)
    await publish(made)
    const before = requests.length
    const shown = await connect({ url, retries: 0 }).published.get(board)
    const pages = Object.fromEntries((shown.web_pages ?? []).map(page => [page.id, page]))
    assert.deepEqual(Object.keys(pages).sort(), [rich, poor].sort())
    assert.deepEqual([pages[rich]?.title, pages[rich]?.picture?.width, pages[rich]?.icon?.width], ['Rich', 1_280, 64])
    assert.deepEqual([pages[poor]?.title, pages[poor]?.picture, pages[poor]?.icon?.width], ['Poor', null, 64])
    assert.ok(shown.objects.every(object => !('$' in object) && !('page' in object)))
    const address = pages[rich]?.picture?.url ?? ''
    assert.match(address, new RegExp(`/view/${board}/files/[0-9a-f]{64}$`))
    const { status, bytes } = await bytesAt(made, address)
    assert.equal(status, 200)
    assert.ok(isNearly(await colorOf(bytes), '#c2410c'))
    assert.equal((await bytesAt(made, pages[poor]?.icon?.url)).status, 200)
    assert.equal(requests.length, before)
    await unpublish(made)
    assert.equal((await bytesAt(made, address)).status, 404)
  })
})

test('[PUB-20] the outline links to its objects, and shows the titles of web pages', async () => {
  const made = await world()
  const { ann, board } = made
  await withSite(async ({ origin }) => {
    const rich = await showPage(made, `${origin}/rich`)
    const bare = await showPage(made, `${origin}/bare`)
    const { note } = await ann.notes.create(board, { text: '<b>Plant</b>', x: 40, y: 900, scale: 2 })
    await publish(made)
    const page = await (await made.send(`/view/${board}`)).text()
    const linkOf = (id: string) => page.match(new RegExp(`<a [^>]*href="#${id}".*?</a>`))?.[0] ?? ''
    assert.match(linkOf(rich), new RegExp(`data-box="0,0,800,600".*${new URL(origin).host}.*>Rich<`))
    assert.ok(linkOf(bare).includes(`>${origin}/bare<`))
    assert.match(linkOf(note.id), /data-box="40,900,1120,640".*&lt;b&gt;Plant/)
  })
})

test('[PUB-20] the outline lists shapes with text, connectors with a label and images with a name, each with its icon', async () => {
  const made = await world()
  const { ann, board } = made
  const { shape } = await ann.shapes.create(board, { text: 'Decide', form: 'diamond' })
  const { shape: plain } = await ann.shapes.create(board, { x: 600 })
  const ends = { from: { id: shape.id }, to: { id: plain.id } } as never
  const { connector } = await ann.connectors.create(board, { ...(ends as object), label: 'yes' } as never)
  const image = { data: icon, name: 'Site plan.png', type: 'image/png' }
  const { image: picture } = await ann.images.create(board, { image, y: 900 })
  await publish(made)
  const page = await (await made.send(`/view/${board}`)).text()
  const linkOf = (id: string) => page.match(new RegExp(`<a [^>]*href="#${id}".*?</a>`))?.[0] ?? ''
  assert.match(linkOf(shape.id), /<svg.*Shape.*>Decide</)
  assert.match(linkOf(connector.id), /<svg.*Connector.*>yes</)
  assert.match(linkOf(picture.id), /<svg.*Image.*>Site plan\.png</)
  assert.equal(linkOf(plain.id), '')
})

test('[PUB-19] [PUB-20] an outline of an older snapshot is shown without links', async () => {
  const made = await world()
  const { ann, board, dependencies } = made
  await ann.notes.create(board, { text: 'Orchard' })
  await publish(made)
  const outline = JSON.stringify([{ kind: 'note', text: 'Orchard' }])
  await dependencies.db.write(tx => tx.updateTable('snapshots').set({ outline }).execute())
  const page = await (await made.send(`/view/${board}`)).text()
  assert.match(page, /Orchard<\/span><\/li>/)
  assert.doesNotMatch(page, /viewer-go/)
})

test('[PUB-18] [PUB-4] later changes of a web page are not part of the snapshot', async () => {
  const made = await world()
  const { board, url, dependencies } = made
  await withSite(async ({ origin }) => {
    await showPage(made, `${origin}/rich`)
    await publish(made)
    const anyone = connect({ url, retries: 0 })
    const before = (await anyone.published.get(board)).web_pages
    await dependencies.db.write(tx =>
      tx.updateTable('web_pages').set({ title: 'Changed', picture_hash: null }).execute(),
    )
    assert.deepEqual((await anyone.published.get(board)).web_pages, before)
    await dependencies.db.write(tx => tx.deleteFrom('web_pages').execute())
    assert.deepEqual((await anyone.published.get(board)).web_pages, before)
    await publish(made)
    assert.equal((await anyone.published.get(board)).web_pages, undefined)
  })
})

test('[WEB-20] [PUB-16] [WSP-18] previews of a board show the pictures of its web pages', async () => {
  const made = await world()
  const { ann, board, dependencies } = made
  await withSite(async ({ origin }) => {
    await showPage(made, `${origin}/rich`)
    await publish(made)
    const { thumbnail_url } = (await ann.workspaces.get(board)).workspace.properties
    for (const address of [`/view/${board}/preview.png`, thumbnail_url.replace(dependencies.config.publicUrl, '')]) {
      const { status, bytes } = await bytesAt(made, address)
      assert.equal(status, 200)
      const { width = 0, height = 0 } = await sharp(bytes).metadata()
      const middle = { left: Math.round(width / 2), top: Math.round(height / 2), width: 1, height: 1 }
      const color = await colorOf(await sharp(bytes).extract(middle).png().toBuffer())
      assert.ok(isNearly(color, '#c2410c'), `${address} is ${color} in the middle`)
    }
  })
})

test('[PUB-19] an older snapshot is not complete until the board is published again', async () => {
  const made = await world()
  const { ann, board, dependencies } = made
  const isInFull = async () => (await ann.workspaces.get(board)).workspace.properties.published_in_full
  assert.equal(await isInFull(), true)
  await publish(made)
  assert.equal(await isInFull(), true)
  await dependencies.db.write(tx => tx.updateTable('snapshots').set({ edition: 1 }).execute())
  assert.equal(await isInFull(), false)
  assert.deepEqual(
    (await ann.users.listWorkspaces('me')).workspaces.map(one => one.published_in_full),
    [false],
  )
  await publish(made)
  assert.equal(await isInFull(), true)
})
