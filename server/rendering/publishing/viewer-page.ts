// The HTML of the viewer page of a published workspace: everything that works without JavaScript, and the elements that
// the script in web/viewer/ fills.

import { readFileSync } from 'node:fs'
import { kinds } from '@tessera/contract'
import { type Box, renderers } from '@tessera/drawing'
import { assets, Html, html } from '../../platform/pages/index.ts'
import type { OutlineEntry } from './outline.ts'
import { type DownloadableBoard, downloadMenu } from './viewer-download.ts'
import type { ViewerMessages } from './viewer-messages.ts'

export interface ShownPage extends DownloadableBoard {
  readonly name: string
  readonly description: string
  readonly published_at: string
  readonly outline: readonly OutlineEntry[]
  readonly publicUrl: string
  readonly version: string
}

/** The script and style tags of the built viewer page; none if the pages are not built. */
export function viewerTags(path: string): Html {
  let built = ''
  try {
    built = readFileSync(path, 'utf8')
  } catch {}
  const tags = built.match(/<script\b[^>]*><\/script>|<link\b[^>]*rel="(?:stylesheet|modulepreload)"[^>]*>/g) ?? []
  // The page is rendered by the server, so it does not have to wait for the script.
  return new Html(tags.map(tag => tag.replace(' blocking="render"', '')).join('\n'))
}

export function viewerPage(page: ShownPage, tags: Html, messages: ViewerMessages): Html {
  const { uid, name, publicUrl, published_at } = page
  const description = descriptionOf(page, messages)
  const address = `${publicUrl}/view/${uid}`
  const data = `/api/published/${uid}`
  // The version is part of the URL, because sites that show link previews cache the picture for a long time.
  const picture = `${address}/preview.png?v=${page.version}`
  const date = new Intl.DateTimeFormat(messages.lang, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(published_at),
  )
  return html`<!doctype html>
<html lang="${messages.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${name} · Tessera</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${address}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Tessera">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${picture}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${name}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:image" content="${picture}">
<meta name="twitter:title" content="${name}">
<meta name="twitter:description" content="${description}">
<link rel="icon" type="image/svg+xml" href="${assets.mark.path}">
<link rel="preload" as="fetch" href="${data}" crossorigin="anonymous">
${tags}
</head>
<body>
<main class="viewer" id="viewer" data-uid="${uid}" data-empty="${messages.empty}" data-lost="${messages.lost}" data-again="${messages.again}" data-in-view="${messages.inView}">
<div class="viewer-board" id="board" data-label="${messages.board}"></div>
<header class="viewer-bar">
<a class="viewer-mark" href="/" target="_top" aria-label="${messages.by}"><img src="${assets.mark.path}" width="22" height="22" alt=""></a>
<div class="viewer-titles"><h1 class="viewer-name">${name}</h1><p class="viewer-date">${messages.published(date)}</p></div>
<button type="button" class="viewer-button" id="contents-button" aria-label="${messages.contents}" aria-expanded="false" aria-controls="contents">${icon(listIcon)}<span>${messages.contents}</span></button>
${downloadMenu(page, messages)}
<button type="button" class="viewer-button viewer-square" id="theme-button" aria-label="${messages.theme}">${icon(themeIcon)}</button>
</header>
<aside class="viewer-contents" id="contents" aria-label="${messages.contents}">
<div class="viewer-contents-head"><h2>${messages.contents}</h2><button type="button" class="viewer-button viewer-square" id="contents-close" aria-label="${messages.close}">${icon('M5 5l10 10M15 5L5 15')}</button></div>
<noscript><p class="viewer-hint">${messages.without}</p></noscript>
${page.description !== '' && html`<p class="viewer-description">${page.description}</p>`}
${outlineList(page, messages)}
</aside>
<p class="viewer-status" id="status" role="status">${messages.loading}</p>
<p class="visually-hidden" id="announcement" role="status"></p>
<div class="viewer-pages" id="pages" role="toolbar" aria-label="${messages.turning}" data-page-of="${messages.pageOf}" hidden>
<button type="button" class="viewer-button viewer-square" id="page-previous" aria-label="${messages.previousPage}" title="[">${icon('M12.500 4.500L7 10l5.500 5.500')}</button>
<span class="viewer-page-number" id="page-number" role="status"></span>
<button type="button" class="viewer-button viewer-square" id="page-next" aria-label="${messages.nextPage}" title="]">${icon('M7.500 4.500L13 10l-5.500 5.500')}</button>
</div>
<div class="viewer-controls" id="controls" role="toolbar" aria-label="Zoom">
<canvas class="viewer-map" id="map" role="img" aria-label="${messages.map}"></canvas>
<div class="viewer-row">
<button type="button" class="viewer-button viewer-square" id="zoom-out" aria-label="${messages.zoomOut}">${icon('M4.500 10h11')}</button>
<button type="button" class="viewer-button viewer-zoom" id="zoom-one" title="${messages.actualSize}">${percentIn(messages)}</button>
<button type="button" class="viewer-button viewer-square" id="zoom-in" aria-label="${messages.zoomIn}">${icon('M4.500 10h11M10 4.500v11')}</button>
<button type="button" class="viewer-button viewer-square" id="fit" aria-label="${messages.fit}">${icon('M3.500 7.500v-4h4M12.500 3.500h4v4M16.500 12.500v4h-4M7.500 16.500h-4v-4')}</button>
</div>
</div>
</main>
</body>
</html>
`
}

