// The toolkit of server-rendered pages.

export { document } from './document.ts'
export { errorPage, messagePage } from './error-page.ts'
export { errorSummary, type Field, type FieldErrors, field, hidden, notice, submit } from './form-parts.ts'
export { Html, html } from './html.ts'
export type { Cookie, PageCall, PageContext, PageReply, PageRoute } from './page.ts'
export { assetRoutes, assets } from './page-assets.ts'
export { pageMessages } from './page-messages.ts'
