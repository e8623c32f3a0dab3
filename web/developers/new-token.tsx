// The form that creates a personal token.

import type { Token } from '@tessera/client'
import { type Scope, scopes } from '@tessera/contract/scopes'
import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { Choice, TextField } from '../ui/text-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { ScopePicker } from './scope-picker.tsx'
import { useTokenMessages } from './token-messages.ts'

interface NewTokenProps {
  /** The workspaces that a token can be restricted to. */
  readonly workspaces: readonly { readonly uid: string; readonly name: string }[]
  readonly onMade: (token: Token) => void
}

const lives = [7, 15, 30, 90, 365]
const never = 'never'

export function NewToken({ workspaces, onMade }: NewTokenProps) {
  const { client } = useSession()
  const messages = useTokenMessages()
  const [name, setName] = useState('')
  const [life, setLife] = useState('15')
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set(scopes))
  const [workspace, setWorkspace] = useState('')
  const [hasTried, setTried] = useState(false)
  const create = useAction(async () => {
    const { token } = await client.tokens.create({
      name,
      days: life === never ? null : Number(life),
      scope: [...chosen].join(' '),
      ...(workspace === '' ? {} : { workspace_id: workspace }),
    })
    setName('')
    onMade(token)
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(chosen.size === 0)
    if (chosen.size > 0) create.run()
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <div className="form-pair">
        <TextField
          label={messages.name}
          hint={messages.tokenNameHint}
          value={name}
          onChange={event => setName(event.target.value)}
          error={create.fieldErrors.name}
          maxLength={255}
          autoComplete="off"
        />
        <Choice
          label={messages.expiration}
          hint={life === never ? messages.neverHint : undefined}
          value={life}
          onChange={event => setLife(event.target.value)}
          error={create.fieldErrors.days}
        >
          {lives.map(days => (
            <option key={days} value={days}>
              {messages.afterDays(days)}
            </option>
          ))}
          <option value={never}>{messages.never}</option>
        </Choice>
      </div>
      <ScopePicker
        chosen={chosen}
        onChange={setChosen}
        error={hasTried && chosen.size === 0 ? messages.noScope : create.fieldErrors.scope}
      />
      <Choice
        label={messages.workspace}
        hint={messages.workspaceHint}
        value={workspace}
        onChange={event => setWorkspace(event.target.value)}
        error={create.fieldErrors.workspace_id}
      >
        <option value="">{messages.allWorkspaces}</option>
        {workspaces.map(one => (
          <option key={one.uid} value={one.uid}>
            {one.name}
          </option>
        ))}
      </Choice>
      <ErrorMessage text={create.error} />
      <div className="form-actions">
        <Button type="submit" variant="primary" disabled={create.isBusy}>
          {create.isBusy ? messages.makingIt : messages.makeIt}
        </Button>
      </div>
    </form>
  )
}
