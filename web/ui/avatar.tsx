// The avatar of a person: their picture, or their initials on one of the mosaic's colors.

import { localAddress } from './local-address.ts'
import './avatar.css'

interface AvatarProps {
  readonly person: {
    readonly email: string
    readonly first_name: string
    readonly last_name: string
    readonly avatar_url?: string | null
  }
  readonly size?: 'small' | 'large'
}

/** The name is always shown beside it, so it is hidden from screen readers. */
export function Avatar({ person, size = 'small' }: AvatarProps) {
  const className = `avatar avatar-${size}`
  if (person.avatar_url) return <img className={className} src={localAddress(person.avatar_url)} alt="" />
  return (
    <span className={`${className} avatar-${colors[colorOf(person.email)]}`} aria-hidden="true">
      {initialsOf(person)}
    </span>
  )
}

const colors = ['verdigris', 'lapis', 'ochre', 'cinnabar'] as const

const colorOf = (email: string) =>
  [...email].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7) % colors.length

function initialsOf({ email, first_name, last_name }: AvatarProps['person']): string {
  const first = (text: string) => [...text.trim()][0] ?? ''
  return (first(first_name) + first(last_name) || first(email)).toUpperCase()
}
