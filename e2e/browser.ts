// A real browser for the stories: pages that fail the test for every error of a script and everything that the policy of
// the page had to refuse, and the judgement of axe about who can use them.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after } from 'node:test'
import type axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page, type ViewportSize } from 'playwright-core'

// The suggestions of an address bar that nobody sees take two processes for every context. Only the last such list counts,
// so what Playwright turns off stands here again.
const turnedOff = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AimEnabled'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
]

const flags = [
  `--disable-features=${turnedOff.join(',')}`,
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
]

/** A busy machine may take its time; what never comes is told all the same. */
export const longestWaitMs = 120_000

// Less than half of what the package itself brings along is to be read anew by every page.
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const desk = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }
/** In pixels: what most browsers begin with, and what many choose who do not see well. */
const letters = { usual: 16, large: 20 }

let launched: Promise<Browser> | undefined
after(async () => (await launched)?.close())

/** Closed with the test that opened it: a page that nobody looks at any more still takes its part of the machine. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  launched ??= chromium.launch({ executablePath: findChromium(), args: flags })
  const context = await (await launched).newContext(options)
  after(() => context.close())
  context.setDefaultTimeout(longestWaitMs)
  const page = await context.newPage()
  page.on('pageerror', failure => assert.fail(`an error on the page: ${failure.stack}`))
  page.on('console', message => assert.doesNotMatch(message.text(), /Content Security Policy/))
  await page.goto(url)
  return page
}

function findChromium(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const found = folders.map(folder => join(folder, 'chromium')).find(path => existsSync(path))
  return found ?? assert.fail('Chromium is not installed')
}

/** The same page on a desk and on a phone, in the light and in the dark: fit for everybody, and never wider than the window. */
export async function assertFits(page: Page, viewports: ViewportSize[] = [desk, phone]): Promise<void> {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    await assertAccessibleInBoth(page)
    await assertGivesWay(page)
  }
}

/** With the usual letters and with large ones: no wider than the window, and no words beyond the place they stand in. */
export async function assertGivesWay(page: Page): Promise<void> {
  for (const size of [letters.large, letters.usual]) {
    await useLetters(page, size)
    const cut = await page.evaluate(() => {
      const isCut = (place: Element) =>
        place.scrollWidth > place.clientWidth && window.getComputedStyle(place).overflowX !== 'hidden'
      const places = document.querySelectorAll('html, dialog[open], h1, h2, h3, button, .button, .badge')
      return Array.from(places)
        .filter(isCut)
        .map(({ tagName, textContent }) => `${tagName} ${textContent?.replaceAll(/\s+/g, ' ').slice(0, 80)}`)
    })
    assert.deepEqual(
      cut,
      [],
      `${page.url()} at a width of ${page.viewportSize()?.width}, with letters of ${size} pixels`,
    )
  }
}

/** As if chosen in the settings of the browser. */
async function useLetters(page: Page, standard: number): Promise<void> {
  const settings = await page.context().newCDPSession(page)
  await settings.send('Page.setFontSizes', { fontSizes: { standard } })
  await settings.detach()
}

export const useLargeLetters = (page: Page) => useLetters(page, letters.large)

/** In the light and in the dark. The page is told as the system of its reader would tell it, and is left in the dark. */
export async function assertAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page)
  }
}

export async function assertAccessible(page: Page): Promise<void> {
  await standsStill(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate<axe.Result[]>(
    `axe.run(document, { resultTypes: ['violations'], preload: false }).then(found => found.violations)`,
  )
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
  assert.deepEqual(told, [], page.url())
}

/**
 * What still fades in, or is faded while it is read anew, has neither its colour nor its place yet: it is brought to its end,
 * which a page that is given no frames would never come to.
 */
async function standsStill(page: Page): Promise<void> {
  await page.locator('.is-stale').first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
    // What comes in a moment may fade in, too.
    for (let framesStill = 0; framesStill < 3; framesStill += 1) {
      const moving = document.getAnimations().filter(isEnding)
      if (moving.length > 0) framesStill = 0
      for (const one of moving) one.finish()
      await new Promise(next => {
        requestAnimationFrame(next)
        setTimeout(next, 100)
      })
    }
  })
}
