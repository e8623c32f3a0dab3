// A button with an icon. Its label is read by screen readers, and shown in a tooltip with the shortcut.

import type { ButtonHTMLAttributes, Ref } from 'react'
import { keyLabelOf, type ShortcutName } from '../actions/shortcuts/shortcut-list.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import './icon-button.css'

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName
  readonly label: string
  /** The shortcut to show in the tooltip. */
  readonly shortcut?: ShortcutName
  /** Where the tooltip is shown. */
  readonly side?: 'below' | 'above' | 'right' | 'left'
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon, label, shortcut, side = 'below', className = '', ...rest }: IconButtonProps) {
  const keys = shortcut && keyLabelOf(shortcut)
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
