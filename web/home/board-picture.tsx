// The thumbnail of a workspace on its card. It is hidden from screen readers.

import type { Workspace } from '@tessera/client'
import { useMemo, useState } from 'react'
import { localAddress } from '../ui/local-address.ts'
import { useTheme } from '../ui/theme.ts'
import { patternOf } from './board-pattern.ts'
import './board-picture.css'

type PicturedWorkspace = Pick<Workspace, 'uid'> & Partial<Pick<Workspace, 'thumbnail_url'>>

export function BoardPicture({ workspace: { uid, thumbnail_url = '' } }: { workspace: PicturedWorkspace }) {
  const theme = useTheme()
  const [lost, setLost] = useState('')
  if (thumbnail_url === '' || lost === thumbnail_url) return <BoardPattern uid={uid} />
  return (
    <img
      className="board-picture"
      src={`${localAddress(thumbnail_url)}&theme=${theme}`}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setLost(thumbnail_url)}
    />
  )
}

/** For a workspace without a thumbnail, or if it fails to load. */
function BoardPattern({ uid }: { uid: string }) {
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
