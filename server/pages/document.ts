// The frame of every page that the server renders: head, mark, one column. There are no scripts.

import { type Html, html } from './html.ts'
import { assets } from './page-assets.ts'

export interface Document {
  readonly title: string
  readonly body: Html
  /** What stands small below the card. */
  readonly foot?: Html
}

export const document = ({ title, body, foot }: Document): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Tessera</title>
<link rel="icon" type="image/svg+xml" href="${assets.mark.path}">
<link rel="stylesheet" href="${assets.stylesheet.path}">
</head>
<body class="page">
<header class="page-head"><a class="page-home" href="/"><img src="${assets.mark.path}" width="28" height="28" alt="">Tessera</a></header>
<main class="page-card">
<h1 class="page-title">${title}</h1>
${body}
</main>
${foot && html`<footer class="page-foot">${foot}</footer>`}
</body>
</html>
`
