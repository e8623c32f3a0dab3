// Creates a workspace from a file of another program: it is named after the file, and the page of the workspace shows the
// progress of the import.

import { boardFileNames } from '@tessera/contract/formats'
import { type ChangeEvent, useId } from 'react'
import { useSession } from '../session/session.tsx'
import { useNotice } from '../ui/notices.tsx'
import { useAction } from '../ui/use-action.ts'
import { useHomeMessages } from './home-messages.ts'
import { boardAddress } from './workspace-card.tsx'

export function ImportWorkspace({ organization }: { organization: number }) {
  const { client } = useSession()
  const messages = useHomeMessages()
  const showNotice = useNotice()
  const id = useId()
  const { run, isBusy } = useAction(async (file: File) => {
    const name = file.name.replace(/\.\w+$/, '').slice(0, 255) || file.name
    const { workspace } = await client.workspaces.create(organization, { name, description: '', public: false })
    const { uid } = workspace.properties
    try {
      const started = await client.imports.create(uid, { file })
      window.location.assign(`${boardAddress({ uid })}?import=${started.import.id}`)
    } catch (failure) {
      // A workspace without its content would be useless.
      await client.workspaces.delete(uid).catch(() => {})
      throw failure
    }
  })
  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = ''
    if (file && !(await run(file))) showNotice(messages.notImported(file.name))
  }
  return (
    <>
      <label className="button button-secondary home-import" htmlFor={id}>
        {isBusy ? messages.importing : messages.import}
      </label>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        accept={boardFileNames}
        disabled={isBusy}
        onChange={choose}
      />
    </>
  )
}
