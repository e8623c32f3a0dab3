// Writes pictures of the sample board in both themes at several zooms: `node drawing/testing/show-sample.ts <folder>`.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import type { Picture } from '../surface.ts'
import type { Camera } from '../view.ts'
import { paint } from './paint.ts'
import { sampleBoard } from './sample-objects.ts'

const views: Record<string, Camera> = {
  near: { x: 0, y: -40, zoom: 0.62 },
  type: { x: 2560, y: -40, zoom: 0.7 },
  pictures: { x: 0, y: 970, zoom: 0.62 },
  more: { x: 1560, y: 970, zoom: 0.55 },
  close: { x: 620, y: 440, zoom: 2 },
  whole: { x: -40, y: -40, zoom: 0.33 },
  far: { x: -400, y: -400, zoom: 0.12 },
  tiny: { x: -400, y: -400, zoom: 0.04 },
}

const folder = process.argv[2] ?? '.'
mkdirSync(folder, { recursive: true })
for (const theme of ['light', 'dark'] as const) {
  for (const [name, camera] of Object.entries(views)) {
    const size = { width: 1600, height: 1000 }
    const canvas = paint(sampleBoard(), { camera, ...size, theme, background: 'grid', picture: landscape })
    writeFileSync(join(folder, `${name}-${theme}.png`), canvas.toBuffer('image/png'))
  }
}

function landscape(key: string): Picture | null {
  if (!['photo', 'slides/1', 'site'].includes(key)) return null
  const canvas = createCanvas(800, key === 'photo' ? 520 : 450)
  const context = canvas.getContext('2d')
  const sky = context.createLinearGradient(0, 0, 0, canvas.height)
  sky.addColorStop(0, '#7db8f0')
  sky.addColorStop(1, '#fbe3c0')
  context.fillStyle = sky
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#3c6e57'
  context.beginPath()
  context.moveTo(0, 520)
  for (const [x, y] of [
    [0, 400],
    [260, 180],
    [420, 330],
    [620, 120],
    [800, 380],
    [800, 520],
  ] as const)
    context.lineTo(x, y)
  context.fill()
  return canvas
}
