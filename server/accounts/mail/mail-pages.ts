// Shows saved mail in a browser on the machine itself, if no mail server is configured. Mails contain sign-in links, so no
// other machine may read them, however it reaches the server.

import { Problem } from '@tessera/contract'
import { isLoopbackHost } from '../../platform/config/index.ts'
import {
  document,
  type Html,
  html,
  type PageCall,
  type PageContext,
  type PageReply,
  type PageRoute,
  pageMessages,
} from '../../platform/pages/index.ts'
import { findSavedMail, listSavedMail, type SavedMail } from './folder-mailer.ts'
import { mailPageMessages } from './mail-page-messages.ts'
import { mailFolder } from './mailer.ts'

const maxShown = 100

export interface MailPageSettings {
  readonly publicUrl: string
  readonly smtpUrl: string | undefined
  readonly dataDir: string
}

/** Returns no routes if mail is sent by SMTP, or if PUBLIC_URL is not loopback. */
export function mailPageRoutes({ publicUrl, smtpUrl, dataDir }: MailPageSettings): PageRoute[] {
  if (smtpUrl !== undefined || !isLoopbackHost(new URL(publicUrl).hostname)) return []
  const folder = mailFolder(dataDir)
  const route = (path: string, run: (folder: string, call: PageCall) => Promise<PageReply>): PageRoute => ({
    method: 'GET',
    path,
    errorFormat: 'html',
    run: async call => {
      if (!call.isFromThisMachine) throw noSuchPage()
      return await run(folder, call)
    },
  })
  return [route('/mail', showList), route('/mail/message', showMessage), route('/mail/message/html', showHtml)]
}

const noSuchPage = () => new Problem('ResourceNotFound', 'There is no page at this address')

async function showList(folder: string, call: PageCall): Promise<PageReply> {
  const messages = mailPageMessages[call.language]
  const names = await listSavedMail(folder)
  const mails = await Promise.all(names.slice(0, maxShown).map(name => findSavedMail(folder, name)))
  const found = mails.filter(mail => mail !== null)
  const body = html`<p class="page-text">${messages.lead[0]}<code>${folder}</code>${messages.lead[1]}</p>
${found.length === 0 ? html`<p class="page-text">${messages.none}</p>` : html`<ul class="page-list">${found.map(mail => line(messages.to, mail))}</ul>`}`
  return { html: document(call, { title: messages.title, body, foot: footer(call, names.length) }) }
}

const footer = ({ language }: PageContext, count: number): Html =>
  count > maxShown
    ? html`${mailPageMessages[language].newest(maxShown, count)}`
    : html`<a href="/">${pageMessages[language].backToHome}</a>`

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
  const messages = mailPageMessages[call.language]
  const { name, subject, to, date, text } = await getMail(folder, call)
  const body = html`<p class="page-text">${messages.to} <strong>${to}</strong>, <time datetime="${date}">${timeOf(date)}</time></p>
<p class="page-text">${linkify(text)}</p>`
  const foot = html`<a href="/mail/message/html?name=${encodeURIComponent(name)}">${messages.asMail}</a> · <a href="/mail">${messages.all}</a>`
  return { html: document(call, { title: subject, body, foot }) }
}

/** Turns URLs into links and line breaks into `<br>`. */
const linkify = (text: string): Html[] =>
  text.split(/(https?:\/\/\S+|\n)/).map(part => {
    if (part === '\n') return html`<br>`
    return part.startsWith('http') ? html`<a href="${part}">${part}</a>` : html`${part}`
  })

/** Shows the HTML part in a sandbox: it cannot run scripts, load anything or reach our pages. */
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
