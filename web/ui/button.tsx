// A button, or a link that looks like one.

import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import './button.css'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export function Button({
  variant = 'secondary',
  className = '',
  ...rest
}: { variant?: ButtonVariant } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className={`button button-${variant} ${className}`} {...rest} />
}

export function ButtonLink({
  variant = 'secondary',
  className = '',
  ...rest
}: { variant?: ButtonVariant } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a className={`button button-${variant} ${className}`} {...rest} />
}
