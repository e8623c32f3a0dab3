// Web pages on a board: in a frame if the site allows it, otherwise as a preview.

import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { withServer } from '../server/testing/local-server.ts'
import { publish } from '../server/testing/publishing.ts'
import { colorOf, solidPicture } from '../server/testing/solid-picture.ts'
import { type World, world } from '../server/testing/world.ts'
import { desk, eventually, middle, openBoard } from './board-page.ts'
import { assertAccessible, openPage } from './browser.ts'

const picture = await solidPicture(1_200, 630, '#c2410c')

/** A site with a page that allows framing, two that do not, and a picture. */
const site: RequestListener = (request, response) => {
  if (request.url === '/picture.png') return response.end(picture)
  const open = '<title>Open house</title><h1>Come in</h1><button onclick="this.textContent = `pressed`">Press</button>'
  const closed = '<title>Closed shop</title><meta property="og:image" content="/picture.png"><h1>Not here</h1>'
  const plain = '<title>Plain refusal</title><h1>Not here either</h1>'
  const body = { '/open': open, '/closed': closed, '/plain': plain }[request.url ?? ''] ?? open
  response.setHeader('content-type', 'text/html')
  if (request.url !== '/open') response.setHeader('x-frame-options', 'DENY')
  response.end(body)
}

async function withPage(made: World, url: string, run: (page: Page, id: string) => Promise<void>) {
  const { browser } = await made.ann.browsers.create(made.board, { url, x: 0, y: 0 })
  const page = await openBoard(made, made.ann, { id: browser.id })
  await run(page, browser.id)
  await page.context().close()
}

const still = (page: Page, title: string) => page.getByRole('region', { name: `Web page ${title}` })

/** Colors after WebP compression. */
const nearly = (one: string, other: string) =>
  [1, 3, 5].every(
    at => Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)) < 8,
  )

/** The color in the middle of the window. */
const colorInMiddle = async (page: Page) =>
  await colorOf(await page.screenshot({ clip: { ...middle, width: 1, height: 1 } }))

test('[WEB-3] [WEB-20] a page that allows framing is used on the board', async () => {
  const made = await world()
  await withServer(site, ({ origin }) =>
    withPage(made, `${origin}/open`, async page => {
      await page.mouse.dblclick(middle.x, middle.y)
      const frame = page.frameLocator('iframe[title="Web page Open house"]')
      await frame.getByRole('button', { name: 'Press' }).click()
      await frame.getByRole('button', { name: 'pressed' }).waitFor()
      await page.getByRole('button', { name: 'Stop interacting' }).click()
      await page.locator('iframe').waitFor({ state: 'detached' })
    }),
  )
})

test('[WEB-3] [WEB-20] a page that refuses framing is shown as a preview with its picture, title and a link', async () => {
  const made = await world()
  await withServer(site, async ({ origin }) => {
    await withPage(made, `${origin}/closed`, async page => {
      await eventually(async () => nearly(await colorInMiddle(page), '#c2410c'), true)

      await page.getByRole('button', { name: 'Interact' }).click()
      const card = still(page, 'Closed shop')
      await card.getByRole('heading', { name: 'Closed shop' }).waitFor()
      await card.getByText(new URL(origin).host).waitFor()
      await card.getByText('This site doesn’t allow embedding.').waitFor()
      assert.equal(await page.locator('iframe').count(), 0)
      assert.equal(await card.getByRole('button').count(), 0)
      await assertAccessible(page)
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        card.getByRole('link', { name: 'Open in a new tab' }).click(),
      ])
      await tab.getByRole('heading', { name: 'Not here' }).waitFor()
      await tab.close()
      await page.keyboard.press('Escape')
      await card.waitFor({ state: 'detached' })
    })
    await withPage(made, `${origin}/plain`, async page => {
      await page.mouse.dblclick(middle.x, middle.y)
      await still(page, 'Plain refusal').getByText('This site doesn’t allow embedding').waitFor()
    })
  })
})

