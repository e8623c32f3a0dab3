// Choosing a color: the palette, the colors on this board, recent ones, and a picker for any other.

import { useMemo, useRef, useState } from 'react'
import type { StyleControl } from '../../kinds/kind-definition.ts'
import { palette } from '../../kinds/palette.ts'
import { isClear, paletteNames, wholeHex } from '../../objects/color-values.ts'
import { colorsUsed } from '../../objects/colors-used.ts'
import type { ShownControl } from '../../objects/style-controls.ts'
import { useBoard } from '../../state/board.ts'
import { recentColors, rememberColor } from '../../state/recent-colors.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { ColorPicker } from './color-picker.tsx'
import { useRovingFocus } from './roving-focus.ts'
import { Swatch } from './style-buttons.tsx'
import { colorName } from './style-messages.ts'

interface ColorChoiceProps {
  readonly shown: ShownControl<StyleControl & { type: 'color' }>
  readonly onChoose: (color: string, gesture?: string) => void
}

export function ColorChoice({ shown, onChoose }: ColorChoiceProps) {
  const { live, history } = useBoard()
  const messages = useWorkspaceMessages()
  const { field, none } = shown.control
  const value = typeof shown.value === 'string' ? shown.value : null
  const current = value === null ? null : isClear(value) ? (none ?? value) : wholeHex(value)
  const [isPicking, setPicking] = useState(false)
  // Fixed when the popover opens: swatches that move while the user chooses are hard to hit.
  const used = useMemo(() => colorsUsed(live.objects.values()), [live])
  const recent = useMemo(() => recentColors().filter(color => !used.includes(color)), [used])
  const group = useRef<HTMLDivElement>(null)
  const roving = useRovingFocus(group)
  const row = (label: string, colors: readonly string[]) =>
    colors.length > 0 && (
      <div className="color-row">
        <span className="color-row-title" aria-hidden="true">
          {label}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend */}
        <div role="group" aria-label={label} className="color-grid">
          {colors.map(color => (
            <Swatch
              key={color}
              color={color}
              label={colorName(color, field, messages)}
              aria-pressed={color === current}
              onClick={() => onChoose(color)}
            />
          ))}
        </div>
      </div>
    )
  return (
    <>
      <div ref={group} className="color-choice" {...roving}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend */}
        <div role="group" aria-label={messages.styling.palette} className="color-grid">
          {paletteNames.map(name => (
            <Swatch
              key={name}
              color={palette[name]}
              label={messages.styling.colors[name]}
              aria-pressed={palette[name] === current}
              onClick={() => onChoose(palette[name])}
            />
          ))}
        </div>
        {row(messages.styling.used, used)}
        {row(messages.styling.recent, recent)}
        <div className="color-more">
          {none !== undefined && (
            <button
              type="button"
              className="color-none"
              aria-pressed={value !== null && isClear(value)}
              onClick={() => onChoose(none)}
            >
              <span className="color-dot color-dot-none" />
              {colorName(none, field, messages)}
            </button>
          )}
          <button
            type="button"
            className="color-custom"
            aria-expanded={isPicking}
            onClick={() => setPicking(!isPicking)}
          >
            <span className="color-dot color-dot-mixed" />
            {messages.styling.custom}
          </button>
        </div>
      </div>
      {isPicking && (
        <ColorPicker
          color={current === null || isClear(current) ? '#1c7ed6' : current}
          onPick={onChoose}
          onPicked={color => {
            history.endGesture()
            rememberColor(color)
          }}
        />
      )}
    </>
  )
}
