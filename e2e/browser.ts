// A real browser for the tests: a script error or a violation of the content security policy fails the test, and axe
// checks accessibility.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after } from 'node:test'
import type axe from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { requireProgram } from '../scripts/test-programs.mjs'

// Disables the suggestions of the address bar, which need two processes per context. Chromium uses only the last such
// list, so the features that Playwright disables are repeated here.
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AimEnabled'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
]

const flags = [
  `--disable-features=${disabledFeatures.join(',')}`,
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
  // Renders text like a desktop browser, not snapped to whole pixels.
  '--font-render-hinting=none',
]

/** Long enough for a busy machine. */
export const timeoutMs = 120_000

// The minified file is less than half the size, and every page parses it again.
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export const desktop = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }
/** Font sizes in pixels: the default of most browsers, and a common choice of people with low vision. */
const fontSizes = { normal: 16, large: 20 }

let launched: Promise<Browser> | undefined
after(async () => (await launched)?.close())

/** Closed at the end of the test that opened it, because an open page keeps using the processor. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await openContext(options)
  after(() => context.close())
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** The context stays open until the process ends. Nothing is animated. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  launched ??= launch()
  const context = await (await launched).newContext({ reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(timeoutMs)
  context.on('page', page => {
    page.on('pageerror', failure => assert.fail(`an error on the page: ${failure.stack}`))
    page.on('console', message => assert.doesNotMatch(message.text(), /Content Security Policy/))
  })
  return context
}

function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: requireProgram('chromium'), args: flags })
}

/**
 * Accessible by all rules as it is, in dark mode by its colors, and on a phone by what fits and can be hit. The page is
 * left in light mode, as wide as it was.
 */
export async function assertUsable(page: Page, { isOnlyOnPhones = false } = {}): Promise<void> {
  const viewport = page.viewportSize() ?? desktop
  await assertAccessibleInBothThemes(page)
  await page.emulateMedia({ colorScheme: 'light' })
  if (isOnlyOnPhones) return
  await page.setViewportSize(phone)
  await assertAccessible(page, ['target-size'])
  await assertNothingIsCutOff(page)
  await page.setViewportSize(viewport)
}

/**
 * With normal and large fonts: the page is not wider than the window, and no text overflows its element. Icons have no
 * text but their tooltip, and a link in a heading may reach beyond it.
 */
export async function assertNothingIsCutOff(page: Page): Promise<void> {
  for (const size of [fontSizes.large, fontSizes.normal]) {
    await useFontSize(page, size)
    const cut = await page.evaluate(() => {
      const isCut = (element: Element) =>
        element.scrollWidth > element.clientWidth && window.getComputedStyle(element).overflowX !== 'hidden'
      const elements = document.querySelectorAll(
        'html, dialog[open], h1, h2, h3:not(:has(a)), button:not(.icon-button), .button, .badge',
      )
      return Array.from(elements)
        .filter(isCut)
        .map(({ tagName, textContent }) => `${tagName} ${textContent?.replaceAll(/\s+/g, ' ').slice(0, 80)}`)
    })
    assert.deepEqual(
      cut,
      [],
      `${page.url()} at a width of ${page.viewportSize()?.width}, with a font size of ${size} pixels`,
    )
  }
}

/** Applies the font size as if set in the browser's settings. */
async function useFontSize(page: Page, standard: number): Promise<void> {
  const settings = await page.context().newCDPSession(page)
  await settings.send('Page.setFontSizes', { fontSizes: { standard } })
  await settings.detach()
}

export const useLargeFont = (page: Page) => useFontSize(page, fontSizes.large)

/** Checks light and dark mode, as set by the reader's system: only the colors differ. The page is left in dark mode. */
async function assertAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await assertAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await assertAccessible(page, ['color-contrast'])
}

/** Checks all rules, unless some are named. */
export async function assertAccessible(page: Page, rules?: string[]): Promise<void> {
  await finishAnimations(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) }
  const violations = await page.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(found => found.violations)`,
  )
  const messages = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
  assert.deepEqual(messages, [], page.url())
}

/**
 * Elements that are fading do not have their final color yet. Animations are finished explicitly, because a page in the
 * background gets no frames.
 */
async function finishAnimations(page: Page): Promise<void> {
  await page.locator('.is-stale').first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
    // Elements that appear a moment later may also fade in.
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
