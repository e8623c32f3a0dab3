// Color and size of the pen or eraser.

import { penColors } from '@tessera/client'
import { themes } from '@tessera/drawing'
import { useTheme } from '../../../ui/theme.ts'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { brushSizes, eraserSizes } from '../../state/pen-choice.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import './pen-options.css'

export function PenOptions({ brush }: { brush: 'Pen' | 'Eraser' }) {
  const { pen } = useBoard()
  const words = useWorkspaceWords()
  const choice = useObservable(pen)
  const { pens } = themes[useTheme()]
  const [sizes, name] = brush === 'Pen' ? [brushSizes, 'brushSize' as const] : [eraserSizes, 'eraserSize' as const]
  return (
    <div className="pen-options">
      {brush === 'Pen' && (
        <fieldset className="pen-options-row">
          <legend className="visually-hidden">{words.fields.penColor}</legend>
          {penColors.map(color => (
            <button
              key={color}
              type="button"
              className="pen-color"
              aria-label={words.values[color]}
              aria-pressed={color === choice.penColor}
              title={words.values[color]}
              style={{ backgroundColor: pens[color] }}
              onClick={() => pen.set({ ...choice, penColor: color })}
            />
          ))}
        </fieldset>
      )}
      <fieldset className="pen-options-row">
        <legend className="visually-hidden">{words.fields.brushSize}</legend>
        {sizes.map(size => (
          <button
            key={size}
            type="button"
            className="pen-size"
            aria-label={words.penSize(size)}
            aria-pressed={size === choice[name]}
            onClick={() => pen.set({ ...choice, [name]: size })}
          >
            <span style={{ width: dotSize(size, sizes), height: dotSize(size, sizes) }} />
          </button>
        ))}
      </fieldset>
    </div>
  )
}

/** Larger for larger sizes, within a button of fixed size. */
const dotSize = (size: number, sizes: readonly number[]) => `${4 + (16 * size) / Math.max(...sizes)}px`
