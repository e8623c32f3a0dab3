// The buttons of the toolbar that show and change the style of the selection. Most open a popover.

import type { ShapeForm } from '@tessera/drawing'
import type { ButtonHTMLAttributes, CSSProperties, ReactNode } from 'react'
import { IconButton } from '../../buttons/icon-button.tsx'
import { FormIcon } from '../../icons/form-icon.tsx'
import { Icon } from '../../icons/icon.tsx'
import { ValueIcon } from '../../icons/value-icon.tsx'
import { workspaceKinds } from '../../kinds/index.ts'
import type { StyleControl } from '../../kinds/kind-definition.ts'
import { type PaletteName, palette } from '../../kinds/palette.ts'
import { isClear } from '../../objects/color-values.ts'
import type { ShownControl } from '../../objects/style-controls.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { controlLabel, controlName, valueName } from './style-messages.ts'

interface StyleButtonProps {
  readonly shown: ShownControl
  readonly isOpen: boolean
  readonly onChange: (data: Record<string, unknown>) => void
  readonly onToggle: (button: HTMLButtonElement) => void
}

export function StyleButton({ shown, isOpen, onChange, onToggle }: StyleButtonProps) {
  const messages = useWorkspaceMessages()
  const { control, value } = shown
  if (control.type === 'named-color')
    return <NamedColors shown={shown} onChoose={chosen => onChange({ [control.field]: chosen })} />
  if (control.type === 'toggle')
    return (
      <IconButton
        icon={control.on === 'bold' ? 'bold' : 'italic'}
        label={valueName(control.on, messages)}
        side="above"
        aria-pressed={value === control.on}
        onClick={() => onChange({ [control.field]: value === control.on ? 'normal' : control.on })}
      />
    )
  return (
    <>
      {control.type === 'color' && control.quick && (
        <QuickColors shown={shown} colors={control.quick} onChoose={chosen => onChange({ [control.field]: chosen })} />
      )}
      <PopoverButton label={controlLabel(shown, messages)} isOpen={isOpen} onToggle={onToggle}>
        {pictureOf(shown)}
      </PopoverButton>
    </>
  )
}

interface QuickColorsProps {
  readonly shown: ShownControl
  readonly colors: readonly PaletteName[]
  readonly onChoose: (value: string) => void
}

function QuickColors({ shown, colors, onChoose }: QuickColorsProps) {
  const messages = useWorkspaceMessages()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a toolbar
    <div role="group" className="style-swatches style-quick" aria-label={controlName(shown, messages)}>
      {colors.map(name => (
        <Swatch
          key={name}
          color={palette[name]}
          label={messages.styling.colors[name]}
          aria-pressed={palette[name] === shown.value}
          onClick={() => onChoose(palette[name])}
        />
      ))}
    </div>
  )
}

interface PopoverButtonProps {
  readonly label: string
  readonly isOpen: boolean
  readonly onToggle: (button: HTMLButtonElement) => void
  readonly children: ReactNode
}

export function PopoverButton({ label, isOpen, onToggle, children }: PopoverButtonProps) {
  return (
    <button
      type="button"
      className="icon-button style-button"
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={event => onToggle(event.currentTarget)}
    >
      {children}
      <span className="tip tip-above" aria-hidden="true">
        {label}
      </span>
    </button>
  )
}

function NamedColors({ shown, onChoose }: { shown: ShownControl; onChoose: (value: string) => void }) {
  const messages = useWorkspaceMessages()
  const swatches = workspaceKinds[shown.kind].swatches?.[shown.control.field] ?? {}
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a toolbar
    <div role="group" className="style-swatches" aria-label={controlName(shown, messages)}>
      {(shown.limits.enum ?? []).map(value => (
        <Swatch
          key={value}
          color={swatches[value]?.fill ?? 'none'}
          label={valueName(value, messages)}
          aria-pressed={value === shown.value}
          onClick={() => onChoose(value)}
        />
      ))}
    </div>
  )
}

interface SwatchProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly color: string
  readonly label: string
}

/** A color to choose. No color is drawn as a struck swatch. */
export const Swatch = ({ color, label, ...rest }: SwatchProps) => (
  <button type="button" className="style-swatch" aria-label={label} title={label} {...rest}>
    <ColorDot color={color} />
  </button>
)

const ColorDot = ({ color, className = '' }: { color: string; className?: string }) => (
  <span
    className={`color-dot ${isClear(color) ? 'color-dot-none' : ''} ${className}`}
    style={{ '--color': isClear(color) ? 'transparent' : color } as CSSProperties}
  />
)

const dotOf: Readonly<Record<string, string>> = { borderColor: 'color-dot-ring', backgroundColor: 'color-dot-box' }

function pictureOf({ control, value, width }: ShownControl): ReactNode {
  const color = typeof value === 'string' ? value : ''
  const pictures: Readonly<Record<StyleControl['type'], () => ReactNode>> = {
    'named-color': () => null,
    toggle: () => null,
    color: () =>
      control.field === 'fontColor' ? (
        <LetterOf color={color} />
      ) : (
        <ColorDot color={color} className={value === null ? 'color-dot-mixed' : dotOf[control.field]} />
      ),
    form: () => <FormIcon form={(color || 'rectangle') as ShapeForm} />,
    choice: () => <ValueIcon field={control.field} value={color || firstValue(control.field)} />,
    line: () => (
      <span className="style-line" style={{ '--width': `${lineWidth(width)}px` } as CSSProperties}>
        <ValueIcon field={control.field} value={color || 'solid'} />
      </span>
    ),
    'font-size': () => <span className="style-number">{value ?? '–'}</span>,
    'line-width': () => <span className="style-number">{value ?? '–'}</span>,
  }
  return pictures[control.type]()
}

const LetterOf = ({ color }: { color: string }) => (
  <span className="style-letter" style={{ '--color': color || 'var(--ink)' } as CSSProperties}>
    <Icon name="textColor" />
  </span>
)

/** As thick as an icon allows. */
const lineWidth = (width: number | null) => Math.max(1, Math.min(4, (width ?? 2) * 0.8))

/** Shown if the selected objects differ. */
const firstValue = (field: string) => ({ textAlign: 'left', path: 'elbow' })[field] ?? 'none'
