// The icon of a form of shape, drawn from the same outline as the shape on the board.

import type { ShapeForm } from '@tessera/drawing'
import { svgPath } from '@tessera/drawing/path'
import { shapeDetails, shapeOutline } from '@tessera/drawing/shape-outline'

const size = { width: 16, height: 13 }

export const FormIcon = ({ form }: { form: ShapeForm }) => (
  <svg className="icon" viewBox="-2 -3.500 20 20" aria-hidden="true">
    <path d={svgPath([...shapeOutline(form, size), ...shapeDetails(form, size)])} />
  </svg>
)
