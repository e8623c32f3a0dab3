// The profile picture: previewed before it is uploaded, and removable.

import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useAction } from '../ui/use-action.ts'
import './avatar-panel.css'
import { useAccountMessages } from './account-messages.ts'

const mostBytes = 5_000_000

export function AvatarPanel() {
  const { client, me, refreshMe: readMe } = useSession()
  const messages = useAccountMessages()
  const { cancel } = useUiMessages()
  const showNotice = useNotice()
  const chosen = useChosenFile()
  const id = useId()
  const save = useAction(async (avatar: File) => {
    await client.users.setAvatar('me', { avatar })
    await readMe()
    chosen.clear()
    showNotice(messages.pictureSaved)
  })
  const remove = useAction(async () => {
    await client.users.removeAvatar('me')
    await readMe()
    showNotice(messages.pictureRemoved)
  })
  const isTooLarge = chosen.file !== null && chosen.file.size > mostBytes
  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen.file && !isTooLarge) save.run(chosen.file)
  }
  const error = isTooLarge ? messages.pictureTooLarge : (save.error ?? save.fieldErrors.avatar ?? remove.error)
  return (
    <Panel title={messages.picture} lead={messages.pictureLead}>
      <form className="avatar-panel" onSubmit={submit}>
        {chosen.preview ? (
          <img className="avatar avatar-large" src={chosen.preview} alt={messages.chosenPicture} />
        ) : (
          <Avatar person={me} size="large" />
        )}
        <div className="avatar-panel-side">
          <div className="form-actions">
            <input
              ref={chosen.input}
              id={id}
              className="visually-hidden avatar-panel-input"
              type="file"
              accept="image/png,image/jpeg,image/webp,image/gif"
              onChange={chosen.choose}
            />
            <label htmlFor={id} className="button button-secondary">
              {messages.choosePicture}
            </label>
            {chosen.file && (
              <>
                <Button type="submit" variant="primary" disabled={save.isBusy || isTooLarge}>
                  {save.isBusy ? messages.saving : messages.savePicture}
                </Button>
                <Button variant="quiet" onClick={chosen.clear}>
                  {cancel}
                </Button>
              </>
            )}
            {!chosen.file && me.avatar_url && (
              <Button variant="quiet" onClick={() => remove.run()} disabled={remove.isBusy}>
                {messages.remove}
              </Button>
            )}
          </div>
          <ErrorMessage text={error} />
        </div>
      </form>
    </Panel>
  )
}

function useChosenFile() {
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!file) return setPreview('')
    const url = URL.createObjectURL(file)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return {
    file,
    preview,
    input,
    choose: (event: ChangeEvent<HTMLInputElement>) => setFile(event.target.files?.[0] ?? null),
    clear: () => {
      if (input.current) input.current.value = ''
      setFile(null)
    },
  }
}
