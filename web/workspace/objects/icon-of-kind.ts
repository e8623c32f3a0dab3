// The small picture of a kind: that of the tool that makes it.

import type { KindName } from '@tessera/client'
import type { IconName } from '../icons/icon.tsx'

const icons: Readonly<Record<KindName, IconName>> = {
  note: 'note',
  text: 'text',
  image: 'upload',
  document: 'outline',
  browser: 'browser',
  canvas: 'canvas',
  stroke: 'pen',
}

export const iconOfKind = (kind: string): IconName => icons[kind as KindName]
