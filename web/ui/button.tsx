// A button, or a link that looks like one.

import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import './button.css'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

export function Button({
  look = 'secondary',
  className = '',
  ...rest
}: { look?: Look } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className={`button button-${look} ${className}`} {...rest} />
}

export function ButtonLink({
  look = 'secondary',
  className = '',
  ...rest
}: { look?: Look } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a className={`button button-${look} ${className}`} {...rest} />
}