test('[WEB-20] a page that cannot be checked is a preview until the user opens it, like any page offline', async () => {
  const made = await world()
  await withPage(made, 'http://127.0.0.1:9/', async page => {
    await page.mouse.dblclick(middle.x, middle.y)
    const card = still(page, '127.0.0.1:9')
    await card.getByText('Couldn’t check').waitFor()
    await card.getByRole('button', { name: 'Try to show it here anyway' }).click()
    await page.locator('iframe').waitFor()
  })
  await withServer(site, ({ origin }) =>
    withPage(made, `${origin}/open`, async page => {
      // Loads the code of the frame, which the page otherwise does in the background.
      await page.mouse.dblclick(middle.x, middle.y)
      await page.getByRole('button', { name: 'Stop interacting' }).click()
      await page.locator('iframe').waitFor({ state: 'detached' })
      await page.context().setOffline(true)
      await page.locator('.connection-offline').waitFor()
      await page.mouse.dblclick(middle.x, middle.y)
      await page.getByText('You’re offline. The page can be shown again').waitFor()
      await page.context().setOffline(false)
      await page.locator('iframe').waitFor()
    }),
  )
})

test('[WEB-20] another URL is another page', async () => {
  const made = await world()
  await withServer(site, ({ origin }) =>
    withPage(made, `${origin}/plain`, async (page, id) => {
      await page.mouse.dblclick(middle.x, middle.y)
      await still(page, 'Plain refusal').waitFor()
      await made.bob.browsers.update(made.board, id, { url: `${origin}/open` })
      await page.frameLocator('iframe').getByRole('heading', { name: 'Come in' }).waitFor()
    }),
  )
})

test('[WEB-20] [PUB-18] a visitor of a published board sees the stored preview, and the site is not requested', async () => {
  const made = await world()
  const { ann, board, url } = made
  const asked: string[] = []
  const counted: RequestListener = (request, response) => {
    asked.push(request.url ?? '')
    site(request, response)
  }
  await withServer(counted, async ({ origin }) => {
    for (const [index, path] of ['/closed', '/plain'].entries()) {
      const { id } = (await ann.browsers.create(board, { url: origin + path, x: index * 900, y: 0 })).browser
      await ann.browsers.getPage(board, id)
    }
    await publish(made)
    const before = asked.length
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage(`${url}/view/${board}`, { viewport: desk, colorScheme })
      await page.locator('html.is-shown').waitFor()
      const picture = { x: desk.width / 4, y: middle.y, width: 1, height: 1 }
      await eventually(async () => nearly(await colorOf(await page.screenshot({ clip: picture })), '#c2410c'), true)
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/published-pages-${colorScheme}.png` })
      await page.context().close()
    }
    assert.equal(asked.length, before)
  })
})

test('[WEB-20] [ADR-19] a frame that is redirected to one of our pages does not share the origin of the workspace', async () => {
  const made = await world()
  await publish(made)
  const viewer = `${made.url}/view/${made.board}`
  const bodies: Record<string, string> = {
    '/jump': `<title>Jump</title><script>location = ${JSON.stringify(viewer)}</script>`,
    '/nested': `<title>Nested</title><iframe src="${viewer}"></iframe>`,
  }
  const leading: RequestListener = (request, response) => {
    const body = bodies[request.url ?? '']
    if (body === undefined) response.writeHead(302, { location: viewer }).end()
    else response.setHeader('content-type', 'text/html').end(body)
  }
  await withServer(leading, async ({ origin }) => {
    for (const path of ['/redirect', '/jump', '/nested'])
      await withPage(made, origin + path, async page => {
        await page.mouse.dblclick(middle.x, middle.y)
        const findFrame = () => page.frames().find(frame => frame.url().startsWith(viewer))
        await eventually(async () => findFrame() !== undefined, true)
        const frame = findFrame() as NonNullable<ReturnType<typeof findFrame>>
        await frame.locator('html.is-shown').waitFor()
        const seen = await frame.evaluate(() => {
          try {
            return [self.origin, Boolean(window.top?.document)]
          } catch {
            return [self.origin, false]
          }
        })
        assert.deepEqual(seen, ['null', false], path)
      })
  })
})
