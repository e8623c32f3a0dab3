// Renders the content of a mail as HTML (one column, light and dark) and as plain text. The texts are in one file per
// language; the HTML template escapes everything.

import type { Language } from '@tessera/contract/languages'
import { type Html, html } from '../../platform/pages/index.ts'

export interface MailContent {
  readonly subject: string
  /** The preview text that mail programs show beside the subject in lists. */
  readonly preview: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** A text written by a person or returned by a receiver. */
  readonly quote?: string
  readonly button?: { readonly label: string; readonly url: string }
  /** Fine print below the button. */
  readonly notes?: readonly string[]
  /** Why the recipient gets this mail. */
  readonly reason: string
}

export const renderMailText = ({ heading, paragraphs, quote, button, notes = [], reason }: MailContent): string =>
  [
    heading,
    ...paragraphs,
    ...(quote === undefined ? [] : [quote.replace(/^/gm, '> ')]),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    `-- \n${reason}`,
  ].join('\n\n')

export const renderMailHtml = (content: MailContent, language: Language): string => page(content, language).text

// Styles are inline because some mail programs ignore all others; those in the head only add the dark theme.
const page = (content: MailContent, language: Language) => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #0e1413 !important; }
  .card { background: #151d1b !important; border-color: #2a3633 !important; border-top-color: #6bd0c2 !important; }
  .ink { color: #e4ebe8 !important; }
  .soft { color: #a3b2ae !important; }
  .line { border-color: #43524e !important; }
  .button { background: #6bd0c2 !important; color: #06211e !important; }
  .link { color: #6bd0c2 !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f4f6f4">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${content.preview}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f6f4">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 4px 16px;${font}font-size:17px;font-weight:600;color:#14211f">Tessera</td></tr>
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #d5dcd9;border-top:4px solid #0a6660;border-radius:12px">
${renderCard(content)}
</td></tr>
<tr><td class="soft" style="padding:16px 4px 0;${font}font-size:13px;line-height:20px;color:#4d5d59">${content.reason}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`

const font = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif;'

const renderCard = ({ heading, paragraphs, quote, button, notes = [] }: MailContent) => html`
<h1 class="ink" style="margin:0 0 16px;${font}font-size:22px;line-height:30px;font-weight:600;color:#14211f">${heading}</h1>
${paragraphs.map(paragraph)}
${quote === undefined ? null : quoteText(quote)}
${button ? renderButton(button) : null}
${notes.map(note)}`

const paragraph = (text: string) =>
  html`<p class="ink" style="margin:0 0 16px;${font}font-size:16px;line-height:25px;color:#14211f">${text}</p>`

const quoteText = (text: string) =>
  html`<blockquote class="soft line" style="margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px solid #b9c6c2;${font}font-size:16px;line-height:25px;color:#4d5d59;white-space:pre-line">${text}</blockquote>`

const note = (text: string) =>
  html`<p class="soft" style="margin:16px 0 0;${font}font-size:14px;line-height:21px;color:#4d5d59">${text}</p>`

/** The URL is shown as well, for mail programs that disable links. */
const renderButton = ({ label, url }: { label: string; url: string }): Html => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr>
<td style="border-radius:8px"><a class="button" href="${url}" style="display:inline-block;padding:13px 24px;border-radius:8px;background:#0a6660;${font}font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a></td>
</tr></table>
<p class="soft" style="margin:0;${font}font-size:13px;line-height:20px;color:#4d5d59;word-break:break-all"><a class="link" href="${url}" style="color:#0a6660">${url}</a></p>`
