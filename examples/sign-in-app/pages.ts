// The pages of the app. Everything that comes from Tessera is escaped.

import type { User, Workspace } from '@tessera/client'

export function welcomePage(): string {
  return page('Your boards', '<p>See your Tessera boards here.</p>', button('/sign-in', 'Sign in with Tessera'))
}

export function boardsPage(user: Pick<User, 'first_name'>, boards: readonly Workspace[], url: string): string {
  const items = boards.map(
    ({ uid, name }) => `<li><a href="${escapeHtml(`${url}/w/${uid}`)}">${escapeHtml(name)}</a></li>`,
  )
  const list = items.length ? `<ul>${items.join('')}</ul>` : '<p>You have no boards yet.</p>'
  return page(`Boards of ${escapeHtml(user.first_name)}`, list, button('/sign-out', 'Sign out'))
}

export function messagePage(message: string): string {
  return page('Your boards', `<p role="alert">${escapeHtml(message)}</p>`, '<a href="/">Back</a>')
}

const button = (action: string, label: string) =>
  `<form method="post" action="${action}"><button>${label}</button></form>`

const page = (title: string, ...content: string[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body { font: 16px/1.5 system-ui; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark }</style>
<h1>${title}</h1>
${content.join('\n')}
</html>`

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, found => `&#${found.charCodeAt(0)};`)
