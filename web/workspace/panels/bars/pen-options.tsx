// The choices of the drawing tools: pen or highlighter with color and size; the mode of the eraser, and its size.

import { penColors } from '@tessera/client'
import { themes } from '@tessera/drawing'
import { useTheme } from '../../../ui/theme.ts'
import { chooseTool } from '../../actions/placing/choose-tool.ts'
import { IconButton } from '../../buttons/icon-button.tsx'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { choicesOf } from '../../state/pen-choice.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import './pen-options.css'

export function PenOptions({ brush }: { brush: keyof typeof choicesOf }) {
  const { pen } = useBoard()
  const messages = useWorkspaceMessages()
  const choice = useObservable(pen)
  const { pens } = themes[useTheme()]
  const { color, size, sizes } = choicesOf[brush]
  return (
    <div className="pen-options">
      {brush === 'Eraser' ? <EraserModes /> : <Brushes brush={brush} />}
      {color && (
        <fieldset className="pen-options-row">
          <legend className="visually-hidden">{messages.fields.penColor}</legend>
          {penColors.map(name => (
            <button
              key={name}
              type="button"
              className={brush === 'Highlighter' ? 'pen-color pen-color-flat' : 'pen-color'}
              aria-label={messages.values[name]}
              aria-pressed={name === choice[color]}
              title={messages.values[name]}
              style={{ backgroundColor: pens[name] }}
              onClick={() => pen.set({ ...choice, [color]: name })}
            />
          ))}
        </fieldset>
      )}
      <fieldset className="pen-options-row">
        <legend className="visually-hidden">{messages.fields.brushSize}</legend>
        {sizes.map(one => (
          <button
            key={one}
            type="button"
            className="pen-size"
            aria-label={messages.penSize(one)}
            aria-pressed={one === choice[size]}
            onClick={() => pen.set({ ...choice, [size]: one })}
          >
            <span style={{ width: dotSize(one, sizes), height: dotSize(one, sizes) }} />
          </button>
        ))}
      </fieldset>
    </div>
  )
}

function Brushes({ brush }: { brush: 'Pen' | 'Highlighter' }) {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  return (
    <fieldset className="pen-options-row">
      <legend className="visually-hidden">{messages.drawing.brush}</legend>
      {(['pen', 'highlighter'] as const).map(name => (
        <IconButton
          key={name}
          icon={name}
          label={messages.tools[name]}
          shortcut={name}
          side="right"
          aria-pressed={brush.toLowerCase() === name}
          onClick={() => chooseTool(board, name)}
        />
      ))}
    </fieldset>
  )
}

function EraserModes() {
  const { pen } = useBoard()
  const messages = useWorkspaceMessages()
  const choice = useObservable(pen)
  return (
    <fieldset className="pen-options-row">
      <legend className="visually-hidden">{messages.drawing.erases}</legend>
      {(['strokes', 'parts'] as const).map(erases => (
        <IconButton
          key={erases}
          icon={erases === 'strokes' ? 'eraser' : 'cutLine'}
          label={erases === 'strokes' ? messages.drawing.eraseStrokes : messages.drawing.eraseParts}
          side="right"
          aria-pressed={choice.erases === erases}
          onClick={() => pen.set({ ...choice, erases })}
        />
      ))}
    </fieldset>
  )
}

/** Larger for larger sizes, within a button of fixed size. */
const dotSize = (size: number, sizes: readonly number[]) => `${4 + (16 * size) / Math.max(...sizes)}px`
