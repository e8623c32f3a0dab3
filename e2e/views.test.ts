// Opens every page and dialog once in English and once in German. English: accessible by all rules, in dark mode by its
// colors, on a phone by what fits and can be tapped. German: complete, and not wider than a small phone.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { assertNothingIsCutOff, assertUsable, desktop, openContext, phone } from './browser.ts'
import { sessionCookie } from './signed-in.ts'
import { type Scene, type View, viewScene, views } from './views.ts'

type Language = 'en' | 'de'
/** The narrowest common width, because German words are longer. */
const smallPhone = { width: 340, height: 700 }

describe('all pages and dialogs', () => {
  let scene: Scene
  const contexts = new Map<string, Promise<BrowserContext>>()
  before(async () => {
    scene = await viewScene()
  })

  for (const view of views)
    test(`[WEB-11] [WEB-45] ${view.rules ? `${view.rules} ` : ''}everyone can use ${view.name}, in both languages`, async () => {
      const english = await open(view, 'en')
      await assertUsable(english, { isOnlyOnPhones: view.isOnlyOnPhones })
      const texts = await longTextsOf(english)
      await english.close()
      const german = await open(view, 'de')
      await assertNothingIsCutOff(german)
      const same = (await longTextsOf(german)).filter(text => texts.includes(text))
      assert.deepEqual(
        same.filter(text => !view.untranslated?.test(text)),
        [],
        'texts without a translation',
      )
      await german.close()
    })

  async function open(view: View, language: Language): Promise<Page> {
    const page = await (await contextFor(view.as, language)).newPage()
    const size = view.isOnlyOnPhones ? phone : desktop
    await page.setViewportSize(language === 'de' ? smallPhone : size)
    const path = typeof view.path === 'string' ? view.path : view.path(scene)
    await page.goto(scene.url + path, { waitUntil: 'networkidle' })
    await page.locator(`html[lang=${language}]`).waitFor()
    for (const names of view.press ?? []) await press(page, names[language === 'en' ? 0 : 1])
    if (view.key) {
      await page.locator('.connection-live').waitFor()
      await page.keyboard.press(view.key)
    }
    if (view.opens) await page.getByRole(view.opens).first().waitFor()
    return page
  }

  function contextFor(person: View['as'], language: Language): Promise<BrowserContext> {
    const key = `${person} ${language}`
    const known = contexts.get(key)
    if (known) return known
    const made = makeContext(person, language)
    contexts.set(key, made)
    return made
  }

  async function makeContext(person: View['as'], language: Language): Promise<BrowserContext> {
    const context = await openContext(language === 'de' ? { locale: 'de-DE', hasTouch: true } : {})
    if (person) await context.addCookies([await sessionCookie(scene, scene[person])])
    return context
  }
})

async function press(page: Page, name: string): Promise<void> {
  const roles = ['button', 'menuitem', 'tab', 'radio'] as const
  const [first, ...others] = roles.map(role => page.getByRole(role, { name, exact: true }))
  const control = others.reduce((all, one) => all.or(one), first ?? page.getByText(name))
  await control
    .or(page.getByText(name, { exact: true }))
    .first()
    .click()
}

/** Visible or spoken text of three words or more: names, addresses and terms are shorter. */
const longTextsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = []
    for (const element of document.querySelectorAll('body *:not(script, style, code, pre, code *, pre *)')) {
      if (!element.checkVisibility()) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '')
    }
    return texts.map(text => text.trim()).filter(text => text.split(/\s+/).length > 2)
  })
