// Everything behind "More": fields that are rarely changed, with labels.

import type { BoardObject } from '@tessera/client'
import { setStyle } from '../../actions/styling/set-style.ts'
import { useBoard } from '../../state/board.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { type DetailControl, detailControlsOf } from './detail-controls.ts'
import { DetailField } from './detail-field.tsx'

const placeFields = ['x', 'y', 'width', 'height', 'scale', 'rotation']

export function Details({ selected }: { selected: readonly BoardObject[] }) {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const ids = selected.map(({ id }) => id).join(' ')
  const controls = detailControlsOf(selected)
  const isPlace = ({ name }: DetailControl) => placeFields.includes(name)
  const fields = (shown: readonly DetailControl[]) =>
    shown.map(control => (
      <DetailField
        key={`${ids} ${control.name}`}
        control={control}
        onChange={value => setStyle(board, selected, { [control.name]: value }, `${control.name} ${ids}`)}
      />
    ))
  const places = controls.filter(isPlace)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for a field losing focus
    <div className="details" onBlur={() => board.history.endGesture()}>
      {fields(controls.filter(control => !isPlace(control)))}
      {places.length > 0 && (
        <fieldset className="details-place">
          <legend>{messages.styling.position}</legend>
          {fields(places)}
        </fieldset>
      )}
    </div>
  )
}
