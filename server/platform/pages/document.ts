// The layout of every page that the server renders: one column beside a mosaic. The only script is
// for passkeys; everything else works without.

import { languages } from '@tessera/contract/languages'
import { type Html, html } from './html.ts'
import type { PageContext } from './page.ts'
import { assets } from './page-assets.ts'
import { pageMessages } from './page-messages.ts'

export interface Document {
  readonly title: string
  readonly body: Html
  /** Small links below the card. */
  readonly foot?: Html
  /** Includes the script that signs in with passkeys; the reply needs `hasScript`. */
  readonly usesPasskeys?: boolean
}

export const document = ({ language, url }: PageContext, page: Document): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title} · Tessera</title>
<link rel="icon" type="image/svg+xml" href="${assets.mark.path}">
<link rel="stylesheet" href="${assets.stylesheet.path}">
${page.usesPasskeys && html`<script type="module" src="${assets.passkeys.path}"></script>`}
</head>
<body class="page">
<picture class="page-mosaic"><source media="(prefers-color-scheme: dark)" srcset="${assets.darkMosaic.path}"><img src="${assets.mosaic.path}" width="800" height="960" alt=""></picture>
<div class="page-column">
<header class="page-head"><a class="page-home" href="/"><img src="${assets.mark.path}" width="28" height="28" alt="">Tessera</a></header>
<main class="page-card">
<h1 class="page-title">${page.title}</h1>
${page.body}
${page.foot && html`<div class="page-foot">${page.foot}</div>`}
</main>
<footer>${languageChoice({ language, url })}</footer>
</div>
</body>
</html>
`

const languageChoice = ({
  language,
  url,
}: PageContext): Html => html`<form class="page-languages" method="post" action="/language?next=${encodeURIComponent(url)}" aria-label="${pageMessages[language].language}">
${Object.entries(languages).map(([code, name]) =>
  code === language
    ? html`<span lang="${code}" aria-current="true">${name}</span>`
    : html`<button class="button" type="submit" name="language" value="${code}" lang="${code}">${name}</button>`,
)}
</form>`
