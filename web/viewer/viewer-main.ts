// Entry point of the viewer of a published board. The page comes from the server with all its text; this adds the board.
// It needs no account, changes nothing, and stores only the theme.

import '../ui/tokens.css'
import '../ui/ui-font.css'
import '../ui/base.css'
import './viewer.css'
import './gone-page.css'
import type { ThemeName } from '@tessera/drawing'
import type { BoardView } from '../canvas/board-view.ts'
import { openBoardView } from '../canvas/open-board-view.ts'
import { boxOf } from '../ui/box-of.ts'
import { chooseTheme, currentTheme, onTheme, startTheme } from '../ui/chosen-theme.ts'
import { openMap } from './board-map.ts'
import { type Contents, startContents } from './contents.ts'
import { fitBesideContents } from './contents-margin.ts'
import { openDownloadMenu } from './download-menu.ts'
import { openNavigation } from './go-to-object.ts'
import { openOverview } from './overview.ts'
import { openPageTurner } from './page-turner.ts'
import { PageLoader, type PublishedBoard } from './published-pages.ts'
import { publishedPictures } from './published-pictures.ts'
import { openTextLinks } from './text-links.ts'

startTheme()
document.documentElement.classList.add('has-script')
const viewer = document.getElementById('viewer')
if (viewer) void start(viewer)

/** Smaller margins in a small frame. */
const around = Math.max(10, Math.min(32, window.innerHeight / 14))
const margins = { top: around, right: around, bottom: around, left: around }

async function start(viewer: HTMLElement): Promise<void> {
  const { uid = '', empty = '', lost = '', again = '' } = viewer.dataset
  const address = `/api/published/${uid}`
  const status = byId('status')
  const showLost = () =>
    status.replaceChildren(
      lost,
      ' ',
      button(again, () => window.location.reload()),
    )
  const contents = startContents()
  openDownloadMenu()
  byId('theme-button').addEventListener('click', () => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark'))
  try {
    const first = await fetchPage(address)
    const pages = new PageLoader(first, (by, value) => fetchPage(`${address}?${by}=${value}`), showLost)
    show(viewer, pages, contents)
    status.textContent = first.objects_count === 0 ? empty : ''
  } catch {
    showLost()
  }
}

function fetchPage(address: string): Promise<PublishedBoard> {
  return fetchJson(address)
}

async function fetchJson<Reply>(address: string): Promise<Reply> {
  // With the same options as the preload in the head, so that it is not fetched twice.
  const reply = await fetch(address, { credentials: 'same-origin' })
  if (!reply.ok) throw new Error(`${reply.status}`)
  return await reply.json()
}

function show({ dataset }: HTMLElement, pages: PageLoader, contents: Contents): void {
  const { uid, inView = '' } = dataset
  const place = byId('board')
  const view = openBoardView(place, {
    source: pages,
    pictures: publishedPictures(pages, (id, offset, limit) =>
      fetchJson(`/api/published/${uid}/documents/${id}/pages?offset=${offset}&limit=${limit}`),
    ),
    theme: currentTheme(),
    margins,
    covers: () => Array.from(document.querySelectorAll('.viewer-bar, .viewer-controls'), boxOf),
  })
  view.element.setAttribute('aria-label', place.dataset.label ?? '')
  view.element.setAttribute('role', 'application')
  const fit = (animate: boolean) => view.fit(pages.bounds ?? undefined, { animate })
  fitBesideContents({ view, pages, contents }, margins)
  fit(false)
  const map = byId('map') as HTMLCanvasElement
  const repaint = () => {
    view.invalidate()
    boardMap.repaint()
  }
  const overview = openOverview(pages, theme => `/view/${uid}/overview-${theme}.webp`, repaint)
  const boardMap = openMap(map, { pages, view, theme: currentTheme(), overview: overview.picture })
  if (!pages.isSmall) view.setOverlay(overview.paint)
  onTheme(() => {
    const theme: ThemeName = currentTheme()
    view.setTheme(theme)
    boardMap.setTheme(theme)
  })
  follow(view, pages)
  openPageTurner(view, pages)
  openTextLinks(view)
  const announce = (text: string) => {
    byId('announcement').textContent = inView.replace('{text}', () => text)
  }
  openNavigation({ view, pages, contents, announce: announce })
  listen(view, () => fit(true))
  void view.complete().then(() => document.documentElement.classList.add('is-shown'))
}

function follow(view: BoardView, pages: PageLoader): void {
  const zoom = byId('zoom-one')
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' })
  const update = () => {
    zoom.textContent = percent.format(Math.max(0.01, view.camera.zoom))
    pages.lookAt(view.viewBox, view.camera.zoom)
  }
  view.onCamera(update)
  update()
}

function listen(view: BoardView, fit: () => void): void {
  const animate = { animate: true }
  byId('zoom-in').addEventListener('click', () => view.zoomBy(1.4, undefined, animate))
  byId('zoom-out').addEventListener('click', () => view.zoomBy(1 / 1.4, undefined, animate))
  byId('zoom-one').addEventListener('click', () => view.zoomTo(1, undefined, animate))
  byId('fit').addEventListener('click', fit)
  // Keys move the board wherever the focus is, unless the focused element uses them.
  document.addEventListener('keydown', event => {
    const target = event.target as HTMLElement
    const isHandled =
      target.closest('#contents, canvas.board') || (event.key.length > 1 && !event.key.startsWith('Arrow'))
    const isPress = event.key === ' ' && target.closest('button, a')
    if (isHandled || isPress || event.ctrlKey || event.metaKey || event.altKey) return
    view.element.focus()
    view.element.dispatchEvent(new KeyboardEvent('keydown', event))
  })
  view.element.addEventListener(
    'keydown',
    event => {
      if (event.key !== '0' || event.ctrlKey || event.metaKey) return
      event.stopImmediatePropagation()
      fit()
    },
    { capture: true },
  )
}

function byId(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'viewer-button viewer-again'
  made.textContent = label
  made.addEventListener('click', act)
  return made
}
