// The picture of the sample workspace, generated so that no file has to be shipped: a mosaic of a sun over the sea.

import { crc32, deflateSync } from 'node:zlib'

export const pictureSize = { width: 800, height: 520 }

const stone = 20
const joint = 2

type Color = readonly [red: number, green: number, blue: number]

const mortar: Color = [236, 231, 220]
const sky: readonly Color[] = [
  [38, 87, 124],
  [72, 128, 158],
  [126, 169, 177],
  [214, 189, 150],
  [240, 170, 104],
]
const sea: readonly Color[] = [
  [24, 94, 103],
  [36, 122, 126],
  [64, 150, 145],
  [18, 70, 88],
]
const sun: Color = [250, 205, 92]
const glow: Color = [245, 187, 98]

/** Draws the picture as a PNG. */
export function makePicture(): Buffer {
  const { width, height } = pictureSize
  const lines = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) lines.set(colorAt(x, y), y * (1 + width * 3) + 1 + x * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8) // eight bits each of red, green and blue
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function colorAt(x: number, y: number): Color {
  if (x % stone < joint || y % stone < joint) return mortar
  const [column, row] = [Math.floor(x / stone), Math.floor(y / stone)]
  return weather(stoneAt(column, row), column, row)
}

const horizon = 17

function stoneAt(column: number, row: number): Color {
  const fromSun = Math.hypot(column - 20, row - 13)
  if (row >= horizon) {
    const wave = Math.round(row + Math.sin(column / 2.2 + row) * 1.3)
    // The sun's path on the water.
    if (Math.abs(column - 20) < 1 + (row - horizon) / 3 && wave % 2 === 0) return glow
    return sea[wave % sea.length] as Color
  }
  if (fromSun < 4.4) return sun
  if (fromSun < 5.6) return glow
  return sky[Math.min(sky.length - 1, Math.floor((row + Math.sin(column * 1.7) * 0.6 + 0.6) / 3.6))] as Color
}

/** Varies the color of each stone a little, the same way every time. */
function weather(color: Color, column: number, row: number): Color {
  const shade = (((column * 73_856_093) ^ (row * 19_349_663)) >>> 4) % 25
  return color.map(part => Math.max(0, Math.min(255, part + shade - 12))) as unknown as Color
}
