// What a workspace looks like on its card. It says nothing, so it is not read out.

import type { Workspace } from '@tessera/client'
import { useMemo } from 'react'
import { patternOf } from './board-pattern.ts'
import './board-picture.css'

export function BoardPicture({ workspace: { uid } }: { workspace: Pick<Workspace, 'uid'> }) {
  const { colouring, paths, width, height } = useMemo(() => patternOf(uid), [uid])
  return (
    <svg
      className={`board-picture board-picture-${colouring}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {paths.map(({ hue, path }) => (
        <path key={hue} className={`board-picture-${hue}`} d={path} />
      ))}
    </svg>
  )
}
