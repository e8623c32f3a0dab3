// The profile picture: previewed before it is uploaded, and removable.

import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'
import { useUiWords } from '../ui/ui-words.ts'
import { useAction } from '../ui/use-action.ts'
import './avatar-panel.css'
import { useAccountWords } from './account-words.ts'

const mostBytes = 5_000_000

export function AvatarPanel() {
  const { client, me, refreshMe: readMe } = useSession()
  const words = useAccountWords()
  const { cancel } = useUiWords()
  const showNotice = useNotice()
  const chosen = useChosenFile()
  const id = useId()
  const save = useAction(async (avatar: File) => {
    await client.users.setAvatar('me', { avatar })
    await readMe()
    chosen.clear()
    showNotice(words.pictureSaved)
  })
  const remove = useAction(async () => {
    await client.users.removeAvatar('me')
    await readMe()
    showNotice(words.pictureRemoved)
  })
  const isTooLarge = chosen.file !== null && chosen.file.size > mostBytes
  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen.file && !isTooLarge) save.run(chosen.file)
  }
  const error = isTooLarge ? words.pictureTooLarge : (save.error ?? save.fieldErrors.avatar ?? remove.error)
  return (
    <Panel title={words.picture} lead={words.pictureLead}>
      <form className="avatar-panel" onSubmit={submit}>
        {chosen.preview ? (
          <img className="avatar avatar-large" src={chosen.preview} alt={words.chosenPicture} />
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
              {words.choosePicture}
            </label>
            {chosen.file && (
              <>
                <Button type="submit" look="primary" disabled={save.isBusy || isTooLarge}>
                  {save.isBusy ? words.saving : words.savePicture}
                </Button>
                <Button look="quiet" onClick={chosen.clear}>
                  {cancel}
                </Button>
              </>
            )}
            {!chosen.file && me.avatar_url && (
              <Button look="quiet" onClick={() => remove.run()} disabled={remove.isBusy}>
                {words.remove}
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
