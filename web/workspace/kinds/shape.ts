// Shapes in the workspace.

import { kinds } from '@tessera/contract'
import { inkOnBoard, layOutTypedShape, type ShapeForm } from '@tessera/drawing'
import { shapeOutline } from '@tessera/drawing/shape-outline'
import { plainTextBox, type WorkspaceKind } from './kind-definition.ts'

const { defaults } = kinds.shape

export const shape = {
  icon: 'shape',
  style: [
    { type: 'form', field: 'form' },
    {
      type: 'color',
      field: 'fill',
      none: 'none',
      quick: ['white', 'lightYellow', 'lightGreen', 'lightBlue', 'lightRed'],
    },
    { type: 'color', field: 'borderColor', none: 'none' },
    { type: 'line', field: 'borderStyle', width: 'borderWidth' },
    { type: 'color', field: 'fontColor' },
    { type: 'font-size', field: 'fontSize' },
    { type: 'toggle', field: 'fontWeight', on: 'bold' },
    { type: 'toggle', field: 'fontStyle', on: 'italic' },
    { type: 'choice', field: 'textAlign' },
  ],
  tools: [{ name: 'shape', icon: 'shape', key: 's', group: 1, use: { type: 'place', hasForms: true } }],
  // As large as the notes and texts that users create at the initial zoom.
  initialData: () => ({ width: 400, height: 240, fontSize: 40, borderWidth: 4 }),
  ghostFill: ({ fill = defaults.fill }) => (fill === 'none' ? null : String(fill)),
  ghostOutline: ({ form = defaults.form }, size) => shapeOutline(form as ShapeForm, size),
  open: { type: 'edit-text', label: 'open', icon: 'pen' },
  isEditedByTyping: true,
  textBox(object, text, { theme }) {
    const { box, font, height } = layOutTypedShape({ ...object, text })
    const free = Math.max(0, box.height - height)
    return {
      ...plainTextBox,
      box,
      paddingTop: object.verticalAlign === 'top' ? 0 : object.verticalAlign === 'middle' ? free / 2 : free,
      font,
      align: object.textAlign,
      color: object.fill === 'none' ? inkOnBoard(object.fontColor, theme) : object.fontColor,
      isUppercase: object.textTransform === 'uppercase',
      hasMarks: true,
      paintedBelow: { ...object, text: '' },
    }
  },
} as const satisfies WorkspaceKind<'shape'>
