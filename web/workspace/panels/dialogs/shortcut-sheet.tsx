// The dialog that lists all shortcuts and gestures.

import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatAlternatives, isMac } from '../../actions/shortcuts/format-keys.ts'
import { formatGesture, gestureList } from '../../actions/shortcuts/gesture-list.ts'
import { shortcutList } from '../../actions/shortcuts/shortcut-list.ts'
import { markKeys } from '../../overlays/text-editor/mark-keys.ts'
import { useBoard } from '../../state/board.ts'
import { useWorkspaceMessages, type WorkspaceMessages } from '../../workspace-messages.ts'
import './shortcut-sheet.css'

const withKeys = ['editing', 'text', 'arranging', 'connecting', 'tools', 'view', 'panels'] as const
const withGestures = ['mouse', 'touch'] as const

type GroupName = (typeof withKeys)[number] | (typeof withGestures)[number]

export default function ShortcutSheet() {
  const { dialog } = useBoard()
  const { shortcuts: messages, close } = useWorkspaceMessages()
  // Without a keyboard, touch gestures come first.
  const isTouched = window.matchMedia('(hover: none)').matches
  const groups: readonly GroupName[] = isTouched ? ['touch', ...withKeys, 'mouse'] : [...withKeys, ...withGestures]
  return (
    <Dialog title={messages.title} width="widest" onClose={() => dialog.set(null)}>
      <div className="shortcut-sheet">
        {groups.map(group => (
          <Group key={group} name={group} />
        ))}
      </div>
      <div className="dialog-actions">
        <Button onClick={() => dialog.set(null)}>{close}</Button>
      </div>
    </Dialog>
  )
}

function Group({ name }: { name: GroupName }) {
  const { actions, tools, shortcuts: messages } = useWorkspaceMessages()
  const names: Readonly<Record<string, string>> = { ...actions, ...tools, ...messages.names }
  return (
    <section>
      <h3>{messages.groups[name]}</h3>
      <dl>
        {rowsOf(name, messages).map(({ name: row, ways }) => (
          <div key={row} className="shortcut-row">
            <dt>{names[row] ?? row}</dt>
            <dd>
              {ways.map(way => (
                <kbd key={way}>{way}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function rowsOf(group: GroupName, messages: WorkspaceMessages['shortcuts']): { name: string; ways: string[] }[] {
  const onMac = isMac()
  const keys: readonly { name: string; row?: string; keys: string }[] =
    group === 'text' ? markKeys : shortcutList.filter(one => one.group === group)
  const byName = Map.groupBy(keys, ({ name, row }) => row ?? name)
  const keyed = Array.from(byName, ([name, list]) => {
    const all = list.map(({ keys }) => keys)
    return { name, ways: formatAlternatives(all, onMac, messages.keys) }
  })
  const byGesture = gestureList.filter(one => one.group === group)
  return [
    ...keyed,
    ...byGesture.map(({ name, ways }) => ({ name, ways: ways.map(way => formatGesture(way, onMac, messages)) })),
  ]
}
