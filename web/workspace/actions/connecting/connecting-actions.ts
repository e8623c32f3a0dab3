// The actions that connect objects and change connectors.

import { takesConnectors } from '../../objects/connecting/connector-anchors.ts'
import type { Action } from '../action.ts'
import type { ActionContext } from '../action-context.ts'
import { connectSelected, reroute, reverse, selectedConnectors } from './connect-objects.ts'

const canConnect = ({ rights, selected }: ActionContext) =>
  rights.canEdit && selected.length > 0 && selected.every(takesConnectors)
const canReroute = ({ rights, selected }: ActionContext) => rights.canEdit && selectedConnectors(selected).length > 0

// biome-ignore format: a table
export const connectingActions = {
  connect:          { icon: 'connector', isAvailable: canConnect, run: connectSelected },
  rerouteConnector: { icon: 'reroute',   isAvailable: canReroute, run: reroute },
  reverseConnector: { icon: 'reverse',   isAvailable: canReroute, run: reverse },
} satisfies Readonly<Record<string, Action>>
