// The mosaic of the front page. It says nothing, so it is not read out.

import { layMosaic, tones } from './mosaic.ts'

const plan = { width: 560, height: 520, tile: 22, seed: 11 }
const tiles = layMosaic(plan)

/** A path per colour, not an element per tile. */
const paths = tones.map(tone => ({
  tone,
  path: tiles
    .filter(tile => tile.tone === tone)
    .map(tile => `M${tile.points.replaceAll(' ', 'L')}Z`)
    .join(''),
}))

export function MosaicPicture() {
  return (
    <svg
      className="mosaic"
      viewBox={`0 0 ${plan.width} ${plan.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {paths.map(({ tone, path }) => (
        <path key={tone} className={`mosaic-${tone}`} d={path} />
      ))}
    </svg>
  )
}
