// A button that is a picture: its name is heard, and shown with its key when one points at it.

import type { ButtonHTMLAttributes, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'
import './icon-button.css'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName
  readonly label: string
  /** The key that does the same, as people write it. */
  readonly keys?: string
  /** Where its name is shown. */
  readonly side?: 'below' | 'above' | 'right' | 'left'
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon, label, keys, side = 'below', className = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`icon-button ${className}`} aria-label={label} {...rest}>
      <Icon name={icon} />
      <span className={`tip tip-${side}`} aria-hidden="true">
        {label}
        {keys && <kbd>{keys}</kbd>}
      </span>
    </button>
  )
}
