// A picker for any color: an area for saturation and brightness, a slider for the hue, and a field for the hex code. A
// drag, or a sequence of key presses, is one step of undo.

import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { type Hsv, hexOf, hsvOf, wholeHex } from '../../objects/color-values.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

interface ColorPickerProps {
  readonly color: string
  /** Called while the color is being picked. */
  readonly onPick: (color: string, gesture: string) => void
  /** Called when the color has been picked. */
  readonly onPicked: (color: string) => void
}

export function ColorPicker({ color, onPick, onPicked }: ColorPickerProps) {
  const messages = useWorkspaceMessages().styling
  const [hsv, setHsv] = useState(() => hsvOf(color))
  // The hue of a gray is kept here; another color comes from elsewhere, such as a swatch or undo.
  const shown = hexOf(hsv) === color.slice(0, 7) ? hsv : hsvOf(color)
  function pick(next: Hsv) {
    setHsv(next)
    onPick(hexOf(next), 'pick color')
  }
  const done = () => onPicked(color)
  return (
    <div className="color-picker">
      <ShadeArea hsv={shown} onPick={pick} onPicked={done} />
      <input
        type="range"
        className="color-hue"
        aria-label={messages.hue}
        min={0}
        max={359}
        value={Math.round(shown.hue) % 360}
        onChange={event => pick({ ...shown, hue: Number(event.target.value) })}
        onPointerUp={done}
        onKeyUp={done}
        onBlur={done}
      />
      <HexField color={color} onPick={onPick} onPicked={onPicked} />
    </div>
  )
}

interface ShadeAreaProps {
  readonly hsv: Hsv
  readonly onPick: (next: Hsv) => void
  readonly onPicked: () => void
}

function ShadeArea({ hsv, onPick, onPicked }: ShadeAreaProps) {
  const messages = useWorkspaceMessages().styling
  const area = useRef<HTMLDivElement>(null)
  const [saturation, brightness] = [Math.round(hsv.saturation * 100), Math.round(hsv.brightness * 100)]
  function drag(event: PointerEvent) {
    const box = area.current?.getBoundingClientRect()
    if (!box || event.buttons === 0) return
    onPick({
      ...hsv,
      saturation: fraction((event.clientX - box.left) / box.width),
      brightness: 1 - fraction((event.clientY - box.top) / box.height),
    })
  }
  function press(event: KeyboardEvent) {
    const [right, up] = arrows[event.key] ?? [0, 0]
    if (right === 0 && up === 0) return
    event.preventDefault()
    event.stopPropagation()
    const by = event.shiftKey ? 0.1 : 0.01
    onPick({
      ...hsv,
      saturation: fraction(hsv.saturation + right * by),
      brightness: fraction(hsv.brightness + up * by),
    })
  }
  return (
    <div
      ref={area}
      role="slider"
      tabIndex={0}
      className="color-shade"
      style={{ '--hue': hsv.hue, '--x': `${saturation}%`, '--y': `${100 - brightness}%` } as CSSProperties}
      aria-label={messages.shade}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={saturation}
      aria-valuetext={messages.shadeIs(saturation, brightness)}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag(event)
      }}
      onPointerMove={drag}
      onPointerUp={onPicked}
      onKeyDown={press}
      onKeyUp={onPicked}
      onBlur={onPicked}
    />
  )
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

const fraction = (value: number) => Math.max(0, Math.min(1, value))

function HexField({ color, onPick, onPicked }: ColorPickerProps) {
  const messages = useWorkspaceMessages().styling
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && wholeHex(typed) === null
  function take(text: string) {
    setTyped(text)
    const whole = wholeHex(text)
    if (whole) onPick(whole, 'type color')
  }
  function leave() {
    setTyped(null)
    onPicked(color)
  }
  return (
    <div className="color-hex">
      <label htmlFor={id}>{messages.hex}</label>
      <input
        id={id}
        type="text"
        spellCheck={false}
        autoComplete="off"
        maxLength={9}
        value={typed ?? color}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={event => take(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && leave()}
        onBlur={leave}
      />
      {isWrong && (
        <span id={`${id}-error`} className="color-error" role="status">
          {messages.noHex}
        </span>
      )}
    </div>
  )
}
