// The language of a mail.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '@tessera/contract/languages'
import { refused } from '../../testing/assert-refused.ts'
import { pendingMember } from '../../testing/members.ts'
import { password, setTestPassword, signedInVisitor, visitor } from '../../testing/visitor.ts'
import { type World, world } from '../../testing/world.ts'
import { renderMailHtml, renderMailText } from './mail-content.ts'
import type { MailTexts } from './mail-texts.ts'
import { mailTextsByLanguage } from './mail-texts-by-language.ts'

const german = { 'accept-language': 'de-CH, fr;q=0.9' }
type Person = World['bob']

async function signInFrom(there: World, person: Person, headers: Record<string, string>) {
  await setTestPassword(there, person)
  const browser = visitor(there.url, headers)
  const response = await browser.fillIn('/sign-in', { email: person.email, password })
  assert.equal(response.status, 303)
  return browser
}

const languageOf = async (person: Person) => (await person.users.me()).user.user_preference?.language

async function mentionOnce({ ann, board, mail }: World, { email }: Person) {
  const { note } = await ann.notes.create(board, { text: 'plan' })
  await ann.comments.create(board, 'notes', note.id, { text: `look here, @${email}` })
  return await mail.mailTo(email, /mentioned|erwähnt/)
}

test('[MAI-7] a user who signs in on a German page gets mail in German', async () => {
  const there = await world()
  const { bob } = there
  assert.equal(await languageOf(bob), null)
  await signInFrom(there, bob, german)
  assert.equal(await languageOf(bob), 'de')
  const { subject, text, html } = await mentionOnce(there, bob)
  assert.equal(subject, 'Ann Tester hat dich in „Board“ erwähnt')
  assert.match(text, /> look here, @bob/)
  assert.match(text, /Arbeitsfläche öffnen:\nhttp/)
  assert.match(html, /<html lang="de">/)
})

test('[MAI-7] signing in does not change a chosen language', async () => {
  const there = await world()
  const { bob } = there
  await bob.users.update(bob.id, { user_preference: { language: 'en' } })
  await signInFrom(there, bob, german)
  assert.equal(await languageOf(bob), 'en')
  const { subject, html } = await mentionOnce(there, bob)
  assert.equal(subject, 'Ann Tester mentioned you in Board')
  assert.match(html, /<html lang="en">/)
})

test('[MAI-7] a signed-in user who chooses a language on a page chooses it for mail, too', async () => {
  const there = await world()
  const { bob, vic } = there
  const browser = await signedInVisitor(there, bob)
  assert.equal(await languageOf(bob), 'en')
  await browser.post('/language', { language: 'de' })
  assert.equal(await languageOf(bob), 'de')
  await browser.post('/language', { language: 'en' }, { origin: 'https://evil.example' })
  await visitor(there.url).post('/language', { language: 'en' })
  assert.equal(await languageOf(bob), 'de')
  assert.equal(await languageOf(vic), null)
})

test('[MAI-7] a new user is invited in the language of the inviter, and then uses their own', async () => {
  const there = await world()
  const { ann } = there
  await ann.users.update(ann.id, { user_preference: { language: 'de' } })
  const email = await pendingMember(there, 'Nia')
  const mail = await there.mail.mailTo(email)
  assert.equal(mail.subject, 'Ann Tester lädt dich zu „Mosaic“ ein')
  const { pathname, search } = new URL(mail.links[0] as string)
  const browser = visitor(there.url, { 'accept-language': 'en' })
  await browser.fillIn(pathname + search, { first_name: 'Nia', last_name: 'New', password })
  await visitor(there.url, german).fillIn('/forgot-password', { email })
  assert.equal((await there.mail.mailTo(email, /password|Passwort/)).subject, 'Reset your password')
})

test('[MAI-7] [USR-5] the API sets one of the supported languages or none, and leaves other preferences unchanged', async () => {
  const { bob } = await world()
  const update = (user_preference: object) => bob.users.update(bob.id, { user_preference } as never)
  await update({ notify_on_new_message: false })
  await update({ language: 'de' })
  const { user } = await bob.users.me()
  assert.deepEqual(user.user_preference, { notify_on_new_message: false, language: 'de' })
  await refused(update({ language: 'fr' }), 400, 'BadRequest', 'user_preference.language')
  await update({ notify_on_new_message: true })
  assert.equal(await languageOf(bob), 'de')
  await update({ language: null })
  assert.equal(await languageOf(bob), null)
})

const person = { first_name: 'Zoe', last_name: 'Quill', email: 'zoe@example.com' }
const at = '2026-02-03T16:05:00.000Z'
const url = 'https://example.com/there'

/** The facts that each mail must contain. */
const facts: { [Name in keyof MailTexts]: Parameters<MailTexts[Name]>[0] } = {
  invitation: { organization: 'Mosaic', inviter: person, hasAccount: false, url },
  workspace: { workspace: 'Plan', organization: 'Mosaic', inviter: null, url },
  mention: { workspace: 'Plan', author: person, text: 'look here', url },
  published: { workspace: 'Plan', url },
  publishingFailed: { workspace: 'Plan', reason: 'full', isShown: true, url },
  unpublishingFailed: { workspace: 'Plan', reason: 'unavailable', url },
  passwordLink: { email: 'zoe@example.com', url },
  passwordChanged: { email: 'zoe@example.com', at, url },
  identityLinked: { email: 'zoe@example.com', provider: 'Corp', at, url },
  emailConfirmation: { oldEmail: 'zoe@example.com', newEmail: 'quill@example.com', url },
  emailRequested: { oldEmail: 'zoe@example.com', newEmail: 'quill@example.com', at, url },
  emailChanged: { oldEmail: 'zoe@example.com', newEmail: 'quill@example.com', at },
  secondFactorChanged: { email: 'zoe@example.com', change: 'passkey_added', at, url },
  newDevice: { email: 'zoe@example.com', browser: 'Firefox', system: null, address: '203.0.113.7', at, url },
  credentialsCreated: {
    email: 'zoe@example.com',
    parts: ['application', 'bot'],
    title: 'Plan',
    scope: 'read admin',
    createdWith: 'Mosaic',
    at,
    url,
  },
  approval: { organization: 'Mosaic', guest: person, inviter: null, url },
  listenerSuspended: { workspace: 'Plan', url, reason: 'Answered 500', page: 'https://example.com/listeners' },
}

test('[MAI-7] every mail is written in every language, with the same facts', () => {
  const render = (language: Language, name: keyof MailTexts) => {
    const content = mailTextsByLanguage[language][name](facts[name] as never)
    assert.match(renderMailHtml(content, language), new RegExp(`<html lang="${language}">`))
    return `${content.subject}\n${content.preview}\n${renderMailText(content)}`
  }
  const known = ['Mosaic', 'Plan', 'Zoe Quill', 'look here', url, person.email, 'quill@example.com', 'Answered 500']
  for (const name of Object.keys(facts) as (keyof MailTexts)[]) {
    const [english, german] = [render('en', name), render('de', name)]
    for (const fact of known) assert.equal(german.includes(fact), english.includes(fact), `${name}: ${fact}`)
    const lines = (text: string) => text.split('\n').filter(line => /[a-z]{4} [a-z]{2}/i.test(line))
    const same = lines(german).filter(line => lines(english).includes(line))
    assert.deepEqual(same, name === 'mention' ? ['look here', '> look here'] : [])
  }
  assert.match(render('en', 'passwordChanged'), /February 3, 2026 at 4:05\sPM UTC/)
  assert.match(render('de', 'passwordChanged'), /am 3\. Februar 2026 um 16:05 UTC geändert/)
})
