// The decorative mosaic of the front page, hidden from screen readers.

import { mosaicPaths, toneColors } from '@tessera/drawing/mosaic'

const plan = { width: 560, height: 520, tile: 22, seed: 11 }
const paths = mosaicPaths(plan)

export const MosaicPicture = () => (
  <svg
    className="mosaic"
    viewBox={`0 0 ${plan.width} ${plan.height}`}
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    {paths.map(({ tone, path }) => (
      <path key={tone} fill={`light-dark(${toneColors[tone].join()})`} d={path} />
    ))}
  </svg>
)