export const gonePage = (tags: Html, messages: ViewerMessages): Html => html`<!doctype html>
<html lang="${messages.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${messages.gone} · Tessera</title>
<link rel="icon" type="image/svg+xml" href="${assets.mark.path}">
<link rel="stylesheet" href="${assets.stylesheet.path}">
${tags}
</head>
<body>
<main class="viewer-gone">
<svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true"><g class="viewer-gone-tiles"><rect x="8" y="14" width="44" height="30" rx="4"/><rect x="60" y="8" width="34" height="36" rx="4"/><rect x="102" y="16" width="50" height="28" rx="4"/><rect x="14" y="52" width="38" height="44" rx="4"/><rect x="108" y="52" width="40" height="34" rx="4"/></g><rect class="viewer-gone-hole" x="60" y="52" width="40" height="40" rx="4"/></svg>
<h1>${messages.gone}</h1>
<p>${messages.goneText}</p>
<p><a href="/" target="_top">${messages.goneMore}</a></p>
</main>
</body>
</html>
`

const percentIn = ({ lang }: ViewerMessages) => new Intl.NumberFormat(lang, { style: 'percent' }).format(1)

const maxListed = 1_000

function outlineList({ outline, objects_count }: ShownPage, messages: ViewerMessages): Html {
  if (outline.length === 0) return html`<p class="viewer-hint">${messages.noContents}</p>`
  const entries = outline.map(entry => outlineEntry(entry, messages))
  const isCut = outline.length >= maxListed && objects_count > outline.length
  return html`<ul class="viewer-list">${entries}</ul>${isCut && html`<p class="viewer-hint">${messages.moreContents}</p>`}`
}

/** Without JavaScript the link leads to the entry itself, so that a URL with an object id still finds it. */
function outlineEntry({ kind, text, id, box, host }: OutlineEntry, messages: ViewerMessages): Html {
  const isHeading = renderers[kind].layer === 'ground'
  const from = host ? `${messages.kinds[kind]} · ${host}` : messages.kinds[kind]
  const content = isHeading
    ? text
    : html`<span class="viewer-kind">${icon(kinds[kind].icon)}${from}</span><span class="viewer-text">${text}</span>`
  const shown = id && box ? html`<a class="viewer-go" href="#${id}" data-box="${boxText(box)}">${content}</a>` : content
  const name = id && html` id="${id}"`
  if (!isHeading) return html`<li class="viewer-entry"${name}>${shown}</li>`
  return html`<li class="viewer-entry viewer-entry-canvas"${name}><h3>${shown}</h3></li>`
}

const boxText = ({ x, y, width, height }: Box) => [x, y, width, height].map(part => Math.round(part)).join()

/** Returns the description of the workspace, or else the beginning of its outline. */
function descriptionOf({ description, outline, name }: ShownPage, messages: ViewerMessages): string {
  const text = description || outline.map(entry => entry.text).join(' · ') || `${name}. ${messages.by}`
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > 200 ? `${characters.slice(0, 199).join('')}…` : characters.join('')
}

const icon = (path: string) =>
  html`<svg class="viewer-icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg>`
const listIcon = 'M4 5h.01M4 10h.01M4 15h.01M7.500 5h9M7.500 10h9M7.500 15h9'
const themeIcon = 'M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z'
