// The sheet of all keys.

import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useBoard } from '../board/board.ts'
import { useWorkspaceWords } from '../workspace-words.ts'
import { isMac, sayAlternatives } from './match-key.ts'
import { type Shortcut, shortcutList } from './shortcut-list.ts'
import './shortcut-sheet.css'

const groups = ['tools', 'editing', 'view', 'panels'] as const

export default function ShortcutSheet() {
  const { dialog } = useBoard()
  const { shortcuts: words, close } = useWorkspaceWords()
  return (
    <Dialog title={words.title} width="wide" onClose={() => dialog.set(null)}>
      <div className="shortcut-sheet">
        {groups.map(group => (
          <Group key={group} title={words.groups[group]} rows={byName(group)} />
        ))}
      </div>
      <div className="dialog-actions">
        <Button onClick={() => dialog.set(null)}>{close}</Button>
      </div>
    </Dialog>
  )
}

function Group({ title, rows }: { title: string; rows: [string, Shortcut[]][] }) {
  const words = useWorkspaceWords()
  const names: Readonly<Record<string, string>> = { ...words.tools, ...words.shortcuts.names }
  const onMac = isMac()
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([name, list]) => (
          <div key={name} className="shortcut-row">
            <dt>{names[name] ?? name}</dt>
            <dd>
              {sayAlternatives(
                list.map(({ keys }) => keys),
                onMac,
              ).map(keys => (
                <kbd key={keys}>{keys}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const byName = (group: Shortcut['group']): [string, Shortcut[]][] => [
  ...Map.groupBy(
    shortcutList.filter(one => one.group === group),
    ({ name }) => name,
  ),
]
