// The one build of everything that runs in the browser: an html entry per page, all code and styles in files of their
// own, since the pages are sent with a policy that allows nothing inline.

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Nothing is painted before the page's script ran: a theme that was chosen is there from the first frame on. */
const paintWithScript: Plugin = {
  name: 'paint-with-script',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: html => html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  appType: 'mpa',
  plugins: [react(), paintWithScript],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [
        ...['index.html', 'docs.html', 'developers.html', 'account.html'],
        ...['organization.html', 'home.html', 'workspace.html', 'operator.html', 'view.html', 'listeners.html'],
      ].map(page => `${import.meta.dirname}/${page}`),
    },
  },
  server: { proxy: { '^/(api|session|sign-in|sign-out|files|view)': 'http://localhost:8080' } },
})
