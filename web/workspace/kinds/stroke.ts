// Strokes in the workspace, drawn with pen and highlighter, and erased.

import { type PenColor, themes } from '@tessera/drawing'
import type { Swatches, WorkspaceKind } from './kind-definition.ts'

const penNames = Object.keys(themes.light.pens) as PenColor[]

/** They follow the theme. */
const pens: Swatches = Object.fromEntries(
  penNames.map(name => [name, { fill: `light-dark(${themes.light.pens[name]}, ${themes.dark.pens[name]})` }]),
)

export const stroke = {
  icon: 'stroke',
  style: [
    { type: 'named-color', field: 'penColor' },
    { type: 'line-width', field: 'brushSize' },
  ],
  swatches: { penColor: pens },
  tools: [
    {
      name: 'pen',
      label: { en: 'Pen', de: 'Stift' },
      icon: 'pen',
      key: 'p',
      group: 2,
      use: { type: 'draw', brush: 'Pen' },
    },
    {
      name: 'highlighter',
      label: { en: 'Highlighter', de: 'Textmarker' },
      icon: 'highlighter',
      key: 'shift+p',
      group: 2,
      partOf: 'pen',
      use: { type: 'draw', brush: 'Highlighter' },
    },
    {
      name: 'eraser',
      label: { en: 'Eraser', de: 'Radierer' },
      icon: 'eraser',
      key: 'e',
      group: 2,
      use: { type: 'draw', brush: 'Eraser' },
    },
  ],
} as const satisfies WorkspaceKind<'stroke'>
