// The mail that was kept for want of a mail server, to be read in the browser of the machine itself: it holds links that
// let somebody in, so nobody else gets to see it, however the server is reached.

import { Problem } from '@tessera/contract'
import type { PageCall, PageContext, PageReply, PageRoute } from '../pages/page.ts'
import { document } from '../pages/document.ts'
import { type Html, html } from '../pages/html.ts'
import { pageWords } from '../pages/page-words.ts'
import { findSavedMail, type SavedMail, listSavedMail } from './folder-mailer.ts'
import { mailPageWords } from './mail-page-words.ts'
import { isLoopbackHost } from './mail-settings.ts'
import { mailFolder } from './mailer.ts'

const shownAtOnce = 100

export interface MailPageSettings {
  readonly publicUrl: string
  readonly smtpUrl: string | undefined
  readonly dataDir: string
}

/** None where mail is sent, or where the service is for others than who sits at this machine. */
export function mailPageRoutes({ publicUrl, smtpUrl, dataDir }: MailPageSettings): PageRoute[] {
  if (smtpUrl !== undefined || !isLoopbackHost(new URL(publicUrl).hostname)) return []
  const folder = mailFolder(dataDir)
  const route = (path: string, run: (folder: string, call: PageCall) => Promise<PageReply>): PageRoute => ({
    method: 'GET',
    path,
    errorFormat: 'html',
    run: async call => {
      if (!isFromHere(call)) throw noSuchPage()
      return await run(folder, call)
    },
  })
  return [route('/mail', showList), route('/mail/message', showMessage), route('/mail/message/html', showHtml)]
}

/** Also by name: a page of somebody else's whose name leads here must not read it. */
function isFromHere({ address, headers }: PageCall): boolean {
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? ''
  return /^(127\.|::1$|::ffff:127\.)/.test(address) && isLoopbackHost(host)
}

const noSuchPage = () => new Problem('ResourceNotFound', 'There is no such address')

async function showList(folder: string, call: PageCall): Promise<PageReply> {
  const words = mailPageWords[call.language]
  const names = await listSavedMail(folder)
  const mails = await Promise.all(names.slice(0, shownAtOnce).map(name => findSavedMail(folder, name)))
  const found = mails.filter(mail => mail !== null)
  const body = html`<p class="page-text">${words.lead[0]}<code>${folder}</code>${words.lead[1]}</p>
${found.length === 0 ? html`<p class="page-text">${words.none}</p>` : html`<ul class="page-list">${found.map(mail => line(words.to, mail))}</ul>`}`
  return { html: document(call, { title: words.title, body, foot: moreThan(call, names.length) }) }
}

const moreThan = ({ language }: PageContext, count: number): Html =>
  count > shownAtOnce
    ? html`${mailPageWords[language].newest(shownAtOnce, count)}`
    : html`<a href="/">${pageWords[language].toFront}</a>`

const line = (word: string, { name, subject, to, date }: SavedMail) =>
  html`<li><a href="${addressOf(name)}">${subject}</a><br>${word} ${to}, <time datetime="${date}">${timeOf(date)}</time></li>`

const addressOf = (name: string) => `/mail/message?name=${encodeURIComponent(name)}`

const timeOf = (date: string) => date.slice(0, 19).replace('T', ' ')

async function getMail(folder: string, { query }: PageCall): Promise<SavedMail> {
  const mail = await findSavedMail(folder, query.get('name') ?? '')
  if (!mail) throw noSuchPage()
  return mail
}

async function showMessage(folder: string, call: PageCall): Promise<PageReply> {
  const words = mailPageWords[call.language]
  const { name, subject, to, date, text } = await getMail(folder, call)
  const body = html`<p class="page-text">${words.to} <strong>${to}</strong>, <time datetime="${date}">${timeOf(date)}</time></p>
<p class="page-text">${linked(text)}</p>`
  const foot = html`<a href="/mail/message/html?name=${encodeURIComponent(name)}">${words.asMail}</a> · <a href="/mail">${words.all}</a>`
  return { html: document(call, { title: subject, body, foot }) }
}

/** The addresses in a text as links, and its lines as lines. */
const linked = (text: string): Html[] =>
  text.split(/(https?:\/\/\S+|\n)/).map(part => {
    if (part === '\n') return html`<br>`
    return part.startsWith('http') ? html`<a href="${part}">${part}</a>` : html`${part}`
  })

/** As it is, but on its own: nothing in it can run, load or reach our pages. */
async function showHtml(folder: string, call: PageCall): Promise<PageReply> {
  const mail = await getMail(folder, call)
  return {
    file: { type: 'text/html; charset=utf-8', body: mail.html },
    headers: {
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-top-navigation-by-user-activation",
    },
  }
}
