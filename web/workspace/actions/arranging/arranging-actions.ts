// The actions that arrange the selection.

import type { BoardObject } from '@tessera/client'
import { canMove, isAttached } from '../../objects/abilities.ts'
import { countUnits } from '../../objects/arranging/arranged-units.ts'
import { canMatchSize } from '../../objects/arranging/match-size.ts'
import type { SnapSettings } from '../../state/snap-settings.ts'
import type { Action } from '../action.ts'
import type { ActionContext } from '../action-context.ts'
import { align, distribute, group, matchSize, restack, restackByOne, tidy, ungroup } from './arrange-selection.ts'

const freeIn = ({ selected }: ActionContext) => selected.filter(object => !isAttached(object))
const canRestack = (context: ActionContext) => context.rights.canEdit && freeIn(context).length > 0
const canArrange =
  (units: number) =>
  ({ rights, selected }: ActionContext) =>
    rights.canEdit && selected.some(canMove) && countUnits(selected) >= units
const canMatch = ({ rights, selected }: ActionContext) => rights.canEdit && canMatchSize(selected)

/** False if everything is in the same group already. */
const canGroup = (context: ActionContext) => {
  const free = freeIn(context)
  return context.rights.canEdit && free.length > 1 && !isOneGroup(free)
}
const isOneGroup = ([first, ...others]: readonly BoardObject[]) =>
  Boolean(first?.group) && others.every(object => object.group === first?.group)
const canUngroup = ({ rights, selected }: ActionContext) => rights.canEdit && selected.some(object => object.group)

const snapSetting = (name: keyof SnapSettings): Action => ({
  icon: name === 'grid' ? 'tidyUp' : 'alignCenter',
  isAvailable: ({ rights }) => rights.canEdit,
  isOn: ({ snapping }) => snapping.get()[name],
  run: ({ snapping }) => snapping.set({ ...snapping.get(), [name]: !snapping.get()[name] }),
})

// biome-ignore format: a table
export const arrangingActions = {
  bringToFront:           { icon: 'front',      isAvailable: canRestack,    run: restack('front') },
  bringForward:           { icon: 'forward',    isAvailable: canRestack,    run: restackByOne('forward') },
  sendBackward:           { icon: 'backward',   isAvailable: canRestack,    run: restackByOne('backward') },
  sendToBack:             { icon: 'toBack',     isAvailable: canRestack,    run: restack('back') },
  group:                  { icon: 'group',      isAvailable: canGroup,      run: group },
  ungroup:                { icon: 'ungroup',    isAvailable: canUngroup,    run: ungroup },
  alignLeft:              { icon: 'alignLeft',  isAvailable: canArrange(2), run: align('left') },
  alignCenter:            { icon: 'alignCenter', isAvailable: canArrange(2), run: align('center') },
  alignRight:             { icon: 'alignRight', isAvailable: canArrange(2), run: align('right') },
  alignTop:               { icon: 'alignTop',   isAvailable: canArrange(2), run: align('top') },
  alignMiddle:            { icon: 'alignMiddle', isAvailable: canArrange(2), run: align('middle') },
  alignBottom:            { icon: 'alignBottom', isAvailable: canArrange(2), run: align('bottom') },
  distributeHorizontally: { icon: 'distributeHorizontally', isAvailable: canArrange(3), run: distribute('x') },
  distributeVertically:   { icon: 'distributeVertically', isAvailable: canArrange(3), run: distribute('y') },
  tidyUp:                 { icon: 'tidyUp',     isAvailable: canArrange(2), run: tidy },
  matchWidth:             { icon: 'matchWidth', isAvailable: canMatch,      run: matchSize('width') },
  matchHeight:            { icon: 'matchHeight', isAvailable: canMatch,     run: matchSize('height') },
  matchSize:              { icon: 'matchSize',  isAvailable: canMatch,      run: matchSize('size') },
  snapToObjects:          snapSetting('objects'),
  snapToGrid:             snapSetting('grid'),
} satisfies Readonly<Record<string, Action>>
